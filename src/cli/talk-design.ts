/** What closes the talks of a study, in words: how many readings, how many must agree, and what that guards against. */

import type { Settings } from '../protocols/free-talk/settings.ts'
import { isObserved } from '../study/check.ts'
import { closedEarly } from '../study/early-closes.ts'
import type { Study } from '../study/load.ts'

/** Readings that are wrong, of a hundred, in the example. */
const WRONG = 2

/** A paragraph for each way of closing that the study's scenarios have; none where nobody observes. */
export function closingWords({ variants, audit }: Pick<Study, 'variants' | 'audit'>): string[] {
  const all = variants.flatMap(({ scenario }) => (isObserved(scenario) ? [scenario.protocol.settings] : []))
  return [...new Set(all.map((settings) => wordsOf(settings as unknown as Settings, audit)))]
}

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
  return `Closing: up to ${turns - 1} messages of a talk are read. ${by} An observer that sees an agreement where there is none in ${WRONG} readings of 100, by chance alone, would close ${early}% of talks early.${on}`
}
