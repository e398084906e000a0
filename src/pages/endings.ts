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
  const found = new Set(rows.map(({ outcome }) => outcome))
  const codes = ORDER.filter((code) => found.has(code))
  const counts = new Map(pairings.map((pairing) => [pairing, codes.map(() => 0)]))
  for (const { pairing, outcome } of rows) {
    const own = counts.get(pairing)
    const at = (codes as readonly string[]).indexOf(outcome)
    if (own && at >= 0) own[at]!++
  }
  return {
    caption: 'How the negotiations of each pairing ended.',
    endings: codes.map((code) => ({ code, label: endingLabel(code) })),
    rows: [...counts].map(([pairing, own]) => ({ pairing, counts: own })),
  }
}
