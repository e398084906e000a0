/** Scripts that also play alternating offers, here at a table of many: by the clock, stubborn, random; and one that walks. */
import type { Direction } from '../bids.ts'
import type { Stance } from '../stance.ts'
import { aspiration, type Curve } from '../time-dependent.ts'
import type { VoteScript } from './player.ts'

/** Puts forward what is just worth a demand that falls by the clock (Faratin, Sierra & Jennings 1998). */
export const concedingVotes = (
  stance: Stance,
  curve: Curve,
  direction: Direction,
): VoteScript<undefined> => ({
  begin: () => undefined,
  plan: (_, { time, random }) => stance.space.near(aspiration(stance, curve, time), random, direction),
  takes: (_, { time }) => aspiration(stance, curve, time),
})

/** Demands its best to the end and supports nothing less. */
export const hardlinerVotes = (stance: Stance): VoteScript<undefined> => ({
  begin: () => undefined,
  plan: (_, { random }) => stance.space.top(random),
  takes: () => stance.best,
  lastTakes: stance.best,
})

/** Supports or puts forward anything worth its threshold, each as likely (Gode & Sunder 1993). */
export const randomVotes = (stance: Stance): VoteScript<undefined> => ({
  begin: () => undefined,
  plan: (_, { random }) => stance.space.anyAbove(stance.floor, random),
  takes: () => stance.floor,
  supportsFirst: ({ random }) => random.int(0, 1) === 1,
})

/**
 * Concedes by the clock, and leaves for good once its patience is over and nothing that another party put forward
 * or supports is worth its demand: the outside option of bargaining theory (Binmore, Shaked & Sutton, "An outside option experiment",
 * Quarterly Journal of Economics 104, 1989), taken early.
 */
export const walker = (
  stance: Stance,
  settings: Curve & { readonly patience: number },
  direction: Direction,
): VoteScript<undefined> => ({
  ...concedingVotes(stance, settings, direction),
  leaves: ({ time, last }) => last || time >= settings.patience,
})
