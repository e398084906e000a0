/** What an outcome was worth to each party, below a conversation. */
import { exactText, printed } from '../core/rational.ts'
import type { StoryResult } from '../record/story.ts'
import { percentText } from './figures.ts'
import { efficiencyOf } from './result-text.ts'
import type { Story } from './story-text.ts'
import { textTable } from './table.ts'
import { wrap } from './wrap.ts'

/** Points, reservation values and gains as a table, and the joint gain; no line where there are no points. */
export function scoreBlock(
  result: StoryResult,
  { scenario, largest }: Pick<Story, 'scenario' | 'largest'>,
  label: (seat: string) => string,
  width: number,
): string[] {
  const { points, gains, jointGain, belowReservation } = result
  if (!points || !gains) return []
  const rows = scenario.parties.map(({ id, reservation }) => [
    label(id),
    printed(points[id]!),
    reservation.text,
    printed(gains[id]!),
    belowReservation.includes(id) ? 'below its reservation value' : '',
  ])
  const marked = rows.some((row) => row[4] !== '')
  const head = ['', 'points', 'reservation', 'gain', ...(marked ? [''] : [])]
  const table = textTable(
    head,
    rows.map((row) => row.slice(0, head.length)),
    'lrrrl',
    width,
  )
  const share = efficiencyOf(result, largest)
  const joint = jointGain ? [`Joint gain ${printed(jointGain)}`] : []
  if (share && largest) joint.push(`efficiency ${percentText(share)} of the largest, ${exactText(largest)}`)
  return ['', table, '', wrap(joint.join('; '), width)]
}
