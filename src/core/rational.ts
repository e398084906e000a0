/**
 * Exact numbers. Points, values and gains are fractions from the source text to the last figure printed;
 * a float appears only where a number is printed or plotted.
 */
import Fraction from 'fraction.js'

export type Rational = Fraction

export const ZERO: Rational = new Fraction(0)

/** A rational from whole numbers: `numerator / denominator` (denominator 1 unless given, never 0). */
export const rational = (numerator: number | bigint, denominator: number | bigint = 1): Rational =>
  new Fraction(BigInt(numerator), BigInt(denominator))

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/

/**
 * Reads a decimal as it is written (`121.188`, `-0.5`, `1e2`), so that what was typed is what counts.
 * Returns undefined where the text is no decimal number.
 */
export function parseRational(text: string): Rational | undefined {
  const found = DECIMAL.exec(text.trim())
  if (!found) return undefined
  const [, sign, whole = '', part = '', exponent = '0'] = found
  if (whole === '' && part === '') return undefined
  const digits = BigInt(whole + part) * (sign === '-' ? -1n : 1n)
  const shift = Number(exponent) - part.length
  return shift >= 0 ? rational(digits * 10n ** BigInt(shift)) : rational(digits, 10n ** BigInt(-shift))
}

/** The signed numerator and the denominator, in lowest terms. */
export const parts = (value: Rational): [numerator: bigint, denominator: bigint] => [
  value.s * value.n,
  value.d,
]

/** The shortest exact text: a decimal where it ends (`63.425`), else a fraction (`1/3`). */
export function exactText(value: Rational): string {
  const [numerator, denominator] = parts(value)
  let rest = denominator
  let twos = 0
  let fives = 0
  for (; rest % 2n === 0n; rest /= 2n) twos++
  for (; rest % 5n === 0n; rest /= 5n) fives++
  if (rest !== 1n) return `${numerator}/${denominator}`
  const decimals = Math.max(twos, fives)
  return fixed((numerator * 10n ** BigInt(decimals)) / denominator, decimals)
}

/** Reads what `exactText` wrote. Returns undefined for anything else. */
export function parseExact(text: string): Rational | undefined {
  const slash = text.indexOf('/')
  if (slash < 0) return parseRational(text)
  const numerator = text.slice(0, slash)
  const denominator = text.slice(slash + 1)
  if (!/^-?\d+$/.test(numerator) || !/^[1-9]\d*$/.test(denominator)) return undefined
  return rational(BigInt(numerator), BigInt(denominator))
}

/** For print: rounded half away from zero to `decimals` places (two unless said). */
export function printed(value: Rational, decimals = 2): string {
  const [numerator, denominator] = parts(value)
  const scale = 10n ** BigInt(decimals)
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size * scale + denominator) / (2n * denominator)
  return fixed(numerator < 0n ? -rounded : rounded, decimals)
}

/** A whole number of 10^-decimals as decimal text: `fixed(6750n, 2)` is `67.50`. */
export function fixed(scaled: number | bigint, decimals: number): string {
  const value = BigInt(scaled)
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const cut = digits.length - decimals
  return `${value < 0n ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`
}

/** The nearest float, for plots and statistics alone. */
export const toNumber = (value: Rational): number => value.valueOf()
