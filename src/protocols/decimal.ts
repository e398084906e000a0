/**
 * A written number as a whole number of a small unit, by its digits alone: neither a long row of digits nor a
 * huge exponent costs more than reading it.
 */
export interface Scaled {
  /** Whole units, towards zero; infinite where no safe integer could hold them. */
  readonly whole: number
  /** Whether something is left over below one unit. */
  readonly rest: boolean
}

const WRITTEN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/** A safe integer has at most this many digits. */
const MOST_DIGITS = 16

/**
 * Reads a JSON number's text in units of 10^-decimals: `67.5` with two decimals is 6750, as are `67.500` and
 * `6.75e1`; `67.505` is 6750 with a rest. Throws a RangeError where the text is no JSON number.
 */
export function readScaled(text: string, decimals: number): Scaled {
  const found = WRITTEN.exec(text)
  if (!found) throw new RangeError(`${text.slice(0, 40)} is no JSON number`)
  const [, sign, before = '', after = '', exponent = '0'] = found
  const digits = before + after
  let first = 0
  while (digits[first] === '0') first++
  let end = digits.length
  while (end > first && digits[end - 1] === '0') end--
  if (first === end) return { whole: 0, rest: false }
  // The unit's place among the digits; far beyond them where the exponent is huge.
  const point = before.length + Number(exponent) + decimals
  if (point <= first) return { whole: 0, rest: true }
  const size =
    point - first > MOST_DIGITS
      ? Number.POSITIVE_INFINITY
      : Number(digits.slice(first, point).padEnd(point - first, '0'))
  return { whole: sign === '-' ? -size : size, rest: end > point }
}
