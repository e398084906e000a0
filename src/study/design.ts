/**
 * The design: every planned negotiation, in order. A block holds each pairing with each opener once (a randomised
 * complete block design: Fisher, The Design of Experiments, 1935), so that a study stopped early is still
 * balanced to within one block, and a drift over time falls on all cells alike.
 */
import { randomOf } from '../core/random.ts'
import type { AssignmentRecord } from '../record/events.ts'

export interface Design {
  /** The study's id. */
  readonly id: string
  readonly seed: string
  readonly pairings: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly opener: readonly string[]
  /** How many blocks. */
  readonly repetitions: number
}

/**
 * All assignments in the order they are played. The order inside a block is drawn from the seed and the block's
 * number. An id tells what it is: `negotiation-<study>-b03-p02-<pairing>-a1` is the second place of block 3, and
 * a1 the first of the openers.
 */
export function assignments(design: Design): AssignmentRecord[] {
  const { id, seed, pairings, opener, repetitions } = design
  const cells = Object.entries(pairings).flatMap(([pairing, seats]) =>
    opener.map((party, level) => ({ pairing, seats, opener: party, level: level + 1 })),
  )
  return Array.from({ length: repetitions }, (_, b) => b + 1).flatMap((block) =>
    randomOf('order of block', seed, block)
      .shuffle(cells)
      .map((cell, i) => ({
        id: `negotiation-${id}-b${two(block)}-p${two(i + 1)}-${cell.pairing.toLowerCase()}-a${cell.level}`,
        block,
        position: i + 1,
        pairing: cell.pairing,
        opener: cell.opener,
        seats: cell.seats,
      })),
  )
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The seed of one negotiation: every draw in it comes from this text. */
export const negotiationSeed = (seed: string, assignment: AssignmentRecord): string =>
  `${seed}/${assignment.id}`
