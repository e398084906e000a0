/**
 * What a list of attempts is narrowed by. Everything stands in the address, so that a view can be shared; each
 * choice goes there at once, words when they are sent off.
 */
import { type FormEvent, type ReactElement, useId } from 'react'
import type { AttemptsPage, AttemptsQuery, FilterData } from '../../../src/pages/types.ts'
import { To } from '../links.tsx'
import { grouped } from './words.tsx'

interface FiltersProps {
  readonly page: AttemptsPage
  readonly change: (query: AttemptsQuery) => void
}

const FACTOR = 'factor.'

/** What a filter is set to now. */
function settingOf(query: AttemptsQuery, name: string): string {
  if (name.startsWith(FACTOR)) return query.factors?.[name.slice(FACTOR.length)] ?? ''
  return String(query[name as 'pairing'] ?? '')
}

/** The query with one filter set otherwise; the list begins at its first page again. */
export function withFilter(query: AttemptsQuery, name: string, value: string): AttemptsQuery {
  const { page: _, ...rest } = query
  if (name.startsWith(FACTOR)) {
    const { [name.slice(FACTOR.length)]: __, ...others } = rest.factors ?? {}
    const factors = value === '' ? others : { ...others, [name.slice(FACTOR.length)]: value }
    const { factors: ___, ...without } = rest
    return Object.keys(factors).length === 0 ? without : { ...without, factors }
  }
  const next: Record<string, unknown> = { ...rest }
  if (value === '') delete next[name]
  else next[name] = value
  return next
}

const isNarrowed = ({ page: _, sort: __, ...filters }: AttemptsQuery): boolean =>
  Object.keys(filters).length > 0

export function Filters({ page, change }: FiltersProps): ReactElement {
  const { query, filters, study, matching, total } = page
  const id = useId()
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    change(withFilter(query, 'q', String(new FormData(event.currentTarget).get('q') ?? '').trim()))
  }
  return (
    <div className="stack tight">
      <search>
        <form className="filters" onSubmit={search}>
          {filters.map((filter) => (
            <Choice
              key={filter.name}
              filter={filter}
              value={settingOf(query, filter.name)}
              choose={(value) => change(withFilter(query, filter.name, value))}
            />
          ))}
          <div className="field">
            <label htmlFor={`${id}q`}>words in messages</label>
            <span className="row joined">
              <input id={`${id}q`} name="q" type="search" defaultValue={query.q ?? ''} key={query.q ?? ''} />
              <button type="submit">Search</button>
            </span>
          </div>
        </form>
      </search>
      <p className="small muted" role="status">
        {matching === total
          ? `${grouped(total)} attempts`
          : `${grouped(matching)} of ${grouped(total)} attempts`}
        {isNarrowed(query) && (
          <>
            {' · '}
            <To to={{ page: 'attempts', study }}>show all</To>
          </>
        )}
      </p>
    </div>
  )
}

interface ChoiceProps {
  readonly filter: FilterData
  readonly value: string
  readonly choose: (value: string) => void
}

function Choice({ filter, value, choose }: ChoiceProps): ReactElement {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{filter.label}</label>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">all</option>
        {filter.options.map(({ value: option, label, count }) => (
          <option key={option} value={option}>
            {`${label} (${grouped(count)})`}
          </option>
        ))}
      </select>
    </div>
  )
}

/** From page to page of a list. */
export function Pager({ page }: { readonly page: AttemptsPage }): ReactElement | null {
  const { study, query, page: at, pages } = page
  if (pages < 2) return null
  const to = (n: number) => ({ page: 'attempts', study, query: { ...query, page: n } }) as const
  return (
    <nav className="pager" aria-label="Pages of the list">
      <span>
        {at > 1 && (
          <To to={to(at - 1)} rel="prev">
            ← earlier
          </To>
        )}
      </span>
      <span className="muted number">
        page {at} of {grouped(pages)}
      </span>
      <span>
        {at < pages && (
          <To to={to(at + 1)} rel="next">
            later →
          </To>
        )}
      </span>
    </nav>
  )
}
