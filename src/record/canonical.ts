/**
 * JSON in its one canonical form (RFC 8785, the JSON Canonicalization Scheme): keys sorted by UTF-16 code units, no
 * spaces, numbers and strings as ECMAScript writes them. Equal values have equal bytes, whoever writes them.
 */

/** The text of a JSON value. Throws a RangeError for a lone surrogate or a number without end, which have none. */
export function canonical(value: unknown): string {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new RangeError('half a character has no canonical form')
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no JSON`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const own = value as Record<string, unknown>
  const keys = Object.keys(own)
    .filter((key) => own[key] !== undefined)
    .sort()
  return `{${keys.map((key) => `${canonical(key)}:${canonical(own[key])}`).join(',')}}`
}
