/** A scenario: what it is about, its terms, what each party sees, its outcome space, what studies found with it. */
import type { ReactElement, ReactNode } from 'react'
import type { IssueData, ScenarioPage, ScenarioResult } from '../../../src/pages/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { SpaceChart, spaceLegend } from '../charts/plane.tsx'
import { Chip, Tag } from '../components/chip.tsx'
import { Contents } from '../components/contents.tsx'
import { Figure, Legend } from '../components/figure.tsx'
import { partyClass } from '../components/look.ts'
import { Pre } from '../components/pre.tsx'
import { Table } from '../components/table.tsx'
import { Facts, Num, STATE_WORDS } from '../components/words.tsx'
import { To } from '../links.tsx'
import { Briefs } from '../talk/briefs.tsx'
import { About, Situation, Sources } from './about.tsx'

interface ScenarioProps {
  readonly page: ScenarioPage
  /** A way to play it now, where this place has one. */
  readonly start?: ReactNode
}

const TITLES = {
  parties: 'Who negotiates',
  terms: 'What is to be settled',
  rules: 'The rules of play',
  briefs: 'What each party alone knows',
  outcomes: 'The outcome space',
  results: 'Results so far',
  sources: 'Sources',
  files: 'The pack, file by file',
} as const

/** The page's parts in their order, those that it has. */
function entriesOf({ about, issues, outcomes, space, bibliography }: ScenarioPage) {
  const lacks = new Set<keyof typeof TITLES>([
    ...(issues.length > 0 ? [] : (['terms'] as const)),
    ...(space !== undefined || outcomes.length > 0 ? [] : (['outcomes'] as const)),
    ...(bibliography.length > 0 ? [] : (['sources'] as const)),
  ])
  return [
    ...about.map(({ title }) => ({ id: idOf(`about-${title}`), title })),
    ...(Object.keys(TITLES) as (keyof typeof TITLES)[])
      .filter((id) => !lacks.has(id))
      .map((id) => ({ id, title: TITLES[id] })),
  ]
}

const idOf = (words: string): string => words.replaceAll(/\W+/g, '-')

export function Scenario({ page, start }: ScenarioProps): ReactElement {
  const { about, bibliography, situation, parties, issues, outcomes, space, results, rules, observer } = page
  return (
    <div className="page listed">
      <header className="opening">
        <h1>
          <bdi>{page.title}</bdi>
        </h1>
        <p className="byline small muted">
          <span>{page.protocol}</span>
          {page.information && (
            <span>
              {page.information === 'private' ? 'score sheets are private' : 'score sheets are open to all'}
            </span>
          )}
          <span>
            pack <code>{page.hash.slice(0, 12)}</code>
          </span>
        </p>
        <div className="prose lead">
          <Situation words={situation} parties={parties.length} />
        </div>
        {start}
      </header>
      <Contents entries={entriesOf(page)} />
      <div className="page">
        {about.map((block) => (
          <Part key={block.title} id={`about-${block.title}`} title={block.title}>
            <About block={block} />
          </Part>
        ))}
        <Part id="parties" title={TITLES.parties}>
          <Parties parties={parties} />
        </Part>
        {issues.length > 0 && (
          <Part id="terms" title={TITLES.terms}>
            <Issues issues={issues} />
          </Part>
        )}
        <Part id="rules" title={TITLES.rules}>
          <Facts facts={rules} />
          {observer && <Prompt title="The observer's prompt" text={observer.prompt} />}
        </Part>
        <Part id="briefs" title={TITLES.briefs}>
          <Briefs parties={parties} />
          {parties.map(({ id, label, colour, prompts }) =>
            prompts.length === 0 ? null : (
              <div key={id} className={`stack tight ${partyClass(colour)}`}>
                <h3>
                  Prompts of <Chip index={colour} label={label} />
                </h3>
                {prompts.map(({ title, text }) => (
                  <Prompt key={title} title={title} text={text} />
                ))}
              </div>
            ),
          )}
        </Part>
        {(space !== undefined || outcomes.length > 0) && (
          <Part id="outcomes" title={TITLES.outcomes}>
            <Facts facts={outcomes} />
            {space && (
              <Figure
                title="What an agreement can be worth"
                caption="Points of both parties. No outcome lies beyond the frontier; below a dashed line, a party does better without a deal."
                beside
                legend={<Legend entries={spaceLegend(space)} />}
              >
                <SpaceChart space={space} label="The Pareto frontier in the points of both parties" />
              </Figure>
            )}
          </Part>
        )}
        <Part id="results" title={TITLES.results}>
          {results.length === 0 ? (
            <p className="muted">No study in this folder has played it yet.</p>
          ) : (
            <Results results={results} page={page} />
          )}
        </Part>
        {bibliography.length > 0 && (
          <Part id="sources" title={TITLES.sources}>
            <Sources sources={bibliography} />
          </Part>
        )}
        <Part id="files" title={TITLES.files}>
          {Object.entries(page.files).map(([path, text]) => (
            <Prompt key={path} title={path} text={text} />
          ))}
        </Part>
      </div>
    </div>
  )
}

