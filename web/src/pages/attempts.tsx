/** The list of all attempts of a study, narrowed, sorted and searched by its address. */
import type { ReactElement, ReactNode } from 'react'
import type { AttemptsPage, AttemptsQuery } from '../../../src/pages/types.ts'
import { AttemptsTable } from '../components/attempts.tsx'
import { Filters, Pager } from '../components/filters.tsx'
import { counted } from '../components/words.tsx'
import { To } from '../links.tsx'

interface AttemptsProps {
  readonly page: AttemptsPage
  readonly pairings?: ReadonlyMap<string, number> | undefined
  /** Asks for the list anew; missing where nobody can. */
  readonly change?: ((query: AttemptsQuery) => void) | undefined
  /** More between the filters and the list. */
  readonly tools?: ReactNode
}

export const Attempts = ({ page, pairings, change, tools }: AttemptsProps): ReactElement => (
  <div className="page">
    <section className="stack">
      <header className="opening">
        <h1>All attempts</h1>
        <p className="muted">
          Every negotiation of{' '}
          <To to={{ page: 'study', study: page.study }}>
            <bdi>{page.title}</bdi>
          </To>
          , whatever became of it. An interrupted one has no known outcome: it is not a zero.
        </p>
      </header>
      {page.reading && page.reading.done < page.reading.all && (
        <p className="note" role="status">
          Being read: {counted(page.reading.done, 'negotiation')} of {page.reading.all} so far.
        </p>
      )}
      {change && <Filters page={page} change={change} />}
      {tools}
      <AttemptsTable page={page} pairings={pairings} sortable={change !== undefined} />
      <Pager page={page} />
    </section>
  </div>
)
