/**
 * A text as a change of the text before it: how much of that is kept at its start and at its end, and what stands
 * between. A seat's requests repeat most of what was sent before, so a record of deltas grows with what is new.
 */

export interface Delta {
  /** How many characters (UTF-16 units) of the text before are kept at its start, and at its end. */
  readonly from: number
  readonly until: number
  /** What stands between them. */
  readonly text: string
}

/** The delta that leads from `before` to `after`. No character is ever cut in half: `text` is as whole as `after`. */
export function makeDelta(before: string, after: string): Delta {
  const most = Math.min(before.length, after.length)
  let from = common(most, (at, length) => before.slice(at, at + length) === after.slice(at, at + length))
  if (splits(after, from) || splits(before, from)) from--
  const rest = most - from
  const [b, a] = [before.length, after.length]
  let until = common(
    rest,
    (at, length) => before.slice(b - at - length, b - at) === after.slice(a - at - length, a - at),
  )
  if (splits(after, a - until) || splits(before, b - until)) until--
  return { from, until, text: after.slice(from, a - until) }
}

/**
 * The text that a delta makes of `before`. Throws a RangeError where it keeps more than there is: the delta was
 * made from another text.
 */
export function applyDelta(before: string, { from, until, text }: Delta): string {
  if (from + until > before.length) {
    throw new RangeError(`a delta keeps ${from} + ${until} characters of a text that has ${before.length}`)
  }
  return before.slice(0, from) + text + before.slice(before.length - until)
}

/** A delta as the text that the record seals. */
export const deltaText = ({ from, until, text }: Delta): string => JSON.stringify({ from, until, text })

/** Reads what `deltaText` wrote; undefined for anything else. */
export function readDelta(sealed: string): Delta | undefined {
  let value: unknown
  try {
    value = JSON.parse(sealed)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { from, until, text } = value as Record<string, unknown>
  if (!isCount(from) || !isCount(until) || typeof text !== 'string') return undefined
  return { from, until, text }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/** Texts are compared in pieces of this length first: the engine compares whole pieces faster than we characters. */
const PIECE = 4096

/** How long the two sides are the same, at most `most`, where `same(at, length)` compares one piece of them. */
function common(most: number, same: (at: number, length: number) => boolean): number {
  let at = 0
  for (let piece = PIECE; piece >= 1; piece >>= 1) {
    while (at + piece <= most && same(at, piece)) at += piece
  }
  return at
}

/** Whether a cut at this place goes through a surrogate pair. */
const splits = (text: string, at: number): boolean =>
  at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
