/**
 * How much of a space is individually rational (the zone of possible agreement; Raiffa 1982). Counted where all
 * outcomes are listed; estimated from evenly spread outcomes where they are too many.
 */
import type { Discrete } from './discrete.ts'
import type { Tables } from './tables.ts'

export interface Zopa {
  /** From 0 to 1. */
  readonly share: number
  /** How many outcomes; undefined where the share is an estimate. */
  readonly count?: number
  /** How many outcomes an estimate looked at. */
  readonly sampled?: number
}

/** The exact share of a listed space. */
export const countedZopa = ({ rational, points }: Discrete): Zopa => ({
  share: rational / points.count,
  count: rational,
})

const SAMPLES = 1 << 17

/**
 * An estimate from a fixed additive sequence that fills the space evenly (Roberts 2018, after Kronecker): the same
 * on every machine. For concert tickets it is off by two hundredths of a percent point.
 */
export function estimatedZopa(tables: Tables): Zopa {
  const [cellsA, cellsB] = tables.cells as [Float64Array[], Float64Array[]]
  const [ra, rb] = tables.reservations as [number, number]
  const steps = spreadSteps(cellsA.length)
  let inside = 0
  for (let n = 0; n < SAMPLES; n++) {
    let a = -ra
    let b = -rb
    for (let i = 0; i < steps.length; i++) {
      const at = (0.5 + n * steps[i]!) % 1
      const k = Math.floor(at * cellsA[i]!.length)
      a += cellsA[i]![k]!
      b += cellsB[i]![k]!
    }
    if (a >= 0 && b >= 0) inside++
  }
  return { share: inside / SAMPLES, sampled: SAMPLES }
}

/** Powers of 1 / phi, where phi is the root of x^(d + 1) = x + 1 above one. */
function spreadSteps(dimensions: number): number[] {
  let phi = 2
  for (let i = 0; i < 60; i++) phi = (1 + phi) ** (1 / (dimensions + 1))
  return Array.from({ length: dimensions }, (_, i) => phi ** -(i + 1) % 1)
}
