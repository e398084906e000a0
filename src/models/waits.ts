/**
 * How long to wait before another attempt: longer each time, jittered so that many do not come back at once, and
 * never shorter than what the provider asks for.
 */
import { believable, parseHttpDate, parseLength, parseSeconds, parseTime } from './duration.ts'
import type { Failure } from './wire/contract.ts'

type Headers = Readonly<Record<string, string>>

/** Before the second attempt; doubled before each further one, up to the longest. */
const FIRST_MS = 1000
const LONGEST_MS = 60_000

/**
 * Milliseconds that the provider asks for; undefined where it asks for none that can be believed. In order of how
 * plainly it speaks: `retry-after-ms`, `retry-after` (seconds or an HTTP date), the body (Google's RetryInfo), then
 * the latest reset of a limit that is used up.
 * @param now milliseconds since 1970, for headers that name a time
 */
export function askedWait(headers: Headers, failure: Failure | undefined, now: number): number | undefined {
  const plain = headers['retry-after-ms']
  const after = headers['retry-after']
  return (
    believable(plain === undefined ? undefined : numberOf(plain)) ??
    believable(after === undefined ? undefined : (parseSeconds(after) ?? parseHttpDate(after, now))) ??
    believable(failure?.waitMs) ??
    (failure?.failure === 'rate-limited' ? resetWait(headers, now) : undefined)
  )
}

const numberOf = (text: string): number | undefined => {
  const seconds = parseSeconds(text)
  return seconds === undefined ? undefined : seconds / 1000
}

/** `anthropic-ratelimit-requests-reset`, `x-ratelimit-reset-tokens`, `x-ratelimit-reset`, `ratelimit-reset`. */
const RESET =
  /^(?<front>anthropic-(?:ratelimit|priority)-|x-ratelimit-|ratelimit-)(?<back>.+-)?reset(?<end>-.+)?$/

interface Reset {
  readonly wait: number
  /** Whether the limit has nothing left. */
  readonly empty: boolean
}

/** The latest reset among the limits that have nothing left; where none says so, among all. */
function resetWait(headers: Headers, now: number): number | undefined {
  const resets: Reset[] = resetsOf(headers.ratelimit ?? '')
  for (const [name, value] of Object.entries(headers)) {
    if (!RESET.test(name)) continue
    const wait = believable(parseReset(value, now))
    if (wait === undefined) continue
    const left = headers[name.replace('reset', 'remaining')]
    resets.push({ wait, empty: left !== undefined && Number(left) <= 0 })
  }
  const empty = resets.filter((reset) => reset.empty)
  const told = empty.length > 0 ? empty : resets
  return told.length === 0 ? undefined : Math.max(...told.map(({ wait }) => wait))
}

/**
 * The resets in one header for all limits, in the forms of IETF's drafts: `limit=10, remaining=0, reset=30`, and later
 * `"requests";r=0;t=30, "tokens";r=9;t=5`. Both in seconds.
 */
function resetsOf(text: string): Reset[] {
  const limits = /\breset=/.test(text) ? [text] : text.split(',')
  return limits.flatMap((limit) => {
    const wait = believable(parseSeconds(/\b(?:reset|t)=([^\s;,]+)/.exec(limit)?.[1] ?? ''))
    return wait === undefined ? [] : [{ wait, empty: /\b(?:remaining|r)=0+(?![.\d])/.test(limit) }]
  })
}

/** A time, a length, seconds from now, or (where the number is that large) seconds or milliseconds since 1970. */
function parseReset(text: string, now: number): number | undefined {
  const seconds = parseSeconds(text)
  if (seconds === undefined) return parseTime(text, now) ?? parseLength(text) ?? parseHttpDate(text, now)
  const count = seconds / 1000
  if (count > 1e11) return count - now
  return count > 1e8 ? seconds - now : seconds
}

/**
 * Milliseconds to wait before the attempt after `attempt` (from 1).
 * @param random from 0 up to 1
 * @param now milliseconds since 1970
 */
export function waitBefore(
  attempt: number,
  headers: Headers,
  failure: Failure | undefined,
  random: number,
  now: number,
): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 16))
  // "Equal jitter": half of it for sure, so that no wait is next to nothing, and half by chance.
  const own = ceiling / 2 + (random * ceiling) / 2
  const asked = askedWait(headers, failure, now)
  // A little later than asked, by chance: at the very moment all others come back too.
  return Math.round(asked === undefined ? own : Math.max(own, asked + random * Math.min(1000, ceiling)))
}
