/** What there is in the served folder: studies with how far they are, scenarios to read and to play. */
import type { ReactElement, ReactNode } from 'react'
import type { HomePage, ScenarioCard, StudyCard } from '../../../src/pages/types.ts'
import { Chip, Tag } from '../components/chip.tsx'
import { Command, State } from '../components/states.tsx'
import { counted, grouped, openWords, STATE_TONES, STATE_WORDS, Time } from '../components/words.tsx'
import { To } from '../links.tsx'

interface HomeProps {
  readonly page: HomePage
  /** A way to run one now, where this place has one. */
  readonly start?: ReactNode
  /** Where the tables that people sit at are shown: so many of the studies are tables. */
  readonly tablesOf?: ((count: number) => ReactNode) | undefined
  /** The same for one scenario. */
  readonly startOf?: ((scenario: string) => ReactNode) | undefined
}

export function Home({ page, start, startOf, tablesOf }: HomeProps): ReactElement {
  const { scenarios, problems } = page
  const studies = page.studies.filter(({ table }) => !table)
  const tables = page.studies.length - studies.length
  return (
    <div className="page">
      <header className="opening">
        <h1>Negotiations, run and recorded</h1>
        <p className="lead">
          {counted(studies.length, 'study', 'studies')} and {counted(scenarios.length, 'scenario')} in the
          folder <bdi>{page.folder}</bdi>.
        </p>
        {start}
      </header>
      <section className="section" aria-labelledby="studies">
        <h2 id="studies">Studies</h2>
        {studies.length === 0 ? (
          <State title="No study here yet">
            <p>A study is a folder with a page of YAML. Make one from a scenario, then run it:</p>
            <Command>{'parley init my-study\nparley run my-study'}</Command>
          </State>
        ) : (
          <ul className="cards">
            {studies.map((card) => (
              <StudyItem key={card.study} card={card} />
            ))}
          </ul>
        )}
        {tables > 0 && tablesOf?.(tables)}
      </section>
      <section className="section" aria-labelledby="scenarios">
        <h2 id="scenarios">Scenarios</h2>
        {scenarios.length === 0 ? (
          <State title="No scenario here">
            <p>A scenario is a folder with a scenario.yaml and, if it wants them, prompts.</p>
          </State>
        ) : (
          <ul className="cards">
            {scenarios.map((card) => (
              <ScenarioItem key={card.scenario} card={card} start={startOf?.(card.scenario)} />
            ))}
          </ul>
        )}
      </section>
      {problems.length > 0 && (
        <section className="section" aria-labelledby="problems">
          <h2 id="problems">Not readable</h2>
          <ul>
            {problems.map(({ where, message }) => (
              <li key={`${where} ${message}`}>
                <bdi>{where}</bdi>: <bdi>{message}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function StudyItem({ card }: { readonly card: StudyCard }): ReactElement {
  const { study, title, state, planned, ended, running, interrupted, scenario, models, registered, lastAt } =
    card
  return (
    <li>
      <h3>
        <To to={{ page: 'study', study }}>
          <bdi>{title}</bdi>
        </To>
      </h3>
      <p className="muted">
        <bdi>{scenario}</bdi>
        {models.length > 0 && (
          <>
            {', played by '}
            <bdi>{models.join(', ')}</bdi>
          </>
        )}
        {registered && ', registered before it was run'}
      </p>
      <div className="aside">
        <div>
          <Tag tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Tag>
        </div>
        <div>
          {grouped(ended)} of {grouped(planned)} ended
        </div>
        {running > 0 && (
          <div>
            {grouped(running)} {openWords(state)}
          </div>
        )}
        {interrupted > 0 && <div>{grouped(interrupted)} interrupted</div>}
        {lastAt !== undefined && (
          <div>
            <Time at={lastAt} />
          </div>
        )}
      </div>
    </li>
  )
}

interface ScenarioItemProps {
  readonly card: ScenarioCard
  readonly start: ReactNode
}

function ScenarioItem({ card, start }: ScenarioItemProps): ReactElement {
  const { scenario, title, protocol, parties, issues, summary } = card
  return (
    <li>
      <h3>
        <To to={{ page: 'scenario', scenario }}>
          <bdi>{title}</bdi>
        </To>
      </h3>
      <p>
        <bdi>{summary}</bdi>
      </p>
      <p className="row small">
        {parties.map(({ id, label, colour }) => (
          <Chip key={id} index={colour} label={label} />
        ))}
      </p>
      <div className="aside">
        <div>{protocol}</div>
        <div>{issues === 0 ? 'no terms' : counted(issues, 'term')}</div>
        {start !== undefined && <div>{start}</div>}
      </div>
    </li>
  )
}
