/**
 * Text becomes JSON here and nowhere else. A reply is tried as it stands, then with one code fence around the
 * whole of it removed; nothing is ever picked out of prose. Numbers keep their source text (LosslessNumber), so
 * that a check sees `62.005` as it was written.
 */
import { LosslessNumber, parse } from 'lossless-json'
import { type Fault, fault } from './faults.ts'

export type Read =
  | { readonly ok: true; readonly value: object }
  | { readonly ok: false; readonly fault: Fault }

/** No move is nested deeper than this. */
const DEEPEST = 16

const FENCE = /^\s*(`{3,}|~{3,})[^\n`]*\n([\s\S]*)\n?\1\s*$/

/**
 * Reads a reply as one JSON object. `strict` allows the bare object alone, without a fence.
 * Never throws: what cannot be read is a fault.
 */
export function readReply(text: string, strict = false): Read {
  if (text.trim() === '') return bad(fault('empty'))
  if (!text.isWellFormed()) return bad(fault('bad-unicode'))
  const bare = readObject(text)
  if (bare.ok || bare.fault.code !== 'not-json') return bare
  const inner = FENCE.exec(text)?.[2]
  if (inner === undefined) return bare
  const fenced = readObject(inner)
  return fenced.ok && strict ? bad(fault('fenced')) : fenced
}

function readObject(text: string): Read {
  const repeated = scanKeys(text)
  if (repeated?.code === 'too-deep') return bad(repeated)
  let value: unknown
  try {
    value = parse(text, null, { onDuplicateKey: ({ newValue }) => newValue })
  } catch (error) {
    return bad(fault('not-json', { problem: error instanceof Error ? error.message : String(error) }))
  }
  if (repeated) return bad(repeated)
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    value instanceof LosslessNumber
  ) {
    return bad(fault('not-object', { found: describe(value) }))
  }
  return wellFormed(value) ? { ok: true, value } : bad(fault('bad-unicode'))
}

const bad = (found: Fault): Read => ({ ok: false, fault: found })

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs

/** The JSON library lets a key stand twice with equal values; we do not. Also stops at absurd depth. */
function scanKeys(text: string): Fault | undefined {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  let repeated: Fault | undefined
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && last.startsWith('"')) {
      const keys = open.at(-1)
      const key = unquote(last)
      if (keys?.has(key)) repeated ??= fault('duplicate-key', { key })
      keys?.add(key)
    }
    if (open.length > DEEPEST) return fault('too-deep')
    last = token
  }
  return repeated
}

function unquote(token: string): string {
  try {
    return JSON.parse(token)
  } catch {
    return token
  }
}

function wellFormed(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return true
  return Object.entries(value).every(([key, part]) => key.isWellFormed() && wellFormed(part))
}

/** A JSON value as a short text for fault details: `62.005`, `"text"`, `null`, `a list`, `an object`. */
export function describe(value: unknown): string {
  if (value === undefined) return 'left out'
  if (value instanceof LosslessNumber) return value.value
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  return typeof value === 'string' ? `"${value}"` : String(value)
}
