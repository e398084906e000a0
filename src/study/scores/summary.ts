/** Scores of plays summed up, one pairing beside the other; a figure that is unknown of some is bounded. */
import type { Observation } from '../analysis.ts'
import { LANDMARKS, type Landmark } from './landscape.ts'
import type { PartyScores, PlayScores } from './play-scores.ts'

/** A mean of distances. */
export interface MeanDistance {
  /** Of the completed; undefined where there is none. */
  readonly mean?: number
  /** Over completed and unknown, each unknown distance anywhere from 0 to 1. */
  readonly least?: number
  readonly most?: number
}

/** What was counted over every negotiation of a pairing that has begun. */
export interface Counts {
  readonly offers: number
  readonly madeBelow: number
  readonly acceptedBelow: number
  readonly impossibleVotes: number
  readonly repeatedOffers: number
  readonly messages: number
  readonly repeatedMessages: number
}

export interface ScoreSummary {
  readonly pairing: string
  /** How many negotiations are behind the counts. */
  readonly begun: number
  readonly completed: number
  readonly unknown: number
  /** How many completed negotiations ended so: `agreement`, or the code of why there is none. */
  readonly endings: Readonly<Record<string, number>>
  readonly distances: Readonly<Partial<Record<Landmark, MeanDistance>>>
  /** Mean efficiency of the completed against the outcomes that pass; only where a party can be outvoted. */
  readonly passingEfficiency?: number
  readonly counts: Counts
  readonly parties: Readonly<Record<string, Counts>>
  /** How many parties left, and how many of them after an offer that was worth their reservation value. */
  readonly walks: number
  readonly walksFromAcceptable: number
  /** Completed without agreement, though an offer had been worth its reservation value to every party. */
  readonly missed: number
  /** Whole numbers spoken that are not public, and how many match; undefined where sheets are common knowledge. */
  readonly aloud?: AloudCounts
}

export interface AloudCounts {
  readonly spoken: number
  /** Those on the speaker's own sheet. */
  readonly own: number
  /** Those that would match another party's sheet, on average over the others. */
  readonly chance: number
}

/** Sums up the scores of each pairing; undefined where no negotiation was scored. */
export function summarise(
  observations: readonly Observation[],
  pairings: readonly string[],
): readonly ScoreSummary[] | undefined {
  if (!observations.some(({ scores }) => scores)) return undefined
  // A space has the same landmarks in all its negotiations.
  const landmarks = LANDMARKS.filter((name) =>
    observations.some(({ scores }) => scores?.distances?.[name] !== undefined),
  )
  return pairings.map((pairing) => ofPairing(pairing, observations, landmarks))
}

function ofPairing(
  pairing: string,
  observations: readonly Observation[],
  landmarks: readonly Landmark[],
): ScoreSummary {
  const own = observations.filter((o) => o.pairing === pairing)
  const begun = own.flatMap(({ scores }) => (scores ? [scores] : []))
  const completed = own.filter(({ status }) => status === 'completed')
  const done = completed.flatMap(({ scores }) => (scores ? [scores] : []))
  const unknown = own.filter(({ status }) => status === 'unknown').length
  const sheets = begun.flatMap(({ parties }) => Object.values(parties))
  const names = [...new Set(begun.flatMap(({ parties }) => Object.keys(parties)))]
  const passing = done.flatMap(({ passingEfficiency: share }) => (share === undefined ? [] : [share]))
  const walks = begun.flatMap((one) => one.walks)
  const aloud = sheets.flatMap((one) => (one.aloud ? [one.aloud] : []))
  return {
    pairing,
    begun: begun.length,
    completed: completed.length,
    unknown,
    endings: tally(done.flatMap(({ ending }) => (ending === undefined ? [] : [ending]))),
    distances: meanDistances(done, unknown, landmarks),
    ...(passing.length > 0 && { passingEfficiency: total(passing, (share) => share) / passing.length }),
    counts: countsOf(sheets),
    parties: Object.fromEntries(
      names.map((name) => [name, countsOf(begun.flatMap(({ parties }) => parties[name] ?? []))]),
    ),
    walks: walks.length,
    walksFromAcceptable: walks.filter(({ acceptable }) => acceptable.length > 0).length,
    missed: done.filter(({ missed }) => missed && missed.length > 0).length,
    ...(aloud.length > 0 && {
      aloud: {
        spoken: total(aloud, ({ spoken }) => spoken),
        own: total(aloud, (one) => one.own.length),
        chance: total(aloud, ({ chance }) => chance),
      },
    }),
  }
}

function meanDistances(
  done: readonly PlayScores[],
  unknown: number,
  landmarks: readonly Landmark[],
): Readonly<Partial<Record<Landmark, MeanDistance>>> {
  return Object.fromEntries(
    landmarks.flatMap((name) => {
      const known = done.flatMap(({ distances }) => distances?.[name] ?? [])
      const all = known.length + unknown
      if (all === 0) return []
      const sum = total(known, (distance) => distance)
      const bounds = unknown > 0 ? { least: sum / all, most: (sum + unknown) / all } : {}
      const mean = known.length > 0 ? { mean: sum / known.length } : {}
      return [[name, { ...mean, ...bounds }] as const]
    }),
  )
}

const countsOf = (sheets: readonly PartyScores[]): Counts => ({
  offers: total(sheets, ({ offers }) => offers),
  madeBelow: total(sheets, ({ madeBelow }) => madeBelow.length),
  acceptedBelow: total(sheets, ({ acceptedBelow }) => acceptedBelow.length),
  impossibleVotes: total(sheets, ({ impossibleVotes }) => impossibleVotes),
  repeatedOffers: total(sheets, ({ repeatedOffers }) => repeatedOffers),
  messages: total(sheets, ({ messages }) => messages),
  repeatedMessages: total(sheets, ({ repeatedMessages }) => repeatedMessages),
})

const total = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0)

const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, list]) => [word, list.length]))
