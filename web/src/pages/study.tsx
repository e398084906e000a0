/**
 * A study as a short paper: what came out, who gained, how it was done, all its conversations. While it runs the
 * same page shows how far it is. Everything that is only on a server or only on a site is given by the caller.
 */
import type { ReactElement, ReactNode } from 'react'
import { shellWord } from '../../../src/core/shell-word.ts'
import type { SectionId, StudyPage } from '../../../src/pages/types.ts'
import { AttemptsTable } from '../components/attempts.tsx'
import { Tag } from '../components/chip.tsx'
import { Contents } from '../components/contents.tsx'
import { Progress } from '../components/progress.tsx'
import { Command, State } from '../components/states.tsx'
import { ReportTable } from '../components/table.tsx'
import { counted, grouped, Time } from '../components/words.tsx'
import { To } from '../links.tsx'
import { numbersOf } from './arrangement.ts'
import { Downloads, FigureOf, NumbersProvider, Section } from './blocks.tsx'

interface StudyProps {
  readonly page: StudyPage
  /** Run, pause, go on, stop. */
  readonly control?: ReactNode
  /** More for a section, after its own blocks; of the downloads, before their list. */
  readonly more?: Readonly<Partial<Record<SectionId, ReactNode>>>
  /** Reads the author's own words, Markdown. */
  readonly markdown?: (text: string) => ReactNode
}

const RESULTS: ReadonlySet<SectionId> = new Set(['results', 'gains'])

export function Study({ page, control, more = {}, markdown }: StudyProps): ReactElement {
  const { state, progress, headline } = page
  const finished = state === 'complete'
  const begun = progress.completed + progress.interrupted + progress.running > 0
  // Tables of results without a result say nothing.
  const sections = begun ? page.sections : page.sections.filter(({ id }) => !RESULTS.has(id))
  return (
    <div className="page listed">
      <header className="opening">
        <h1>
          <bdi>{page.title}</bdi>
        </h1>
        <Byline page={page} />
        {!finished && (
          <section className="stack" aria-label="Progress">
            <Progress state={state} progress={progress} cost={page.cost} />
            {control}
          </section>
        )}
        {page.reading && page.reading.done < page.reading.all && (
          <p className="note" role="status">
            Results are being read: {counted(page.reading.done, 'negotiation')} of {page.reading.all} so far.
          </p>
        )}
        {headline.length > 0 && (
          <div className="prose lead">
            {headline.map((sentence) => (
              <p key={sentence}>
                <bdi>{sentence}</bdi>
              </p>
            ))}
          </div>
        )}
      </header>
      {sections.length > 1 && <Contents entries={sections} />}
      <div className="page">
        {!begun && <NoRunYet page={page} />}
        {sections.length > 0 ? (
          <NumbersProvider value={numbersOf(page, sections)}>
            {sections.map((section) => (
              <Section
                key={section.id}
                section={section}
                page={page}
                own={section.own === undefined ? undefined : markdown?.(section.own)}
              >
                {section.id === 'conversations' && <Conversations page={page} />}
                {section.id === 'downloads' && more.downloads}
                {section.id === 'downloads' && page.downloads.length > 0 && (
                  <Downloads study={page.study} downloads={page.downloads} />
                )}
                {section.id !== 'downloads' && more[section.id]}
              </Section>
            ))}
          </NumbersProvider>
        ) : (
          <Bare page={page} />
        )}
      </div>
    </div>
  )
}

function Byline({ page }: { readonly page: StudyPage }): ReactElement {
  const { scenarios, registered, resultsUntil, progress } = page
  return (
    <p className="byline small muted">
      {scenarios.length > 0 && (
        <span>
          Scenario{' '}
          {scenarios.map(({ key, title }, k) => (
            <span key={key}>
              {k > 0 && ', '}
              <To to={{ page: 'scenario', scenario: key }}>
                <bdi>{title}</bdi>
              </To>
            </span>
          ))}
        </span>
      )}
      <span>{counted(progress.planned, 'negotiation')}</span>
      {registered && (
        <span>
          <Tag>registered</Tag> <Time at={registered.at} />
        </span>
      )}
      {resultsUntil !== undefined && (
        <span>
          results until <Time at={resultsUntil} />
        </span>
      )}
    </p>
  )
}

const NoRunYet = ({ page }: { readonly page: StudyPage }): ReactElement => (
  <State title="No run yet">
    <p>
      {counted(page.progress.planned, 'negotiation')} {page.progress.planned === 1 ? 'is' : 'are'} planned;
      none has begun. What follows is the design. Results appear here as soon as the first has ended.
    </p>
    {page.control === undefined && <Command>{`parley run ${shellWord(page.study)}`}</Command>}
  </State>
)

/** Rows that a study's own page shows of all its attempts. */
const FIRST_ROWS = 20

const Conversations = ({ page }: { readonly page: StudyPage }): ReactElement => {
  const { pairings, study } = page
  const { rows, total } = page.attempts
  // A few more than that are no reason to leave any out.
  const some = rows.length > FIRST_ROWS + 5 ? rows.slice(0, FIRST_ROWS) : rows
  return (
    <>
      <AttemptsTable
        page={{ ...page.attempts, rows: some }}
        pairings={new Map(pairings.map(({ name, colour }) => [name, colour]))}
        sortable={page.control !== undefined}
      />
      {some.length < total && (
        <p>
          <To
            to={{ page: 'attempts', study }}
          >{`All ${grouped(total)} attempts, with filters and search`}</To>
        </p>
      )}
    </>
  )
}

/** Where nobody has made sections: the results as they come. */
const Bare = ({ page }: { readonly page: StudyPage }): ReactElement => (
  <>
    <section className="section" aria-labelledby="results">
      <h2 id="results">Results</h2>
      {(['plane', 'joint', 'gains', 'endings', 'concessions', 'turns'] as const).map((figure) => (
        <FigureOf key={figure} page={page} figure={figure} />
      ))}
      {page.tables.map((table) => (
        <ReportTable key={table.title} table={table} parties={page.parties} />
      ))}
    </section>
    <section className="section" aria-labelledby="conversations">
      <h2 id="conversations">All conversations</h2>
      <Conversations page={page} />
    </section>
  </>
)
