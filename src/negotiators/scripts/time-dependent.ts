/**
 * Time-dependent tactics of Faratin, Sierra & Jennings, "Negotiation decision functions for autonomous agents",
 * Robotics and Autonomous Systems 24, 1998, section 4.1, the polynomial family: the points demanded are
 *
 *     u(t) = min + (1 - F(t)) (max - min),   F(t) = k + (1 - k) t^(1/b)
 *
 * with t from 0 (first turn) to 1 (last), k the share given up at once and b the exponent as Faratin writes it:
 * b < 1 Boulware (concedes late), b = 1 linear, b > 1 Conceder (concedes early). Some later work writes the
 * reciprocal.
 */
import type { Direction } from './bids.ts'
import type { Script } from './player.ts'
import type { Stance } from './stance.ts'

export interface Curve {
  readonly exponent: number
  /** Share of the range from floor to best that is given up before the first offer: k. */
  readonly start: number
  /** Share of that range that is never given up. */
  readonly keep: number
}

/** F(t): the share of what may be conceded that has been conceded at time t, 0 to 1. */
export const conceded = (time: number, exponent: number, start = 0): number =>
  start + (1 - start) * time ** (1 / exponent)

/** The scaled points demanded at a time. */
export function aspiration(stance: Stance, curve: Curve, time: number): number {
  const { floor, best } = stance
  const least = floor + curve.keep * (best - floor)
  return least + (1 - conceded(time, curve.exponent, curve.start)) * (best - least)
}

/** Offers something just worth its demand, all the way in the one direction that it was given. */
export const timeDependent = (stance: Stance, curve: Curve, direction: Direction): Script<undefined> => ({
  begin: () => undefined,
  plan: (_, { time, random }) => stance.space.near(aspiration(stance, curve, time), random, direction),
})
