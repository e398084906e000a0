/** All attempts of a study, filtered, sorted and searched, a page at a time. */
import type { Attempt } from './attempt.ts'
import { codeOf, endingLabel } from './endings.ts'
import { given } from './figure.ts'
import { searcher } from './search.ts'
import type { AttemptRow, AttemptsPage, AttemptsQuery, FilterData, PartyTag } from './types.ts'

/** Rows of one page. */
const PAGE_SIZE = 50

export interface AttemptsOf {
  readonly study: string
  readonly title: string
  readonly parties: readonly PartyTag[]
  readonly pairings: readonly string[]
  readonly factors: readonly { readonly name: string; readonly levels: readonly string[] }[]
  /** Names of kinds of agreement, where talks are settled. */
  readonly kinds?: ReadonlyMap<string, string>
  readonly attempts: readonly Attempt[]
  readonly reading?: AttemptsPage['reading']
  /** Kept by the caller as long as the attempts are the same. */
  readonly filters?: readonly FilterData[]
}

export function attemptsPage(of: AttemptsOf, asked: AttemptsQuery = {}, size = PAGE_SIZE): AttemptsPage {
  const { study, title, parties, attempts, reading } = of
  const filters = of.filters ?? filtersOf(of)
  const query = understood(asked, of, filters)
  const search = query.q === undefined ? undefined : searcher(query.q)
  const kept = attempts.filter((attempt) => matches(attempt.row, query) && (!search || search.has(attempt)))
  const sorted = sortRows(
    kept.map(({ row }) => row),
    query.sort,
  )
  const pages = Math.max(1, Math.ceil(sorted.length / size))
  const page = Math.min(query.page ?? 1, pages)
  const rows = sorted.slice((page - 1) * size, page * size)
  return given({
    kind: 'attempts' as const,
    study,
    title,
    parties,
    query,
    total: attempts.length,
    matching: sorted.length,
    page,
    pages,
    size,
    rows: search ? rows.map((row) => search.found(row, attempts[row.number - 1]!)) : rows,
    filters,
    sorts: sortsOf(parties),
    reading,
  })
}

/** What is not known is left out, so that an old link still shows something. */
function understood(asked: AttemptsQuery, of: AttemptsOf, filters: readonly FilterData[]): AttemptsQuery {
  const known = (name: string, value: string | undefined): string | undefined =>
    value !== undefined &&
    filters.find((one) => one.name === name)?.options.some((one) => one.value === value)
      ? value
      : undefined
  const factors = Object.entries(asked.factors ?? {}).filter(
    ([name, level]) => known(`factor.${name}`, level) !== undefined,
  )
  const sort = asked.sort?.replace(/^-/, '')
  return given({
    pairing: known('pairing', asked.pairing),
    factors: factors.length > 0 ? Object.fromEntries(factors) : undefined,
    outcome: known('outcome', asked.outcome),
    fault: known('fault', asked.fault),
    below: known('below', asked.below),
    q: asked.q?.trim() === '' ? undefined : asked.q,
    sort: sortsOf(of.parties).some(({ name }) => name === sort) ? asked.sort : undefined,
    page: asked.page,
  })
}

function matches(row: AttemptRow, { pairing, factors, outcome, fault, below }: AttemptsQuery): boolean {
  if (pairing !== undefined && row.pairing !== pairing) return false
  if (outcome !== undefined && row.outcome !== outcome && codeOf(row) !== outcome) return false
  if (fault !== undefined && !among(row.faults, fault)) return false
  if (below !== undefined && !among(row.below, below)) return false
  return Object.entries(factors ?? {}).every(([name, level]) => levelOf(row, name) === level)
}

const among = (list: readonly string[], asked: string): boolean =>
  asked === 'any' ? list.length > 0 : asked === 'none' ? list.length === 0 : list.includes(asked)

const levelOf = (row: AttemptRow, factor: string): string | undefined =>
  factor === 'opener' ? row.opener : Object.hasOwn(row.levels, factor) ? row.levels[factor] : undefined

