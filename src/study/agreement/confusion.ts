/**
 * Two readers of the same units, laid beside each other: how often one said this where the other said that. What one
 * of them did not rate (undefined) is no part of the table, and is counted.
 */

/** What a reader said of a unit; undefined where it said nothing. */
export type Rating = string | undefined

export interface Confusion {
  /** In the order that was given, then whatever else was said, as it was met. */
  readonly categories: readonly string[]
  /** `counts[i][j]`: units that the first reader put into category i and the second into j. */
  readonly counts: readonly (readonly number[])[]
  /** Units that both rated. */
  readonly units: number
  /** Units that at least one of them did not rate. */
  readonly left: number
}

/**
 * Cross-tabulates two lists of ratings of the same units. `order`: categories in the order in which they are to stand;
 * those that nobody used stay in. Throws a RangeError where the lists differ in length.
 */
export function confusion(
  first: readonly Rating[],
  second: readonly Rating[],
  order: readonly string[] = [],
): Confusion {
  if (first.length !== second.length) throw new RangeError('two readers of one list of units')
  const pairs = first.flatMap((a, i): [string, string][] => {
    const b = second[i]
    return a === undefined || b === undefined ? [] : [[a, b]]
  })
  const categories = [...new Set([...order, ...pairs.flat()])]
  const at = new Map(categories.map((category, i) => [category, i]))
  const counts = categories.map(() => categories.map(() => 0))
  for (const [a, b] of pairs) counts[at.get(a)!]![at.get(b)!]!++
  return { categories, counts, units: pairs.length, left: first.length - pairs.length }
}

/** The share of units of which both said the same; undefined where both rated none. */
export function rawAgreement({ counts, units }: Confusion): number | undefined {
  return units === 0 ? undefined : counts.reduce((sum, row, i) => sum + row[i]!, 0) / units
}
