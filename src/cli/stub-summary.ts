/** What a stub server was asked and what it did, for a person. */
import type { StubStats } from '../server/stub/index.ts'
import { textTable } from './table.ts'

export function stubSummary({ calls, answered, counts, unknown, tokens, faults }: StubStats): string {
  const lines = [
    `${calls} calls, ${answered} of them answered whole; ${counts} requests to count tokens`,
    `about ${tokens.input} tokens in, ${tokens.output} out`,
  ]
  if (unknown > 0)
    lines.push(`${unknown} calls had a prompt that no scenario leads to; they got a plain reply`)
  const rows = Object.entries(faults)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, times]) => [name, String(times)])
  return rows.length === 0
    ? lines.join('\n')
    : `${lines.join('\n')}\n\n${textTable(['fault', 'times'], rows, 'lr')}`
}
