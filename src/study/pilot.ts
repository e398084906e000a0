/** What a pilot tells of spread: the standard deviation within its cells, pairings and openers apart. */
import { sampleVariance } from 'simple-statistics'
import { toNumber } from '../core/rational.ts'
import type { Observation } from './analysis.ts'

export interface Spread {
  readonly sd: number
  /** Completed negotiations, and the cells that they are of. */
  readonly n: number
  readonly cells: number
}

/**
 * The pooled standard deviation of joint gain within each pairing, opener and level of the other factors: what is left
 * once the design has taken its part. Undefined where no cell has two completed negotiations.
 */
export function pooledSpread(observations: readonly Observation[]): Spread | undefined {
  const done = observations.filter(({ joint }) => joint !== undefined)
  const groups = [...Map.groupBy(done, (o) => JSON.stringify([o.pairing, o.opener, o.levels ?? {}])).values()]
    .map((own) => own.map(({ joint }) => toNumber(joint!)))
    .filter((own) => own.length > 1)
  const n = groups.reduce((sum, own) => sum + own.length, 0)
  if (groups.length === 0) return undefined
  const squares = groups.reduce((sum, own) => sum + sampleVariance(own) * (own.length - 1), 0)
  return { sd: Math.sqrt(squares / (n - groups.length)), n, cells: groups.length }
}
