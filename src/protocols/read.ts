/**
 * Text becomes JSON here and nowhere else. A reply is tried as it stands, then with one code fence around the
 * whole of it removed; nothing is ever picked out of prose. Numbers keep their source text (LosslessNumber), so
 * that a check sees `62.005` as it was written. Every step takes time in proportion to the reply's length.
 */
import { isLosslessNumber, parse } from 'lossless-json'
import { type Fault, fault } from './faults.ts'
import { unfence } from './fence.ts'
import { quickObject } from './quick-json.ts'

export type Read =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly fault: Fault }

/** No move is nested deeper than this. */
const DEEPEST = 16

/**
 * Reads a reply as one JSON object. `strict` allows the bare object alone, without a fence.
 * Never throws: what cannot be read is a fault.
 */
export function readReply(text: string, strict = false): Read {
  if (text.trim() === '') return bad(fault('empty'))
  if (!text.isWellFormed()) return bad(fault('bad-unicode'))
  // What starts with a fence is never JSON as it stands, so one of the two ways is enough.
  const inner = unfence(text)
  if (inner === undefined) return readObject(text)
  return strict ? bad(fault('fenced')) : readObject(inner)
}

function readObject(text: string): Read {
  const sound = quickObject(text, DEEPEST)
  if (sound) return { ok: true, value: sound }
  const { deepest, repeated } = scanKeys(text)
  if (deepest > DEEPEST) return bad(fault('too-deep', { expected: String(DEEPEST) }))
  let value: unknown
  try {
    // The library minds only a key that stands twice with different values; scanKeys has seen both kinds.
    value = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue })
  } catch (error) {
    return bad(unreadable(text, error))
  }
  if (repeated !== undefined) return bad(fault('duplicate-key', { key: repeated }))
  if (!isObject(value)) return bad(fault('not-object', { found: describe(value) }))
  return wellFormed(value) ? { ok: true, value } : bad(fault('bad-unicode'))
}

const bad = (found: Fault): Read => ({ ok: false, fault: found })

/** Says in our own words why a text is no JSON; of the library's message only the kind and the place count. */
function unreadable(text: string, error: unknown): Fault {
  const message = error instanceof Error ? error.message : ''
  const place = Number(/ at position (\d+)$/.exec(message)?.[1] ?? 0)
  if (!/^[ \t\r\n]*\{/.test(text)) {
    if (text.includes('{')) return fault('text-around', { where: 'before' })
    return fault('not-json', { problem: 'it must begin with {' })
  }
  if (message.startsWith('Expected end of input')) return fault('text-around', { where: 'after' })
  if (place >= text.length || message.includes('reached end of input')) return fault('broken-off')
  const before = text.slice(0, place).split('\n')
  const at = `line ${before.length}, character ${[...before.at(-1)!].length + 1}`
  if (message.startsWith('Invalid character')) {
    return fault('not-json', { problem: `${name(text, place)} in ${at} must be written with a backslash` })
  }
  return fault('not-json', { problem: `${name(text, place)} in ${at} does not belong there` })
}

/** The character at a place: as it is where it can be seen, else by its number. */
function name(text: string, place: number): string {
  const code = text.codePointAt(place)
  if (code === undefined) return 'the end'
  const visible = code > 0x20 && code < 0x7f
  return visible ? `'${String.fromCodePoint(code)}'` : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

const QUOTE = 34
const BACKSLASH = 92

/**
 * How deep a text nests, and the first key that stands twice in one object, however it is written. Up to the
 * place where the text stops being JSON, strings are told from the rest as JSON tells them, so no nesting that
 * a parser would follow is missed.
 */
function scanKeys(text: string): { deepest: number; repeated?: string } {
  const open: (Set<string> | undefined)[] = []
  let deepest = 0
  let repeated: string | undefined
  let last = ''
  for (let i = 0; i < text.length && deepest <= DEEPEST; i++) {
    const code = text.charCodeAt(i)
    if (code === QUOTE) {
      const from = i++
      while (i < text.length && text.charCodeAt(i) !== QUOTE) i += text.charCodeAt(i) === BACKSLASH ? 2 : 1
      last = text.slice(from, i + 1)
      continue
    }
    const sign = text[i]
    if (sign === '{' || sign === '[') {
      open.push(sign === '{' ? new Set() : undefined)
      if (open.length > deepest) deepest = open.length
    } else if (sign === '}' || sign === ']') {
      open.pop()
    } else if (sign === ':') {
      const key = unquote(last)
      const keys = open.at(-1)
      if (keys?.has(key)) repeated ??= key
      keys?.add(key)
    }
  }
  return repeated === undefined ? { deepest } : { deepest, repeated }
}

function unquote(token: string): string {
  if (!token.includes('\\')) return token.slice(1, -1)
  try {
    return JSON.parse(token)
  } catch {
    return token
  }
}

function wellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return true
  return Object.entries(value).every(([key, part]) => key.isWellFormed() && wellFormed(part))
}

/** Whether a JSON value is an object, and neither a list, a number nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value)

/** A JSON number's text as it was written; undefined for anything else. */
export function numberText(value: unknown): string | undefined {
  if (isLosslessNumber(value)) return value.value
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined
}

/** A JSON value as a short text for fault details: `62.005`, `"text"`, `null`, `a list`, `an object`. */
export function describe(value: unknown): string {
  if (value === undefined) return 'left out'
  if (isLosslessNumber(value)) return value.value
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  // The registry cuts what is long; here only as much as that is quoted.
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 300)) : String(value)
}
