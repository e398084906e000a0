/**
 * Hardliner: demands the most it can have until the end and takes nothing less, a baseline of Baarslag, Hindriks
 * & Jonker, "Towards a quantitative concession-based classification method of negotiation strategies", PRIMA
 * 2011. Where several outcomes are worth the most, each turn draws one.
 */
import type { Script } from './player.ts'
import type { Stance } from './stance.ts'

export const hardliner = (stance: Stance): Script<undefined> => ({
  begin: () => undefined,
  plan: (_, { random }) => stance.space.top(random),
  lastTakes: stance.best,
})
