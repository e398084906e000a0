/**
 * A bare file of calls: one JSON object a line, `{ turn, request, reply }`: the request as it was sent and the
 * reply's text as it came. It has no chain and makes no claims; what can be checked is in requests.ts.
 */
import { LosslessNumber, parse } from 'lossless-json'
import { quickObject } from '../protocols/quick-json.ts'
import { compareText, isObject } from './compare-json.ts'
import type { Difference } from './difference.ts'
import { type JsonStyle, styleOf, writeJson } from './json-style.ts'

export interface Call {
  /** From 1. */
  readonly line: number
  readonly turn: number
  /** As JSON; numbers are LosslessNumber, so that they can be written as they stood. */
  readonly request: Readonly<Record<string, unknown>>
  readonly reply: string
}

export interface CallFile {
  /** The calls in their order, up to the first line that could not be read: what follows it cannot be replayed. */
  readonly calls: readonly Call[]
  /** How many calls there are in all lines. */
  readonly readable: number
  readonly lines: number
  /** Lines that are no calls, and lines that stand otherwise than their writer writes. By line. */
  readonly differences: readonly Difference[]
  /** How the lines are spelt; undefined where no known style fits, so that spelling cannot be checked. */
  readonly style?: JsonStyle
}

/** Deeper lines are read too, in a slower way. */
const DEEPEST = 64

const FIELDS = ['turn', 'request', 'reply']

type Row = { readonly call: Call } | { readonly difference: Difference }

/** The place of a line, as every difference in a file of calls begins. */
export const linePlace = (line: number): string => `line ${line}`

/** Reads the text of a file of calls. Never throws: what is wrong with a line is a difference. */
export function readCalls(text: string): CallFile {
  const lines = splitLines(text)
  const values: unknown[] = []
  const rows = lines.map((line, i): Row => {
    const row = readLine(line, i + 1)
    values.push('call' in row ? row.value : undefined)
    return row
  })
  const style = styleOf(lines, values)
  const spelt = lines.map((line, i) =>
    style && values[i] ? spelling(line, i + 1, values[i], style) : undefined,
  )
  const broken = rows.findIndex((row) => 'difference' in row)
  const calls = rows.flatMap((row) => ('call' in row ? [row.call] : []))
  return {
    calls: broken < 0 ? calls : calls.slice(0, broken),
    readable: calls.length,
    lines: lines.length,
    differences: rows.flatMap((row, i) => ('difference' in row ? [row.difference] : (spelt[i] ?? []))),
    ...(style ? { style } : {}),
  }
}

/** Lines end with LF, or all of them with CR LF; the last one may stand without. */
function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const returns = lines.filter((line) => line.endsWith('\r')).length
  return returns > 0 && returns >= lines.length - 1 ? lines.map((line) => line.replace(/\r$/, '')) : lines
}

function readLine(text: string, line: number): { call: Call; value: unknown } | { difference: Difference } {
  const bad = (message: string, found: string, expected: string) => ({
    difference: { depth: 'requests' as const, place: linePlace(line), message, found, expected },
  })
  const wanted = 'an object with turn, request and reply'
  if (text.trim() === '') return bad('The line is empty.', 'nothing', wanted)
  let value: unknown
  try {
    value = quickObject(text, DEEPEST) ?? parse(text)
  } catch (error) {
    return bad(`The line is not JSON: ${(error as Error).message}.`, cut(text), wanted)
  }
  if (!isObject(value)) return bad('The line is JSON, but no object.', cut(text), wanted)
  const missing = FIELDS.filter((field) => !Object.hasOwn(value, field))
  const extra = Object.keys(value).filter((field) => !FIELDS.includes(field))
  if (missing.length > 0 || extra.length > 0) {
    const list =
      missing.length > 0 ? `The line has no ${missing.join(' and no ')}.` : 'The line has a field too many.'
    return bad(list, Object.keys(value).join(', '), FIELDS.join(', '))
  }
  const { turn, request, reply } = value
  const number = turn instanceof LosslessNumber ? Number(turn.value) : Number.NaN
  if (!Number.isSafeInteger(number) || number < 1) {
    return bad('"turn" is no turn.', cut(JSON.stringify(turn) ?? ''), 'a whole number from 1')
  }
  if (!isObject(request))
    return bad('"request" is no object.', cut(JSON.stringify(request)), 'the request body')
  if (typeof reply !== 'string')
    return bad('"reply" is no text.', cut(JSON.stringify(reply)), 'the text of the reply')
  return { call: { line, turn: number, request, reply }, value }
}

/** What the writer of the other lines would have written in this one's place. */
function spelling(text: string, line: number, value: unknown, style: JsonStyle): Difference | undefined {
  const odd = compareText(text, writeJson(value, style), 'the line')
  return (
    odd && {
      depth: 'requests',
      place: `${linePlace(line)}, character ${odd.offset! + 1} of the line`,
      message: 'The line says the same in another spelling than its writer uses in the other lines.',
      found: odd.found,
      expected: odd.expected,
    }
  )
}

const cut = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`)
