/** Counts of tokens as providers tell them. What is not told, or is no count, stays undefined: never 0. */
import type { Usage } from './contract.ts'
import { told } from './json.ts'

/** A count: a whole number from 0. */
export const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** The sum of what is told; undefined where nothing is. */
export function sum(...parts: readonly (number | undefined)[]): number | undefined {
  const known = parts.filter((part) => part !== undefined)
  return known.length === 0 ? undefined : known.reduce((a, b) => a + b, 0)
}

/** What is left of a total that includes the parts; never below 0, whatever a server counts. */
export function without(
  total: number | undefined,
  ...parts: readonly (number | undefined)[]
): number | undefined {
  return total === undefined ? undefined : Math.max(0, total - (sum(...parts) ?? 0))
}

/** A usage with the counts that were told and no others. */
export const usageOf = (counts: { readonly [K in keyof Usage]: number | undefined }): Usage => told(counts)
