/** What the stub says and reads in a talk: scripted talkers' phrases, and the readings of the rule-based observer. */
import { randomOf } from '../../core/random.ts'
import { makeNegotiator, type NegotiatorSpec, negotiatorSpec, plays } from '../../negotiators/registry.ts'
import { ruleObserverProblems } from '../../negotiators/scripts/talk/observer.ts'
import { termProblems } from '../../negotiators/scripts/talk/terms.ts'
import { isObserver } from '../../protocols/seats.ts'
import type { Brief } from '../../scenario/types.ts'
import type { Move } from './spoil.ts'
import type { TalkPlace } from './talk-table.ts'

/** Who speaks where no script was asked for: one of them, drawn for each message, so that talks take many ways. */
const TALKERS: readonly NegotiatorSpec[] = [
  { script: 'ask-purpose' },
  { script: 'split-by-part' },
  { script: 'split-by-part', share: 'most' },
  { script: 'offer-half' },
  { script: 'hold-out' },
].map((spec) => negotiatorSpec.parse(spec))
const OBSERVER = negotiatorSpec.parse({ script: 'rule-observer' })

/** Where a pack lacks the words of set phrases, the plainest thing that is allowed is said or read. */
export async function talkMove(
  { game, state, seat }: TalkPlace,
  brief: Brief,
  script: NegotiatorSpec | undefined,
  seed: string,
): Promise<Move> {
  const { protocol, scenario } = game
  const view = protocol.view(state, seat)
  const random = randomOf(seed, 'talker')
  const observing = isObserver(seat)
  const lacking = observing ? ruleObserverProblems(scenario, '') : termProblems(scenario, '')
  const asked = script && plays(script, protocol.name) ? script : random.pick(TALKERS)
  const spec = observing ? OBSERVER : asked
  const reply =
    lacking.length > 0 ? undefined : await makeNegotiator('stub', spec).sit(brief, seed).reply(view)
  const text = reply?.kind === 'text' ? reply.text : protocol.format(protocol.actions(view).at(0n), view)
  if (observing) return { text }
  const { message } = scenario.protocol.settings as { message?: { words?: number } }
  return {
    text,
    ...(message?.words === undefined ? {} : { words: message.words }),
    saying: (words) => words,
  }
}
