/** How the negotiations of each pairing ended, as counts. */
import type { AttemptRow, EndingsFigure } from './types.ts'

/** Before the kind of a talk that was settled. */
const KIND = 'settled: '

const ORDER = ['agreement', 'settled', 'no-agreement', 'interrupted', 'running', 'planned'] as const
const ENDING_LABELS: Readonly<Record<string, string>> = {
  agreement: 'agreement',
  settled: 'settled',
  'no-agreement': 'no agreement',
  interrupted: 'interrupted, outcome unknown',
  running: 'begun, not ended',
  planned: 'not begun',
}

/** `kinds`: names of kinds of agreement. */
export function endingLabel(code: string, kinds: ReadonlyMap<string, string> = new Map()): string {
  if (!code.startsWith(KIND)) return ENDING_LABELS[code] ?? code
  const kind = code.slice(KIND.length)
  return kinds.get(kind) ?? kind.replaceAll('_', ' ')
}

/** `kinds`: what talks can be settled as, with its name for readers, in the scenario's order. */
export function endingsFigure(
  rows: readonly AttemptRow[],
  pairings: readonly string[],
  names: ReadonlyMap<string, string> = new Map(),
): EndingsFigure {
  const found = new Set(rows.map(codeOf))
  const order = [...names.keys()].map((kind) => KIND + kind)
  const place = (code: string): number => (order.includes(code) ? order.indexOf(code) : order.length)
  const kinds = [...found]
    .filter((code) => code.startsWith(KIND))
    .sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
  const codes = ORDER.flatMap((code): string[] =>
    code === 'settled' ? [...kinds, ...(found.has(code) ? [code] : [])] : found.has(code) ? [code] : [],
  )
  const counts = new Map(pairings.map((pairing) => [pairing, codes.map(() => 0)]))
  for (const row of rows) {
    const own = counts.get(row.pairing)
    const at = codes.indexOf(codeOf(row))
    if (own && at >= 0) own[at]!++
  }
  return {
    caption: 'A bar for each pairing; numbers count negotiations.',
    endings: codes.map((code) => ({
      code,
      label: endingLabel(code, names),
    })),
    rows: [...counts].map(([pairing, own]) => ({ pairing, counts: own })),
  }
}

/** Talks that were settled are told apart by the kind of their agreement. */
export const codeOf = ({ outcome, kind }: AttemptRow): string =>
  outcome === 'settled' && kind !== undefined ? KIND + kind : outcome
