/** A party's points as one line of words, made from the points alone: what prompts show where no formula is given. */
import { type Issue, valueText } from '../core/issue.ts'
import type { IssuePoints, Knot, Utility } from '../core/points.ts'
import { exactText, parts, type Rational, rational, ZERO } from '../core/rational.ts'

/**
 * `50 x (100 - price) / 40 + 30 x fee / 100`: exact, and for number issues with straight lines a formula that
 * can be read back. Other issues are listed: `the points for place (Anvil Ridge 38, Kestrel Park 76)`.
 */
export function scoringText(utility: Utility): string {
  const terms = utility.issues
    .map((issue, i) => term(issue, utility.tables[i]!))
    .filter((text) => text !== '0')
  if (terms.length === 0) return '0'
  return terms.reduce((sum, text) =>
    text.startsWith('-') ? `${sum} - ${text.slice(1)}` : `${sum} + ${text}`,
  )
}

function term(issue: Issue, table: IssuePoints): string {
  if (table.type === 'options') {
    if (issue.type !== 'choice' || table.points.every((points) => points.equals(ZERO))) return '0'
    const cells = issue.options.map((option, i) => `${option} ${exactText(table.points[i]!)}`)
    return `the points for ${issue.id} (${cells.join(', ')})`
  }
  const { knots } = table
  const [first, last] = [knots[0]!, knots.at(-1)!]
  if (knots.every((knot) => knot.points.equals(first.points))) return exactText(first.points)
  if (knots.length > 2) {
    const cells = knots.map((knot) => `${at(issue, knot)} gives ${exactText(knot.points)}`)
    return `the points for ${issue.id} (${cells.join(', ')}; in between in proportion)`
  }
  const name =
    /^[A-Za-z_][A-Za-z0-9_]*$/.test(issue.id) && !/^x$/i.test(issue.id) ? issue.id : `[${issue.id}]`
  const width = exactText(last.at.sub(first.at))
  // Rises from nothing, falls to nothing, or neither.
  if (first.points.equals(ZERO)) return `${exactText(last.points)} x ${above(name, first.at)} / ${width}`
  if (last.points.equals(ZERO)) return `${exactText(first.points)} x ${below(name, last.at)} / ${width}`
  const change = last.points.sub(first.points)
  const slope = `${exactText(change.abs())} x ${above(name, first.at)} / ${width}`
  return `${exactText(first.points)} ${change.compare(ZERO) < 0 ? '-' : '+'} ${slope}`
}

/** `name - at`, in parentheses where it is more than the name. */
function above(name: string, from: Rational): string {
  if (from.equals(ZERO)) return name
  return from.compare(ZERO) < 0 ? `(${name} + ${exactText(from.abs())})` : `(${name} - ${exactText(from)})`
}

const below = (name: string, to: Rational): string => `(${exactText(to)} - ${name})`

function at(issue: Issue, knot: Knot): string {
  if (issue.type === 'choice') return exactText(knot.at)
  const [numerator, denominator] = parts(knot.at.mul(rational(10n ** BigInt(issue.decimals))))
  return denominator === 1n ? valueText(issue, Number(numerator)) : exactText(knot.at)
}
