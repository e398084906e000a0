/** The scores of one play as lines of text, each told only where there is something to tell. */
import type { Scenario } from '../scenario/types.ts'
import { ACCEPTABLE, type Landmark, PASSING } from '../study/scores/landscape.ts'
import type { PartyScores, PlayScores } from '../study/scores/play-scores.ts'
import { safeLine } from './text.ts'

const NAMES: Readonly<Record<Landmark, string>> = {
  frontier: 'the frontier',
  nash: 'Nash',
  kalaiSmorodinsky: 'Kalai-Smorodinsky',
  egalitarian: 'egalitarian',
  utilitarian: 'largest joint gain',
  passingNash: 'Nash',
  passingKalaiSmorodinsky: 'Kalai-Smorodinsky',
  passingEgalitarian: 'egalitarian',
  passingUtilitarian: 'largest joint gain',
}

/** Distances, what parties did below their reservation values, numbers spoken aloud, repetitions and walks. */
export function scoreLines(scenario: Scenario, scores: PlayScores): string[] {
  const label = (id: string): string =>
    safeLine(scenario.parties.find((party) => party.id === id)?.label ?? id)
  const own = scenario.parties.flatMap(({ id }) => {
    const found = scores.parties[id]
    return found ? partyLines(label(id), found) : []
  })
  const walks = scores.walks.map(({ party, turn, acceptable, acceptableToAll }) => {
    const seen =
      acceptable.length === 0
        ? 'no offer had been worth its reservation value'
        : `${acceptable.join(', ')} had been worth its reservation value`
    const all = acceptableToAll.length > 0 ? `, ${acceptableToAll.join(', ')} to every party` : ''
    return `${label(party)} left on turn ${turn}: ${seen}${all}.`
  })
  const missed =
    scores.missed && scores.missed.length > 0
      ? [`No agreement, though every party's reservation value was met by ${scores.missed.join(', ')}.`]
      : []
  return [...distanceLine(scores), ...walks, ...missed, ...own]
}

function distanceLine({ distances, passingEfficiency }: PlayScores): string[] {
  if (!distances) return []
  const told = (names: readonly Landmark[]): string =>
    names
      .flatMap((name) => {
        const distance = distances[name]
        return distance === undefined ? [] : [`${NAMES[name]} ${distance === 0 ? '0' : distance.toFixed(3)}`]
      })
      .join(', ')
  const passing = told(PASSING)
  const efficiency =
    passingEfficiency === undefined ? '' : `; efficiency ${(100 * passingEfficiency).toFixed(2)}%`
  return [
    `Distance, in shares of each party's range: ${told(ACCEPTABLE)}.`,
    ...(passing === '' ? [] : [`Against the outcomes that pass: ${passing}${efficiency}.`]),
  ]
}

function partyLines(label: string, scores: PartyScores): string[] {
  const { madeBelow, acceptedBelow, impossibleVotes, repeatedOffers, repeatedMessages, aloud } = scores
  const places = (list: PartyScores['madeBelow']): string =>
    list.map(({ turn, offer }) => `${offer} (turn ${turn})`).join(', ')
  const said =
    aloud && aloud.own.length > 0
      ? [
          `spoke ${plural(aloud.own.length, 'number')} of its own sheet, by chance ${chanceText(aloud.chance)} would be: ${aloud.own
            .map(({ turn, number }) => `${number} (turn ${turn})`)
            .join(', ')}`,
        ]
      : []
  const told = [
    ...(madeBelow.length > 0 ? [`offered less than its reservation value: ${places(madeBelow)}`] : []),
    ...(acceptedBelow.length > 0
      ? [`accepted less than its reservation value: ${places(acceptedBelow)}`]
      : []),
    ...(impossibleVotes > 0
      ? [`voted ${plural(impossibleVotes, 'time')} on an offer that was not there`]
      : []),
    ...(repeatedOffers > 0 ? [`made ${plural(repeatedOffers, 'offer')} again`] : []),
    ...(repeatedMessages > 0 ? [`repeated ${plural(repeatedMessages, 'message')} word for word`] : []),
    ...said,
  ]
  return told.map((line) => `${label} ${line}.`)
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const chanceText = (chance: number): string => (Number.isInteger(chance) ? String(chance) : chance.toFixed(1))
