/** The whole analysis of a two-party outcome space: grid, continuum, what the issues are. */
import type { Rational } from '../rational.ts'
import { type Continuum, solveContinuum } from './continuum.ts'
import { type Grid, solveGrid, tablesOf } from './grid.ts'
import { type Extent, type IssueRole, issueRoles, partyExtents } from './roles.ts'
import { NotCovered, type Space } from './space.ts'
import { countedZopa, estimatedZopa, type Zopa } from './zopa.ts'

export interface Analysis {
  /** Number issues between their steps too; undefined where there is none, or where `notes` says why. */
  readonly continuum?: Continuum
  /** Allowed values alone. */
  readonly grid: Grid
  readonly zopa?: Zopa
  readonly roles: readonly IssueRole[]
  /** What each party could get at worst and at best. */
  readonly extents: readonly [Extent, Extent]
  /** What is left out and why, in words for a person. */
  readonly notes: readonly string[]
}

/** Analyses a space. Never throws for its size; what could not be done is in `notes`. */
export function analyzeSpace(space: Space): Analysis {
  const notes: string[] = []
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof NotCovered)) throw error
      notes.push(error.message)
      return undefined
    }
  }
  const continuous = space.issues.some((issue) => issue.type === 'number')
  // Choices alone are solved like a continuum too where there are too many outcomes to list.
  const listable = attempt(() => solveGrid(space))
  const continuum = continuous || !listable?.all ? attempt(() => solveContinuum(space)) : undefined
  // A listing that failed or was not tried leaves the search near the continuum's solutions.
  const grid = listable?.all ? listable : solveGrid(space, continuum, undefined, 0)
  if (!grid.solutions) {
    notes.push('the grid was not solved: its figures are too large, or an issue allows too many values')
  }
  const tables = grid.all ? undefined : tablesOf(space)
  const zopa = grid.all ? countedZopa(grid.all) : tables && !tables.whole ? estimatedZopa(tables) : undefined
  return {
    ...(continuum && { continuum }),
    grid,
    ...(zopa && { zopa }),
    roles: issueRoles(space),
    extents: partyExtents(space),
    notes,
  }
}

/**
 * The largest joint gain of an individually rational outcome: what efficiency is measured against. The grid's where
 * it is proven, else the continuum's, which is never smaller. Undefined where no outcome is individually rational;
 * throws NotCovered where neither can be had.
 */
export function largestJointGain(space: Space): Rational | undefined {
  const { grid, continuum, notes } = analyzeSpace(space)
  const [a, b] = space.parties
  const gain = (pair: { readonly a: Rational; readonly b: Rational }): Rational =>
    pair.a.add(pair.b).sub(a.reservation).sub(b.reservation)
  const onGrid = grid.solutions?.jointGain
  if (onGrid?.proven) return onGrid.outcomes[0] && gain(onGrid.outcomes[0])
  if (!continuum) throw new NotCovered(notes.join('; '))
  return continuum.solutions.jointGain[0] && gain(continuum.solutions.jointGain[0].from)
}
