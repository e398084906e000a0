/** Deep copies as text, and deep freezing, for checks that nothing changes behind one's back. */

/** A value whole, as one text: lists and logs by their entries, keys in order, so that equal values look equal. */
export const snapshot = (value: unknown): string => JSON.stringify(value, ordered)

function ordered(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if (Symbol.iterator in value) return [...(value as Iterable<unknown>)]
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Freezes a value and all that it holds, so that whoever changes it meets an exception. Returns the value. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  const parts = Symbol.iterator in value ? (value as Iterable<unknown>) : Object.values(value)
  for (const part of parts) freeze(part)
  return value
}
