/**
 * Random: any outcome worth its threshold, each as likely as the next, and it takes whatever is worth its
 * threshold. This is the zero-intelligence trader with a budget (Gode & Sunder, "Allocative efficiency of
 * markets with zero-intelligence traders", Journal of Political Economy 101, 1993) at a bargaining table, and
 * the usual floor to compare strategies with.
 */
import type { Script } from './player.ts'
import type { Stance } from './stance.ts'

export const randomWalker = (stance: Stance): Script<undefined> => ({
  begin: () => undefined,
  plan: (_, { random }) => stance.space.anyAbove(stance.floor, random),
  takes: () => stance.floor,
})
