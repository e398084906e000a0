/**
 * The design: every planned negotiation, in order. A block holds each pairing with each of its cells (a level of
 * every factor, roles, an opener) equally often (a randomised complete block design: Fisher, The Design of
 * Experiments, 1935), so that a study stopped early is still balanced to within one block, and a drift over time
 * falls on all cells alike.
 */
import { randomOf } from '../core/random.ts'
import { isObserver } from '../protocols/seats.ts'
import type { AssignmentRecord, DesignRecord } from '../record/events.ts'

export interface Design {
  /** The study's id. */
  readonly id: string
  readonly seed: string
  readonly pairings: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly opener: readonly string[]
  /** Whether the negotiators of a pairing also change places; fixed unless given. */
  readonly roles?: 'fixed' | 'rotate' | undefined
  /** The study's own factors, each with its levels, several scenarios among them. */
  readonly factors?: Readonly<Record<string, readonly string[]>>
  /** How often each cell of each pairing is played; once a block unless `blocks` says otherwise. */
  readonly repetitions: number
  readonly blocks?: number
}

/** One cell of a pairing: what `a1`, `a2`, … stand for. */
export interface Cell {
  readonly assignment: string
  readonly opener: string
  /** How many places the negotiators have moved on. */
  readonly moved: number
  readonly levels: Readonly<Record<string, string>>
}

/** The levels of `roles` for so many parties: nobody has moved, all have moved on by one place, … */
export const roleLevels = (parties: number): string[] =>
  parties === 2
    ? ['as-written', 'swapped']
    : Array.from({ length: parties }, (_, i) => (i === 0 ? 'as-written' : `moved-${i}`))

const partiesOf = ({ pairings }: Design): string[] =>
  Object.keys(Object.values(pairings)[0] ?? {}).filter((seat) => !isObserver(seat))

/** Every varied factor with its levels, the opener last: it changes fastest from a1 on. */
export function factorsOf(design: Design): Record<string, readonly string[]> {
  return {
    ...design.factors,
    ...(design.roles === 'rotate' ? { roles: roleLevels(partiesOf(design).length) } : {}),
    opener: design.opener,
  }
}

/** The cells that each pairing is played in: every level of every factor with every other. */
export function designCells(design: Design): Cell[] {
  let levels: Record<string, string>[] = [{}]
  for (const [factor, names] of Object.entries(factorsOf(design))) {
    levels = levels.flatMap((before) => names.map((level) => ({ ...before, [factor]: level })))
  }
  const roles = roleLevels(partiesOf(design).length)
  return levels.map((own, i) => ({
    assignment: `a${i + 1}`,
    opener: own.opener!,
    moved: own.roles === undefined ? 0 : roles.indexOf(own.roles),
    levels: own,
  }))
}

/** How many blocks a design has. */
export const blocksOf = ({ blocks, repetitions }: Pick<Design, 'blocks' | 'repetitions'>): number =>
  blocks ?? repetitions

/** What the record keeps of a design beside its assignments. */
export const designRecord = (design: Design): DesignRecord => ({
  pairings: Object.keys(design.pairings),
  factors: factorsOf(design),
  blocks: blocksOf(design),
  repetitions: design.repetitions,
})

/**
 * All assignments in the order they are played. The order inside a block is drawn from the seed and the block's
 * number. An id tells what it is: `negotiation-<study>-b03-p02-<pairing>-a1` is the second place of block 3, and
 * a1 the first of the cells.
 * `variant` names the scenario that a cell plays, where it is not the study's own.
 */
export const assignments = (
  design: Design,
  variant: (levels: Readonly<Record<string, string>>) => string | undefined = () => undefined,
): AssignmentRecord[] => blocks(design, 1, blocksOf(design), variant)

/** The blocks from `first` to `last`: those of the design, or further ones that are drawn in the same way. */
export function blocks(
  design: Design,
  first: number,
  last: number,
  variant: (levels: Readonly<Record<string, string>>) => string | undefined = () => undefined,
): AssignmentRecord[] {
  const cells = designCells(design)
  const each = design.repetitions / blocksOf(design)
  const all = Object.keys(design.pairings).flatMap((pairing) =>
    Array.from({ length: each }, () => cells.map((cell) => ({ pairing, cell }))).flat(),
  )
  return Array.from({ length: last - first + 1 }, (_, b) => first + b).flatMap((block) =>
    randomOf('order of block', design.seed, block)
      .shuffle(all)
      .map(({ pairing, cell }, i) => assignmentOf(design, pairing, cell, block, i + 1, variant(cell.levels))),
  )
}

/** One assignment at its place. */
export function assignmentOf(
  { id, pairings }: Design,
  pairing: string,
  { assignment, opener, moved, levels }: Cell,
  block: number,
  position: number,
  variant: string | undefined,
): AssignmentRecord {
  return {
    id: `negotiation-${id}-b${two(block)}-p${two(position)}-${pairing.toLowerCase()}-${assignment}`,
    block,
    position,
    pairing,
    opener,
    seats: moveOn(pairings[pairing]!, moved),
    assignment,
    levels,
    ...(variant === undefined ? {} : { variant }),
  }
}

/** Each negotiator sits so many places further on; who observes stays where it is. */
function moveOn(seats: Readonly<Record<string, string>>, places: number): Readonly<Record<string, string>> {
  if (places === 0) return seats
  const parties = Object.keys(seats).filter((seat) => !isObserver(seat))
  const moved = parties.map((party, i) => {
    return [party, seats[parties[(i - places + parties.length) % parties.length]!]!] as const
  })
  return { ...seats, ...Object.fromEntries(moved) }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The seed of one negotiation: every draw in it comes from this text. */
export const negotiationSeed = (seed: string, assignment: AssignmentRecord): string =>
  `${seed}/${assignment.id}`
