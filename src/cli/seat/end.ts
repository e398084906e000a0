/** How a person's play ended: the deal, the points of all, and where it lies in the outcome space. */

import { printed, type Rational } from '../../core/rational.ts'
import { shellWord } from '../../core/shell-word.ts'
import type { Study } from '../../study/load.ts'
import type { Io } from '../io.ts'
import { endSentence, pointsSentence, resultJson } from '../result-text.ts'
import { scoreLines } from '../scores-text.ts'
import { recordStory } from '../story.ts'
import { safe } from '../text.ts'
import { wrap } from '../wrap.ts'

export interface Played {
  readonly negotiation: string
  readonly seat: string
  readonly seats: Readonly<Record<string, string>>
}

/** Prints it, from the record alone. */
export async function tellEnd(
  study: Study,
  { negotiation, seat, seats }: Played,
  json: boolean,
  io: Io,
): Promise<void> {
  const { result, largest, scores, scenario } = await recordStory(study.folder, negotiation)
  if (!result) throw new Error('a negotiation that has ended has no result')
  if (json) {
    const told = { folder: study.folder, negotiation, seat, seats, ...resultJson(result, largest) }
    return io.out(JSON.stringify(told, null, 2))
  }
  const width = Math.min(io.columns, 100)
  const own = result.points?.[seat]
  const gain = result.gains?.[seat]
  const yours =
    own && gain
      ? [`You have ${printed(own)} points: ${overText(gain)} what no deal gives you.`]
      : result.end.kind === 'interrupted'
        ? ['Its points are unknown.']
        : []
  const all = pointsSentence(result, largest)
  const lines = [
    `The end: ${endSentence(result)}.`,
    ...yours,
    ...(all === '' ? [] : [`All of it: ${all}.`]),
    ...(scores ? scoreLines(scenario, scores) : []),
  ]
  io.out(`\n${lines.map((line) => wrap(safe(line), width, '', '  ')).join('\n')}`)
  const folder = shellWord(study.folder)
  io.out(
    [
      '',
      `Record  ${study.record}`,
      `  parley show ${folder} table   the conversation with everybody's points`,
      `  parley replay ${folder}       checks the record`,
      `  parley report ${folder}       the report`,
    ].join('\n'),
  )
}

const overText = (gain: Rational): string => {
  const sign = gain.compare(0)
  return sign === 0 ? 'just' : `${printed(gain.abs())} ${sign > 0 ? 'over' : 'below'}`
}
