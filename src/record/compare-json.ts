/** The first place where two JSON values differ: key for key, character for character. */
import { LosslessNumber } from 'lossless-json'
import { PLAIN, writeJson } from './json-style.ts'

export interface JsonDifference {
  /** `request.messages[0].content`. */
  readonly path: string
  /** From 0, in UTF-16 units, where two texts differ inside. */
  readonly offset?: number
  readonly found: string
  readonly expected: string
  /** The whole of the text that was expected, where two texts differ inside. */
  readonly whole?: string
}

/** Compares what was found with what was expected, keys in their order. Undefined where they are the same. */
export function compareJson(found: unknown, expected: unknown, path: string): JsonDifference | undefined {
  if (typeof found === 'string' && typeof expected === 'string') return compareText(found, expected, path)
  if (isList(found) && isList(expected)) return compareLists(found, expected, path)
  if (isObject(found) && isObject(expected)) return compareObjects(found, expected, path)
  const [a, b] = [show(found), show(expected)]
  return a === b ? undefined : { path, found: a, expected: b }
}

/** Compares two texts; the difference shows a little of what stands around it. */
export function compareText(found: string, expected: string, path: string): JsonDifference | undefined {
  if (found === expected) return undefined
  let offset = 0
  while (offset < found.length && found[offset] === expected[offset]) offset++
  return { path, offset, found: excerpt(found, offset), expected: excerpt(expected, offset), whole: expected }
}

function compareLists(
  found: readonly unknown[],
  expected: readonly unknown[],
  path: string,
): JsonDifference | undefined {
  for (const [i, part] of expected.entries()) {
    if (i >= found.length) return { path: `${path}[${i}]`, found: 'nothing', expected: show(part) }
    const difference = compareJson(found[i], part, `${path}[${i}]`)
    if (difference) return difference
  }
  const extra = found[expected.length]
  return found.length > expected.length
    ? { path: `${path}[${expected.length}]`, found: show(extra), expected: 'nothing' }
    : undefined
}

function compareObjects(
  found: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
  path: string,
): JsonDifference | undefined {
  const [keys, wanted] = [Object.keys(found), Object.keys(expected)]
  for (let i = 0; i < Math.max(keys.length, wanted.length); i++) {
    const [key, want] = [keys[i], wanted[i]]
    if (key !== want) {
      const name = (text: string | undefined): string => (text === undefined ? 'nothing' : `key "${text}"`)
      return { path, found: name(key), expected: name(want) }
    }
    const difference = compareJson(found[key!], expected[key!], `${path}.${key}`)
    if (difference) return difference
  }
  return undefined
}

const AROUND = 24

/** A piece of a text around a place, quoted, so that white space and escapes can be seen. */
function excerpt(text: string, offset: number): string {
  const from = Math.max(0, offset - AROUND)
  const to = offset + AROUND
  const piece = JSON.stringify(text.slice(from, to).toWellFormed())
  return `${from > 0 ? '…' : ''}${piece}${to < text.length ? '…' : ' (end)'}`
}

const show = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : writeJson(value, PLAIN)
  return text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** Whether a value is a JSON object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber)
