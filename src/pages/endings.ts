/** How the negotiations of each pairing ended, as counts. */
import type { AttemptRow, EndingsFigure } from './types.ts'

const ORDER = ['agreement', 'settled', 'no-agreement', 'interrupted', 'running', 'planned'] as const
export const ENDING_LABELS: Readonly<Record<string, string>> = {
  agreement: 'agreement',
  settled: 'settled',
  'no-agreement': 'no agreement',
  interrupted: 'interrupted, outcome unknown',
  running: 'being played',
  planned: 'not begun',
}

export const endingLabel = (code: string): string => ENDING_LABELS[code] ?? code

export function endingsFigure(rows: readonly AttemptRow[], pairings: readonly string[]): EndingsFigure {
  const found = new Set(rows.map(codeOf))
  const kinds = [...found].filter((code) => code.startsWith(KIND)).sort()
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
    caption: 'How the negotiations of each pairing ended.',
    endings: codes.map((code) => ({
      code,
      label: code.startsWith(KIND) ? code.slice(KIND.length) : endingLabel(code),
    })),
    rows: [...counts].map(([pairing, own]) => ({ pairing, counts: own })),
  }
}

const KIND = 'settled: '

/** Talks that were settled are told apart by the kind of their agreement. */
const codeOf = ({ outcome, kind }: AttemptRow): string =>
  outcome === 'settled' && kind !== undefined ? KIND + kind : outcome