/** Who they are, where there is more to say than what they are called. */
function Parties({ parties }: Pick<ScenarioPage, 'parties'>): ReactElement {
  const rows = parties.map((party) => ({
    ...party,
    told: [party.name, party.about].filter((words) => words !== '' && words !== party.label).join(', '),
  }))
  if (rows.every(({ told, veto }) => told === '' && !veto)) {
    return (
      <p className="row">
        {rows.map(({ id, label, colour }) => (
          <Chip key={id} index={colour} label={label} />
        ))}
      </p>
    )
  }
  return (
    <ul className="cards">
      {rows.map(({ id, label, colour, told, veto }) => (
        <li key={id}>
          <h3>
            <Chip index={colour} label={label} />
          </h3>
          <p>
            <bdi>{told}</bdi>
          </p>
          <div className="aside">{veto && <Tag>veto</Tag>}</div>
        </li>
      ))}
    </ul>
  )
}

interface PartProps {
  readonly id: string
  readonly title: string
  readonly children: ReactNode
}

const Part = ({ id, title, children }: PartProps): ReactElement => (
  <section className="section" aria-labelledby={idOf(id)}>
    <h2 id={idOf(id)}>
      <bdi>{title}</bdi>
    </h2>
    {children}
  </section>
)

const Prompt = ({ title, text }: { readonly title: string; readonly text: string }): ReactElement => (
  <details className="details">
    <summary>
      <bdi>{title}</bdi>
    </summary>
    <Pre>{text}</Pre>
  </details>
)

const Issues = ({ issues }: { readonly issues: readonly IssueData[] }): ReactElement => (
  <Table
    title="Terms"
    quiet
    heads={[
      { key: 'term', text: 'term' },
      { key: 'what', text: 'what it settles' },
      { key: 'values', text: 'values' },
    ]}
    rows={issues.map(({ id, describe, note, options, least, most, step }) => ({
      key: id,
      cells: [
        <bdi key="term">{termName(id)}</bdi>,
        <span key="what">
          <bdi>{describe}</bdi>
          {note !== undefined && (
            <span className="muted">
              {' ('}
              <bdi>{note}</bdi>)
            </span>
          )}
        </span>,
        <bdi key="values">
          {options
            ? options.join(', ')
            : `${least} to ${most}${step === undefined ? '' : `, in steps of ${step}`}`}
        </bdi>,
      ],
    }))}
  />
)

interface ResultsProps {
  readonly results: readonly ScenarioResult[]
  readonly page: ScenarioPage
}

/** Points where there are any; of talks, what they were settled as. */
function Results({ results, page }: ResultsProps): ReactElement {
  const cells = results.flatMap(({ pairings }) => pairings)
  const pointed = cells.some(({ joint }) => joint)
  const settled = cells.some(({ kinds }) => kinds)
  return (
    <Table
      title="Results of studies"
      quiet
      heads={[
        { key: 'study', text: 'study' },
        { key: 'pairing', text: 'pairing' },
        { key: 'done', text: 'completed', right: true },
        { key: 'agreed', text: 'agreed', right: true },
        ...(pointed ? [{ key: 'joint', text: 'mean joint gain', right: true }] : []),
        ...(pointed ? page.parties : []).map(({ id, label, colour }) => ({
          key: id,
          text: <Chip index={colour} label={label} />,
          right: true,
        })),
        ...(settled ? [{ key: 'kinds', text: 'settled as' }] : []),
      ]}
      rows={results.flatMap(({ study, title, state, pairings }) =>
        pairings.map(({ pairing, completed, planned, agreements, joint, gains, kinds }, k) => ({
          key: `${study} ${pairing}`,
          cells: [
            k === 0 ? (
              <span key="study">
                <To to={{ page: 'study', study }}>
                  <bdi>{title}</bdi>
                </To>
                {state !== 'complete' && <span className="muted"> ({STATE_WORDS[state]})</span>}
              </span>
            ) : (
              ''
            ),
            <bdi key="pairing">{pairing}</bdi>,
            `${completed} of ${planned}`,
            agreements ?? '\u2013',
            ...(pointed ? [<Num key="joint" figure={joint} />] : []),
            ...(pointed ? page.parties : []).map(({ id }) => <Num key={id} figure={gains[id]} />),
            ...(settled
              ? [
                  <bdi key="kinds">
                    {(kinds ?? []).map(({ name, count }) => `${name} ${count}`).join(', ')}
                  </bdi>,
                ]
              : []),
          ],
        })),
      )}
    />
  )
}
