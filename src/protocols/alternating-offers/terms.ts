/** The terms of an offer, from JSON to an outcome: every issue, in range, with at most its decimals, on its step. */
import {
  type ChoiceIssue,
  type Issue,
  isAllowed,
  type NumberIssue,
  type Outcome,
  readValue,
  valueText,
} from '../../core/issue.ts'
import { fixed } from '../../core/rational.ts'
import { readScaled } from '../decimal.ts'
import { cut, type Fault, fault } from '../faults.ts'
import { describe, isObject, numberText } from '../read.ts'

type Terms = { readonly ok: true; readonly outcome: Outcome } | { readonly ok: false; readonly fault: Fault }

/** Reads the terms of an OFFER, or says what is wrong with the first that is wrong. */
export function readTerms(given: unknown, issues: readonly Issue[]): Terms {
  const bad = (found: Fault): Terms => ({ ok: false, fault: found })
  const names = () => issues.map((issue) => issue.id).join(', ')
  if (!isObject(given)) return bad(fault('terms-missing', { found: describe(given), expected: names() }))
  const extra = Object.keys(given).find((key) => !issues.some((issue) => issue.id === key))
  if (extra !== undefined) return bad(fault('term-unknown', { found: extra, expected: names() }))
  const missing = issues.filter((issue) => !Object.hasOwn(given, issue.id)).map((issue) => issue.id)
  if (missing.length > 0) return bad(fault('term-missing', { missing: missing.join(' and ') }))
  const outcome: number[] = []
  for (const issue of issues) {
    const value = readTerm(issue, given[issue.id])
    if (typeof value !== 'number') return bad(value)
    outcome.push(value)
  }
  return { ok: true, outcome }
}

/**
 * What each issue was given, as far as it can be read: an allowed value as offers print it, else what was
 * written. A number in quotes counts as the number; what is no value at all is left out.
 */
export function readableTerms(given: unknown, issues: readonly Issue[]): Record<string, string> | undefined {
  if (!isObject(given)) return undefined
  const known: [string, string][] = []
  for (const issue of issues) {
    const json = Object.hasOwn(given, issue.id) ? given[issue.id] : undefined
    const written = typeof json === 'string' ? json : numberText(json)
    if (written === undefined) continue
    const exact = typeof json === 'string' ? readValue(issue, json) : readTerm(issue, json)
    known.push([issue.id, typeof exact === 'number' ? valueText(issue, exact) : cut(written)])
  }
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

const readTerm = (issue: Issue, json: unknown): number | Fault =>
  issue.type === 'choice' ? readOption(issue, json) : readNumber(issue, json)

function readOption(issue: ChoiceIssue, json: unknown): number | Fault {
  const place = typeof json === 'string' ? issue.options.indexOf(json) : -1
  if (place >= 0) return place
  const expected = issue.options.map((option) => JSON.stringify(option)).join(', ')
  return fault('term-unknown-option', { issue: issue.id, found: describe(json), expected })
}

function readNumber(issue: NumberIssue, json: unknown): number | Fault {
  const text = numberText(json)
  if (text === undefined) return fault('term-not-number', { issue: issue.id, found: describe(json) })
  const { whole, rest } = readScaled(text, issue.decimals)
  if (!rest && isAllowed(issue, whole)) return whole
  const about = { issue: issue.id, found: text }
  const [min, max] = [valueText(issue, issue.min), valueText(issue, issue.max)]
  // What is left over below a unit lies further from zero than `whole` does.
  const beyond = rest && whole === (text.startsWith('-') ? issue.min : issue.max)
  if (whole < issue.min || whole > issue.max || beyond) {
    return fault('term-out-of-range', { ...about, min, max })
  }
  if (rest) return fault('term-too-fine', { ...about, decimals: decimalPlaces(issue.decimals) })
  return fault('term-off-step', { ...about, min, step: fixed(issue.step, issue.decimals) })
}

const decimalPlaces = (count: number): string =>
  count === 0 ? 'no decimal places' : `at most ${count} decimal ${count === 1 ? 'place' : 'places'}`

/** One term as a JSON Schema. */
export function termSchema(issue: Issue): Record<string, unknown> {
  if (issue.type === 'choice') return { enum: issue.options }
  const [minimum, maximum] = [issue.min, issue.max].map((value) => Number(valueText(issue, value)))
  return { type: 'number', minimum, maximum }
}
