/** Lengths of time as providers write them in headers. All in milliseconds; undefined where it is none. */

/** Nobody waits longer for one attempt: what says so is a slip, or a limit that waiting does not help. */
export const LONGEST_WAIT_MS = 10 * 60_000

/** A wait that can be believed: not negative, not longer than ten minutes. */
export const believable = (ms: number | undefined): number | undefined =>
  ms !== undefined && ms >= 0 && ms <= LONGEST_WAIT_MS ? ms : undefined

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `12ms`, `1m30s`, `6m0s`, `0.5s`; a sign or a rest that is no length make it none. */
export function parseLength(text: string): number | undefined {
  const parts = [...text.trim().matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d)/gy)]
  const whole = parts.map(([part]) => part).join('')
  if (parts.length === 0 || whole !== text.trim()) return undefined
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0)
}

/** A plain decimal number, in seconds. */
export const parseSeconds = (text: string): number | undefined =>
  /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) * 1000 : undefined

/** An RFC 3339 time, as a wait from `now` (milliseconds since 1970). A time that is past is negative. */
export function parseTime(text: string, now: number): number | undefined {
  if (!/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text.trim())) return undefined
  return sinceNow(text, now)
}

/** An HTTP date: `Wed, 21 Oct 2026 07:28:00 GMT`, or an old form: always Greenwich's time, also where none is named. */
export function parseHttpDate(text: string, now: number): number | undefined {
  const date = text.trim()
  if (!/^[A-Za-z]{3,9}[, ].*\d\d:\d\d:\d\d/.test(date)) return undefined
  return sinceNow(/:\d\d \d{4}$/.test(date) ? `${date} GMT` : date, now)
}

function sinceNow(text: string, now: number): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time - now
}
