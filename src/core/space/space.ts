/** What is analysed: the issues, and for each party its points and what it gets with no deal. */
import type { Issue } from '../issue.ts'
import type { Utility } from '../points.ts'
import type { Rational } from '../rational.ts'

export interface SpaceParty {
  readonly id: string
  readonly utility: Utility
  /** Points with no deal; gains are counted from here. */
  readonly reservation: Rational
}

/** Any number of parties over the same issues. */
export interface Listable {
  readonly issues: readonly Issue[]
  readonly parties: readonly SpaceParty[]
}

/** Two parties: what the continuum and the search are made for. */
export interface Space extends Listable {
  readonly parties: readonly [SpaceParty, SpaceParty]
}

/** Up to how many outcomes are listed one by one; beyond, number issues are searched and not enumerated. */
export const ENUMERABLE = 10_000_000

/** Something the analysis does not cover, in words for a person. */
export class NotCovered extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NotCovered'
  }
}
