/** What is analysed where several parties sit at one table: their points, and which agreements the rule lets pass. */
import { type Listable, NotCovered, type SpaceParty } from '../space.ts'

export interface ManyParty extends SpaceParty {
  /** No deal passes without this party. */
  readonly veto: boolean
}

export interface ManySpace extends Listable {
  readonly parties: readonly ManyParty[]
  /** How many parties must accept for a deal to pass, those with a veto always among them. */
  readonly needed: number
}

/** The most parties that are analysed: coalitions are listed one by one, and there are 2^parties of them. */
const MOST_PARTIES = 10

/** A set of parties: bit p stands for the p-th. */
export type Coalition = number

/** The parties of a coalition, in their order. */
export const membersOf = (coalition: Coalition, parties: number): number[] =>
  Array.from({ length: parties }, (_, p) => p).filter((p) => (coalition >> p) & 1)

export function sizeOf(coalition: Coalition): number {
  let size = 0
  for (let rest = coalition; rest > 0; rest &= rest - 1) size++
  return size
}

/** Every party with a veto. */
export const vetoesOf = (space: ManySpace): Coalition =>
  space.parties.reduce((set, { veto }, p) => (veto ? set | (1 << p) : set), 0)

/** Whether a deal passes that exactly these parties accept. */
export const passes = (space: ManySpace, accepting: Coalition): boolean => {
  const vetoes = vetoesOf(space)
  return (accepting & vetoes) === vetoes && sizeOf(accepting) >= space.needed
}

/** Throws NotCovered where there are too few or too many parties to analyse. */
export function checkParties({ parties }: ManySpace): void {
  if (parties.length >= 2 && parties.length <= MOST_PARTIES) return
  throw new NotCovered(
    `spaces of 2 to ${MOST_PARTIES} parties are analysed, and this one has ${parties.length}`,
  )
}
