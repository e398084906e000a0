/** What a list of attempts is asked for, as it stands in an address; so a view can be shared as a link. */
import type { AttemptsQuery } from './types.ts'

const FACTOR = 'factor.'
/** Longer ones are nobody's search. */
const LONGEST = 200

/** Reads an address's parameters. What is empty, too long or no number of a page is left out; nothing is an error. */
export function parseQuery(params: Iterable<readonly [string, string]>): AttemptsQuery {
  const query: Record<string, unknown> = {}
  const factors: Record<string, string> = {}
  for (const [name, value] of params) {
    if (value === '' || value.length > LONGEST) continue
    if (name.startsWith(FACTOR) && name.length > FACTOR.length) {
      Object.defineProperty(factors, name.slice(FACTOR.length), { value, enumerable: true })
    } else if (name === 'page') {
      if (/^[1-9]\d{0,6}$/.test(value)) query.page = Number(value)
    } else if (['pairing', 'outcome', 'fault', 'below', 'q', 'sort'].includes(name)) query[name] = value
  }
  return { ...query, ...(Object.keys(factors).length > 0 ? { factors } : {}) }
}

/** The parameters of a query, in a fixed order: reading them gives the query back. */
export function queryParams({ factors = {}, page, ...rest }: AttemptsQuery): [name: string, value: string][] {
  const given = (['pairing', 'outcome', 'fault', 'below', 'q', 'sort'] as const).flatMap(
    (name): [string, string][] => (rest[name] === undefined ? [] : [[name, rest[name]]]),
  )
  const levels = Object.entries(factors).map(([factor, level]): [string, string] => [FACTOR + factor, level])
  return [
    ...given,
    ...levels,
    ...(page === undefined || page === 1 ? [] : [['page', String(page)] as [string, string]]),
  ]
}
