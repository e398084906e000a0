/**
 * JSON as a particular writer spells it, so that a line can be written again and compared byte for byte. Writers
 * differ in the space after commas and colons and in whether they escape what is not ASCII.
 */
import { LosslessNumber } from 'lossless-json'

export interface JsonStyle {
  readonly comma: ',' | ', '
  readonly colon: ':' | ': '
  readonly ascii: boolean
}

/** How JavaScript, Python and most others write; the first that fits a file counts. */
const STYLES: readonly JsonStyle[] = [
  { comma: ',', colon: ':', ascii: false },
  { comma: ', ', colon: ': ', ascii: true },
  { comma: ', ', colon: ': ', ascii: false },
  { comma: ',', colon: ':', ascii: true },
]

/** Writes a JSON value; keys in their own order, a LosslessNumber as it was spelt. */
export function writeJson(value: unknown, style: JsonStyle): string {
  if (typeof value === 'string') return quote(value, style.ascii)
  if (value instanceof LosslessNumber) return value.value
  if (Array.isArray(value)) return `[${value.map((part) => writeJson(part, style)).join(style.comma)}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(
      ([key, part]) => `${quote(key, style.ascii)}${style.colon}${writeJson(part, style)}`,
    )
    return `{${fields.join(style.comma)}}`
  }
  return JSON.stringify(value ?? null)
}

/**
 * The style in which most of the lines are written exactly as they stand; undefined where none is.
 * `values` are the lines as JSON.
 */
export function styleOf(lines: readonly string[], values: readonly unknown[]): JsonStyle | undefined {
  let [best, most]: [JsonStyle | undefined, number] = [undefined, 0]
  for (const style of STYLES) {
    const count = lines.filter((line, i) => writeJson(values[i], style) === line).length
    if (count > most) [best, most] = [style, count]
    if (most * 2 > lines.length) break
  }
  return best
}

/** A style for showing values to people. */
export const PLAIN: JsonStyle = STYLES[2]!

function quote(text: string, ascii: boolean): string {
  const quoted = JSON.stringify(text)
  if (!ascii) return quoted
  return quoted.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
