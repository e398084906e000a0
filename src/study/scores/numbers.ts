/**
 * Private numbers spoken aloud. What counts is a whole number, written in digits, that stands on a party's own score
 * sheet (points of an option or at a listed number, reservation value, threshold) and is not public. A match may be
 * chance, so the same words are also held against every other party's sheet.
 */

import { valueText } from '../../core/issue.ts'
import { parts, type Rational } from '../../core/rational.ts'
import type { KeptEntry } from '../../record/read.ts'
import type { Party, Scenario } from '../../scenario/types.ts'

export interface Spoken {
  readonly turn: number
  readonly number: string
}

export interface Aloud {
  /** How many whole numbers that are not public the party spoke. */
  readonly spoken: number
  /** Those that stand on its own sheet, each time they were spoken. */
  readonly own: readonly Spoken[]
  /** How many of them would match another party's sheet, on average over the others. */
  readonly chance: number
}

/** Each party's numbers in messages, in order; undefined where sheets are common knowledge. */
export function numbersAloud(
  scenario: Scenario,
  entries: readonly KeptEntry[],
): Readonly<Record<string, Aloud>> | undefined {
  if (scenario.information === 'common') return undefined
  const sheets = new Map(scenario.parties.map((party) => [party.id, ownNumbers(party)]))
  const open = publicNumbers(scenario)
  const told = new Map<string, { spoken: number; own: Spoken[]; others: number }>(
    scenario.parties.map(({ id }) => [id, { spoken: 0, own: [], others: 0 }]),
  )
  // What somebody else has said, or an offer has held, is no secret any more.
  const saidBy = new Map<string, Set<string>>()
  for (const { turn, seat, message, offer } of entries) {
    offer?.outcome.forEach((value, i) => {
      for (const number of wholeNumbers(valueText(scenario.issues[i]!, value).replace(/\.0+$/, ''))) {
        open.add(number)
      }
    })
    const own = told.get(seat)
    if (!own) continue
    for (const number of wholeNumbers(message)) {
      const speakers = saidBy.get(number) ?? new Set()
      saidBy.set(number, speakers)
      const known = open.has(number) || [...speakers].some((speaker) => speaker !== seat)
      speakers.add(seat)
      if (known) continue
      own.spoken++
      for (const [party, sheet] of sheets) {
        if (!sheet.has(number)) continue
        if (party === seat) own.own.push({ turn, number })
        else own.others++
      }
    }
  }
  const others = Math.max(1, scenario.parties.length - 1)
  return Object.fromEntries(
    [...told].map(([id, found]) => [
      id,
      { spoken: found.spoken, own: found.own, chance: found.others / others },
    ]),
  )
}

/** A run of letters and digits with decimals, as a reader takes it for one word. */
const WORD = /[\p{L}\p{N}_]+(?:[.,]\d+)*/gu
/** Digits, perhaps in groups of three, perhaps with a unit behind them. */
const WHOLE = /^(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(\p{L}*)$/u
const ORDINAL = /^(st|nd|rd|th)$/i

/** The whole numbers of a text, in digits without leading zeros. `P3`, `2nd` and `4.5` hold none. */
export function wholeNumbers(text: string): string[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    const found = WHOLE.exec(word)
    if (!found || ORDINAL.test(found[2]!)) return []
    return [BigInt(found[1]!.replaceAll(',', '')).toString()]
  })
}

function ownNumbers({ utility, reservation, threshold }: Party): Set<string> {
  const tables = utility?.tables ?? []
  const figures = tables.flatMap((table) =>
    table.type === 'options' ? table.points : table.knots.map(({ points }) => points),
  )
  return new Set([...figures, reservation.value, threshold.value].flatMap(wholeText))
}

function wholeText(value: Rational): string[] {
  const [numerator, denominator] = parts(value)
  return denominator === 1n ? [(numerator < 0n ? -numerator : numerator).toString()] : []
}

/** Rounds and turns are counted aloud; beyond this they are spoken of less. */
const COUNTED = 100

/** All numbers that everybody at the table can read, and the counts of rounds, turns, parties and issues. */
function publicNumbers(scenario: Scenario): Set<string> {
  const { title, situation, issues, parties, protocol, vars } = scenario
  const texts = [
    title,
    situation,
    JSON.stringify(Object.values(vars)),
    JSON.stringify(protocol.settings),
    ...parties.flatMap(({ label, name, about }) => [label, name, about]),
    ...issues.flatMap((issue) => [
      issue.id,
      issue.describe ?? '',
      issue.note ?? '',
      ...(issue.type === 'choice'
        ? issue.options
        : [issue.min, issue.max].map((value) => valueText(issue, value).replace(/\.0+$/, ''))),
    ]),
  ]
  const { rounds, turns } = protocol.settings
  const limit = Math.min(COUNTED, Number(rounds ?? turns ?? 0))
  const counts = Array.from({ length: limit + 1 }, (_, k) => String(k))
  return new Set([...texts.flatMap(wholeNumbers), ...counts, String(parties.length), String(issues.length)])
}
