/** Issues and outcomes in words: `67.50 USD for the unit price, 24% for the cancellation fee and …`. */
import { type Issue, type Outcome, valueText } from '../../core/issue.ts'
import { UNITS } from './phrases.ts'

export interface Wording {
  /** `the unit price` */
  readonly names: readonly string[]
  /** `67.50 USD for the unit price, 24% for the cancellation fee and 96 hours for the notice` */
  sentence(outcome: Outcome): string
  /** `unit price 67.50 USD, cancellation fee 24%, notice 96 hours` */
  terms(outcome: Outcome): string
}

const known = new WeakMap<readonly Issue[], Wording>()

/** How these issues are spoken of; made once and kept with them. */
export function wordingOf(issues: readonly Issue[]): Wording {
  const before = known.get(issues)
  if (before) return before
  const spoken = issues.map(speakOf)
  const names = spoken.map(({ name }) => (/^\p{Ll}{3}/u.test(name) ? `the ${name}` : name))
  const value = (outcome: Outcome, i: number): string => spoken[i]!.value(outcome[i]!)
  const wording: Wording = {
    names,
    sentence: (outcome) => listed(issues.map((_, i) => `${value(outcome, i)} for ${names[i]}`)),
    terms: (outcome) => issues.map((_, i) => `${spoken[i]!.name} ${value(outcome, i)}`).join(', '),
  }
  known.set(issues, wording)
  return wording
}

/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

function speakOf(issue: Issue): { name: string; value(value: number): string } {
  const words = issue.id.split(/[_\-\s]+/).filter((word) => word !== '')
  const last = words.at(-1)?.toLowerCase() ?? ''
  const unit =
    issue.type === 'number' && words.length > 1 && Object.hasOwn(UNITS, last) ? UNITS[last] : undefined
  const name = (unit ? words.slice(0, -1) : words).join(' ') || issue.id
  const write = (value: number): string => {
    const text = valueText(issue, value).replace(/\.0+$/, '')
    return unit ? (text === '1' ? unit.one : unit.many).replace('#', () => text) : text
  }
  // The same values come up again and again; those written first are kept.
  const written = new Map<number, string>()
  return {
    name,
    value: (value) => {
      const known = written.get(value)
      if (known !== undefined) return known
      const text = write(value)
      if (written.size < MOST_KEPT) written.set(value, text)
      return text
    },
  }
}

/** For each issue. */
const MOST_KEPT = 1000
