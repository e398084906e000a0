/** The app's addresses: what a link leads to as a path, and a path as what it asks for. The API has the same below /api. */
import type { AttemptsQuery, CompareWhat, Target } from '../../src/pages/types.ts'

const segment = encodeURIComponent
const FACTOR = 'factor.'
const SIMPLE = ['pairing', 'outcome', 'fault', 'below', 'q', 'sort'] as const
const WHAT = ['study', 'negotiation', 'pairing', 'factor', 'level'] as const

/** The address of a page of the app. */
export function pathOf(target: Target): string {
  switch (target.page) {
    case 'home':
      return '/'
    case 'study':
      return `/studies/${segment(target.study)}${target.section === undefined ? '' : `#${target.section}`}`
    case 'attempts':
      return `/studies/${segment(target.study)}/attempts${searchOf(attemptsSearch(target.query ?? {}))}`
    case 'negotiation': {
      const turn = target.turn === undefined ? '' : `#turn-${target.turn}`
      return `/studies/${segment(target.study)}/negotiations/${segment(target.id)}${turn}`
    }
    case 'scenario':
      return `/scenarios/${segment(target.scenario)}`
    case 'compare':
      return `/compare${searchOf(compareSearch(target.left, target.right))}`
    case 'download':
      return `/api/studies/${segment(target.study)}/files/${target.file.split('/').map(segment).join('/')}`
  }
}

const searchOf = (params: URLSearchParams): string => (params.size === 0 ? '' : `?${params}`)

/** A list's query as it stands in an address. */
export function attemptsSearch(query: AttemptsQuery): URLSearchParams {
  const params = new URLSearchParams()
  for (const name of SIMPLE) if (query[name] !== undefined) params.set(name, query[name])
  for (const [name, level] of Object.entries(query.factors ?? {})) params.set(FACTOR + name, level)
  if (query.page !== undefined && query.page > 1) params.set('page', String(query.page))
  return params
}

/** The query that an address holds; what is not known is left out. */
export function attemptsQuery(params: URLSearchParams): AttemptsQuery {
  const factors = Object.fromEntries(
    [...params].flatMap(([name, level]) =>
      name.startsWith(FACTOR) ? [[name.slice(FACTOR.length), level]] : [],
    ),
  )
  const page = Number(params.get('page') ?? 1)
  return {
    ...Object.fromEntries(SIMPLE.flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : []))),
    ...(Object.keys(factors).length > 0 ? { factors } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

function compareSearch(left: CompareWhat | undefined, right: CompareWhat | undefined): URLSearchParams {
  const params = new URLSearchParams()
  for (const [side, what] of Object.entries({ left, right })) {
    for (const name of WHAT) if (what?.[name] !== undefined) params.set(`${side}.${name}`, what[name])
  }
  return params
}

function compareWhat(params: URLSearchParams, side: string): CompareWhat | undefined {
  const found = Object.fromEntries(
    WHAT.flatMap((name) => (params.get(`${side}.${name}`) ? [[name, params.get(`${side}.${name}`)!]] : [])),
  )
  return found.study === undefined ? undefined : (found as unknown as CompareWhat)
}

/** What a page's address asks for; undefined where no page has it. */
export function targetOf(pathname: string, search: string): Target | undefined {
  const parts = pathname.split('/').filter((part) => part !== '')
  const params = new URLSearchParams(search)
  const names = decoded(parts)
  if (!names) return undefined
  const [first, second, third, fourth] = names
  if (names.length === 0) return { page: 'home' }
  if (first === 'compare' && names.length === 1) {
    const [left, right] = [compareWhat(params, 'left'), compareWhat(params, 'right')]
    return { page: 'compare', ...(left ? { left } : {}), ...(right ? { right } : {}) }
  }
  if (first === 'scenarios' && names.length === 2) return { page: 'scenario', scenario: second! }
  if (first !== 'studies') return undefined
  if (names.length === 2) return { page: 'study', study: second! }
  if (third === 'attempts' && names.length === 3) {
    return { page: 'attempts', study: second!, query: attemptsQuery(params) }
  }
  if (third === 'negotiations' && names.length === 4)
    return { page: 'negotiation', study: second!, id: fourth! }
  return undefined
}

function decoded(parts: readonly string[]): string[] | undefined {
  try {
    return parts.map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Where a page's data is fetched: its address below /api, without a place within the page. */
export function dataOf(target: Target): string {
  if (target.page === 'home') return '/api/home'
  return `/api${pathOf(target).replace(/#.*$/, '')}`
}
