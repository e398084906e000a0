/** Counts of tokens for print. */
import type { Span } from './bounds.ts'

/** `1,234,567`. */
export const thousands = (count: number | string): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** `1,200 to 34,000`, or `at least 1,200` where nothing bounds it. */
export function spanText<T>({ least, most }: Span<T>, text: (value: T) => string): string {
  if (most === undefined) return `at least ${text(least)}`
  const [from, to] = [text(least), text(most)]
  return from === to ? from : `${from} to ${to}`
}
