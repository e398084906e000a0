/** Claims of the record beside what the rules say: as text for a difference, undefined where they agree. */
import type { Issue } from '../core/issue.ts'
import type { Rational } from '../core/rational.ts'
import type { End } from '../protocols/contract.ts'
import type { Fault } from '../protocols/faults.ts'
import type { EndRecord } from './events.ts'
import { endRecord, pointsRecord } from './read.ts'

/** A claim that is wrong: both sides of it as text. */
export interface Contrast {
  readonly found: string
  readonly expected: string
}

/** A fault as one line: the code, its details in a fixed order, the terms that could be read. */
export function faultText(fault: Fault | undefined): string {
  if (fault === undefined || fault === null) return 'nothing'
  const detail = flat(fault.detail)
  const terms = fault.terms === undefined ? '' : ` with terms {${flat(fault.terms)}}`
  return `fault ${fault.code}${detail === '' ? '' : ` (${detail})`}${terms}`
}

/** Compares the recorded end with the rules'. */
export function compareEnd(claim: EndRecord, issues: readonly Issue[], end: End): Contrast | undefined {
  const found = endText(claim)
  const expected = endText(endRecord(issues, end))
  return found === expected ? undefined : { found, expected }
}

/** Compares the recorded points with those of the scenario; undefined on either side means unknown. */
export function comparePoints(
  claim: Readonly<Record<string, string>> | undefined,
  points: Readonly<Record<string, Rational>> | undefined,
): Contrast | undefined {
  const found = claim === undefined ? 'unknown' : flat(claim)
  const expected = points === undefined ? 'unknown' : flat(pointsRecord(points))
  return found === expected ? undefined : { found, expected }
}

/** An end as one line: `agreement on O9 by buyer, turn 10: price 67.50, fee 24.00`. */
export function endText(end: EndRecord): string {
  if (typeof end !== 'object' || end === null) return describe(end)
  if (end.kind === 'settled')
    return `settled (${end.type}) by ${end.by}, turn ${end.turn}: ${flat(end.fields)}`
  if (end.kind !== 'agreement') return `${end.kind} (${end.reason}), turn ${end.turn}`
  const among = (who: string, list: readonly string[] | undefined): string =>
    list === undefined ? '' : `; ${who} ${describe(list)}`
  const whom = `${among('binds', end.parties)}${among('supported by', end.supporters)}`
  return `agreement on ${end.offer} by ${end.by}, turn ${end.turn}: ${flat(end.outcome)}${whom}`
}

/** What stands where something else was expected, as one line. */
export const describe = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value)

/** `price 67.50, fee 24.00`, ordered by name, since the order of keys is no claim. */
const flat = (record: Readonly<Record<string, unknown>> | undefined): string =>
  Object.keys(record ?? {})
    .sort()
    .map((key) => `${key} ${describe(record![key])}`)
    .join(', ')
