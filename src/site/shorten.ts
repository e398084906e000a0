/** Words that would make a page too heavy are cut on it, which is said there; the published record has them whole. */
import type { FaultData, NegotiationPage, TurnData } from '../pages/types.ts'

/** All words of one page, in characters: some 100 KB compressed, where they are hard to compress. */
const BUDGET = 150_000

/** How long each text may be: the first at which a page keeps to its budget. A model's replies seldom reach the first. */
const LONGEST = [20_000, 4_000, 1_000, 200] as const

export function shortened(page: NegotiationPage): NegotiationPage {
  const answers = page.later?.answers ?? []
  const texts = [
    ...page.turns.flatMap(textsOf),
    ...answers.flatMap(({ faults }) => faults.map(({ text }) => text)),
  ]
  const most = LONGEST.find((longest) => sum(texts, longest) <= BUDGET) ?? LONGEST.at(-1)!
  if (texts.every(({ length }) => length <= most)) return page
  const cut = (text: string): string =>
    text.length <= most
      ? text
      : `${text.slice(0, most).toWellFormed()}… [cut on this page: ${text.length} characters in all, which the published record has]`
  const faults = (all: readonly FaultData[]): FaultData[] =>
    all.map((one) => ({ ...one, text: cut(one.text) }))
  return {
    ...page,
    ...(page.later
      ? { later: { ...page.later, answers: answers.map((one) => ({ ...one, faults: faults(one.faults) })) } }
      : {}),
    turns: page.turns.map((turn) => ({
      ...turn,
      message: cut(turn.message),
      faults: faults(turn.faults),
      readings: turn.readings.map((reading) => ({ ...reading, faults: faults(reading.faults) })),
    })),
  }
}

const textsOf = ({ message, faults, readings }: TurnData): string[] => [
  message,
  ...[...faults, ...readings.flatMap((reading) => reading.faults)].map(({ text }) => text),
]

const sum = (texts: readonly string[], longest: number): number =>
  texts.reduce((total, { length }) => total + Math.min(length, longest), 0)