/** What can be filtered by, with counts; what all attempts have alike is no filter. */
export function filtersOf({
  attempts,
  pairings,
  factors,
  parties,
  kinds,
}: Pick<AttemptsOf, 'attempts' | 'pairings' | 'factors' | 'parties' | 'kinds'>): FilterData[] {
  const rows = attempts.map(({ row }) => row)
  const label = (id: string): string => parties.find((party) => party.id === id)?.label ?? id
  const option = (value: string, words: string, test: (row: AttemptRow) => boolean) => ({
    value,
    label: words,
    count: rows.reduce((n, row) => (test(row) ? n + 1 : n), 0),
  })
  const codes = [...new Set(rows.flatMap(({ faults }) => faults))].sort()
  const below = [...new Set(rows.flatMap((row) => row.below))]
  const outcomes = [...new Set(rows.map(({ outcome }) => outcome))]
  const settled = [...new Set(rows.filter(({ kind }) => kind !== undefined).map(codeOf))].sort()
  const all: FilterData[] = [
    {
      name: 'pairing',
      label: 'Pairing',
      options: pairings.map((name) => option(name, name, (row) => row.pairing === name)),
    },
    ...factors.map(({ name, levels }) => ({
      name: `factor.${name}`,
      label: name === 'opener' ? 'Opens' : capital(name),
      options: levels.map((level) =>
        option(level, name === 'opener' ? label(level) : level, (row) => levelOf(row, name) === level),
      ),
    })),
    {
      name: 'outcome',
      label: 'Outcome',
      options: Object.keys(ORDER)
        .filter((code) => outcomes.includes(code))
        .flatMap((code) => [
          option(code, endingLabel(code), (row) => row.outcome === code),
          ...(code === 'settled' && settled.length > 1
            ? settled.map((kind) =>
                option(kind, `settled: ${endingLabel(kind, kinds)}`, (row) => codeOf(row) === kind),
              )
            : []),
        ]),
    },
    {
      name: 'fault',
      label: 'Faults',
      options:
        codes.length === 0
          ? []
          : [
              option('any', 'with a fault', ({ faultCount }) => faultCount > 0),
              option('none', 'without a fault', ({ faultCount }) => faultCount === 0),
              ...codes.map((code) => option(code, code, ({ faults }) => faults.includes(code))),
            ],
    },
    {
      name: 'below',
      label: 'Below reservation value',
      options:
        below.length === 0
          ? []
          : [
              option('any', 'some party', (row) => row.below.length > 0),
              option('none', 'no party', (row) => row.below.length === 0),
              ...below.map((id) => option(id, label(id), (row) => row.below.includes(id))),
            ],
    },
  ]
  return all.filter(({ options }) => options.length > 1)
}

const ORDER = { agreement: 0, settled: 1, 'no-agreement': 2, interrupted: 3, running: 4, planned: 5 } as const

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const SORTS: Readonly<
  Record<string, readonly [label: string, of: (row: AttemptRow) => number | string | undefined]>
> = {
  number: ['Number', ({ number }) => number],
  pairing: ['Pairing', ({ pairing }) => pairing],
  outcome: ['Outcome', ({ outcome }) => ORDER[outcome as keyof typeof ORDER]],
  joint: ['Joint gain', ({ joint }) => joint?.value],
  efficiency: ['Efficiency', ({ efficiency }) => efficiency],
  turns: ['Turns', ({ turns }) => turns],
  faults: ['Faults', ({ faultCount }) => faultCount],
  cost: ['Cost', ({ usd }) => usd],
  tokens: ['Tokens', ({ tokens }) => tokens],
  started: ['Begun', ({ startedAt }) => startedAt],
  ended: ['Ended', ({ endedAt }) => endedAt],
}

const GAIN = 'gain.'

const sortsOf = (parties: readonly PartyTag[]): { name: string; label: string }[] => [
  ...Object.entries(SORTS).map(([name, [label]]) => ({ name, label })),
  ...parties.map(({ id, label }) => ({ name: GAIN + id, label: `Gain of ${label}` })),
]

/** What is unknown stands last, whichever way it is sorted; ties stay in the order of the plan. */
function sortRows(rows: readonly AttemptRow[], sort: string | undefined): readonly AttemptRow[] {
  if (sort === undefined || sort === 'number') return rows
  const name = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const of = name.startsWith(GAIN)
    ? (row: AttemptRow) => row.gains?.[name.slice(GAIN.length)]?.value
    : SORTS[name]![1]
  return rows
    .map((row) => [of(row), row] as const)
    .sort(([a, one], [b, other]) => {
      if (a === undefined || b === undefined)
        return a === b ? one.number - other.number : a === undefined ? 1 : -1
      if (a === b) return one.number - other.number
      return (a < b ? -1 : 1) * sign
    })
    .map(([, row]) => row)
}
