/** A comparison figure by figure: what both sides come to, and by how much they differ. */
import { type Rational, toNumber } from '../core/rational.ts'
import type { Moments } from '../study/moments.ts'
import type { Side } from './compare-page.ts'
import { figure, given } from './figure.ts'
import type { CompareRow, Figure } from './types.ts'

/** What shares differ by; a page says once what it stands for. */
const POINTS = 'pp'

interface Value {
  readonly text: string
  readonly exact?: Rational | number
  /** A share of a hundred: what two of them differ by is no share. */
  readonly percent?: number
}

/** Every figure that either side has; `difference` is right minus left. */
export function rowsOf(left: Side | undefined, right: Side | undefined): CompareRow[] {
  const parties = [
    ...new Map([...(left?.parties ?? []), ...(right?.parties ?? [])].map((one) => [one.id, one])).values(),
  ]
  const kinds = new Set([left, right].flatMap((side) => side?.kinds?.map(({ name }) => name) ?? []))
  const averaged = [left, right].some((side) => (side?.cell?.completed ?? 0) > 1) ? ', mean' : ''
  const names: readonly (readonly [name: string, of: (side: Side) => Value | undefined, party?: string])[] = [
    ['Outcome', ({ negotiation }) => words(negotiation?.row.outcomeText)],
    ['Completed', ({ cell }) => cell && number(cell.completed, `${cell.completed} of ${cell.planned}`)],
    ['Outcome unknown', ({ cell }) => cell && number(cell.unknown)],
    ['Agreements', ({ cell }) => (cell?.agreements === undefined ? undefined : number(cell.agreements))],
    ['Share of agreements', ({ cell }) => cell?.share && percent(toNumber(cell.share))],
    ['Settled most often as', mostOften],
    ...[...kinds].map((kind) => [`Settled as: ${kind}`, (side: Side) => settled(side, kind)] as const),
    [`Joint gain${averaged}`, (side) => mean(side.cell?.joint) ?? one(side.negotiation?.row.joint)],
    [
      `Efficiency${averaged}`,
      ({ cell, negotiation }) => efficiency(cell?.efficiency, negotiation?.row.efficiency),
    ],
    ...parties.map(
      ({ id, label }) =>
        [
          `Gain of ${label}${averaged}`,
          (side: Side) => mean(side.cell?.gains[id]) ?? one(side.negotiation?.row.gains?.[id]),
          id,
        ] as const,
    ),
    [`Turns${averaged}`, ({ cell, negotiation }) => mean(cell?.turns) ?? turns(negotiation?.row.turns)],
    ['Faulty replies', ({ cell, negotiation }) => count(cell?.faults ?? negotiation?.row.faultCount)],
    [
      `Cost${averaged}`,
      ({ cell, negotiation }) => dollars(cell?.usd && toNumber(cell.usd.mean), negotiation?.row.usd),
    ],
  ]
  return names.flatMap(([name, of, party]): CompareRow[] => {
    const [a, b] = [left && of(left), right && of(right)]
    if (!a && !b) return []
    return [given({ name, left: a?.text, right: b?.text, difference: difference(a, b), party })]
  })
}

const words = (text: string | undefined): Value | undefined => (text === undefined ? undefined : { text })
const number = (value: number, text = String(value)): Value => ({ text, exact: value })
const count = (value: number | undefined): Value | undefined =>
  value === undefined ? undefined : number(value)
const turns = count

/** Talks have no points: what they come to is a kind. */
function mostOften({ kinds, cell }: Side): Value | undefined {
  const first = kinds?.toSorted((a, b) => b.count - a.count)[0]
  return first && { text: `${first.name} (${first.count} of ${cell?.completed})` }
}

const settled = ({ kinds }: Side, kind: string): Value | undefined =>
  kinds && number(kinds.find(({ name }) => name === kind)?.count ?? 0)

const percent = (share: number): Value => ({ text: `${(100 * share).toFixed(1)}%`, percent: 100 * share })
const one = (of: Figure | undefined): Value | undefined => of && { text: of.text, exact: of.value }
const mean = (of: Moments | undefined): Value | undefined =>
  of && { text: figure(of.mean).text, exact: of.mean }
const efficiency = (of: Rational | undefined, single: number | undefined): Value | undefined => {
  const share = of ? toNumber(of) : single
  return share === undefined ? undefined : percent(share)
}
const dollars = (...amounts: readonly (number | undefined)[]): Value | undefined => {
  const usd = amounts.find((amount) => amount !== undefined)
  return usd === undefined ? undefined : { text: `$${usd.toFixed(2)}` }
}

/** Right minus left, where both are numbers of the same kind. */
function difference(a: Value | undefined, b: Value | undefined): string | undefined {
  if (a?.percent !== undefined && b?.percent !== undefined) {
    const change = b.percent - a.percent
    return `${signed(change.toFixed(1), change)}\u00a0${POINTS}`
  }
  if (a?.exact === undefined || b?.exact === undefined) return undefined
  if (typeof a.exact === 'number' || typeof b.exact === 'number') {
    const change = value(b.exact) - value(a.exact)
    // As many places as the two figures have.
    const places = [a, b].some(({ text }) => text.includes('.'))
    return signed(Number.isInteger(change) && !places ? String(change) : change.toFixed(2), change)
  }
  const change = b.exact.sub(a.exact)
  return signed(figure(change).text, toNumber(change))
}

const value = (of: Rational | number): number => (typeof of === 'number' ? of : toNumber(of))
const signed = (text: string, change: number): string => (change > 0 ? `+${text}` : text.replace(/^-/, '−'))
