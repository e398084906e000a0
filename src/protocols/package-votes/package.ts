/** A package, from JSON to an outcome: every issue, one of its options. */
import { type ChoiceIssue, type Outcome, valueText } from '../../core/issue.ts'
import { cut, type Fault, fault } from '../faults.ts'
import { describe, isObject, numberText } from '../read.ts'

type Package =
  | { readonly ok: true; readonly outcome: Outcome }
  | { readonly ok: false; readonly fault: Fault }

/** Reads a `deal`, or says what is wrong with the first that is wrong. */
export function readPackage(given: unknown, issues: readonly ChoiceIssue[]): Package {
  const bad = (found: Fault): Package => ({ ok: false, fault: found })
  const names = () => issues.map((issue) => issue.id).join(', ')
  if (!isObject(given)) return bad(fault('package-missing', { found: describe(given), expected: names() }))
  const extra = Object.keys(given).find((key) => !issues.some((issue) => issue.id === key))
  if (extra !== undefined) return bad(fault('unknown-issue', { found: extra, expected: names() }))
  const outcome: number[] = []
  for (const { id, options } of issues) {
    const json = Object.hasOwn(given, id) ? given[id] : undefined
    if (json === undefined || json === null) continue
    const place = optionOf(options, json)
    if (place < 0) {
      const expected = options.map((option) => JSON.stringify(option)).join(', ')
      return bad(fault('unknown-option', { issue: id, found: describe(json), expected }))
    }
    outcome.push(place)
  }
  if (outcome.length === issues.length) return { ok: true, outcome }
  const missing = issues.filter(({ id }) => (Object.hasOwn(given, id) ? given[id] : null) === null)
  return bad(fault('incomplete-package', { missing: missing.map(({ id }) => id).join(' and ') }))
}

/** An option is written as its text; one that looks like a number may stand without quotes. */
const optionOf = (options: readonly string[], json: unknown): number => {
  const text = typeof json === 'string' ? json : numberText(json)
  return text === undefined ? -1 : options.indexOf(text)
}

/** What each issue was given, as far as it can be read; undefined where no issue was. */
export function readablePackage(
  given: unknown,
  issues: readonly ChoiceIssue[],
): Record<string, string> | undefined {
  if (!isObject(given)) return undefined
  const known = issues.flatMap((issue): [string, string][] => {
    const json = Object.hasOwn(given, issue.id) ? given[issue.id] : undefined
    const place = optionOf(issue.options, json)
    if (place >= 0) return [[issue.id, valueText(issue, place)]]
    return typeof json === 'string' ? [[issue.id, cut(json)]] : []
  })
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

/** A package as JSON text, in the order of the issues. */
export const packageText = (issues: readonly ChoiceIssue[], outcome: Outcome): string =>
  `{${issues.map((issue, i) => `${JSON.stringify(issue.id)}: ${JSON.stringify(valueText(issue, outcome[i]!))}`).join(', ')}}`
