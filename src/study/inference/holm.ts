/** Holm's step-down adjustment for several comparisons (Holm 1979, A simple sequentially rejective procedure). */

/**
 * Adjusted p-values in the order of the given ones: the k-th smallest of n is multiplied by n - k + 1, none is
 * smaller than the one before it, none larger than 1. One that is undefined counts among the n, as if it were 1.
 */
export function holm(values: readonly (number | undefined)[]): (number | undefined)[] {
  const order = values.map((_, i) => i).sort((i, k) => (values[i] ?? 1) - (values[k] ?? 1))
  const adjusted: (number | undefined)[] = values.map(() => undefined)
  let before = 0
  for (const [rank, i] of order.entries()) {
    before = Math.max(before, Math.min(1, (values[i] ?? 1) * (values.length - rank)))
    if (values[i] !== undefined) adjusted[i] = before
  }
  return adjusted
}
