/** What closes the talks of a study, in words: how many readings, how many must agree, and what that guards against. */

import type { Settings } from '../protocols/free-talk/settings.ts'
import { isObserved } from '../study/check.ts'
import { closedEarly } from '../study/early-closes.ts'
import type { Study } from '../study/load.ts'

/** Readings that are wrong, of a hundred, in the example. */
const WRONG = 2

/**
 * A paragraph for each way of closing that the study's scenarios have, with the assignments that are closed so where
 * there are several; none where nobody observes.
 */
export function closingWords({
  variants,
  audit,
  assignments,
}: Pick<Study, 'variants' | 'audit' | 'assignments'>): string[] {
  const ways = new Map<string, Set<string | undefined>>()
  for (const { name, scenario } of variants) {
    if (!isObserved(scenario)) continue
    const words = wordsOf(scenario.protocol.settings as unknown as Settings, audit)
    ways.set(words, (ways.get(words) ?? new Set()).add(name))
  }
  const several = ways.size > 1
  return [...ways].map(([words, names]) => {
    const own = assignments.flatMap(({ assignment, variant }) =>
      names.has(variant) ? (assignment ?? []) : [],
    )
    return `Closing${several ? ` (${cellsText([...new Set(own)])})` : ''}: ${words}`
  })
}

/** `a1`, `a2`, … in the order of their numbers. */
const cellsText = (cells: readonly string[]): string =>
  cells.toSorted((a, b) => Number(a.slice(1)) - Number(b.slice(1))).join(', ')

function wordsOf(settings: Settings, asked: boolean | undefined): string {
  const { turns, confirm, audit } = settings
  const { readings, needed } = confirm
  const by =
    readings === 1
      ? 'One reading that reports an agreement closes the talk.'
      : `The talk is closed where ${needed} of at most ${readings} readings of the same message report an agreement, the first among them.`
  const early = (100 * closedEarly(settings, WRONG / 100)).toFixed(1)
  const on =
    (asked ?? audit) ? ' Talks go on to their bound after the close, and are read on (an audit).' : ''
  return `up to ${turns - 1} messages of a talk are read. ${by} An observer that sees an agreement where there is none in ${WRONG} readings of 100, by chance alone, would close ${early}% of talks early.${on}`
}
