/** One row of the results: everything that is counted and averaged over the assignments of a pairing or a part of it. */
import { rational, toNumber } from '../core/rational.ts'
import type { Cell, Efficiency, Frame, Observation } from './analysis.ts'
import { efficiencyOf } from './figures.ts'
import { defined, known } from './known.ts'
import { floatMoments, moments, share } from './moments.ts'
import { talkCell } from './scores/talk-cell.ts'

/** The row of these observations; `which` says whose it is. */
export function cellOf(
  list: readonly Observation[],
  frame: Frame,
  which: Pick<Cell, 'pairing' | 'opener' | 'factor' | 'level'>,
): Cell {
  const completed = list.filter((o) => o.status === 'completed')
  const count = (status: Observation['status']): number => list.filter((o) => o.status === status).length
  const whole = (value: (o: Observation) => number | undefined) =>
    moments(known(completed, value).map((n) => rational(n)))
  const agreements = countWhere(completed, (o) => o.agreement)
  const joint = moments(known(completed, (o) => o.joint))
  const efficiencies = moments(known(completed, (o) => efficiencyOf(o, frame)))
  const words = alike(completed, (o) => o.transcript)
  const moves = alike(completed, (o) => o.moves)
  return defined({
    ...which,
    planned: list.length,
    completed: completed.length,
    unknown: count('unknown'),
    reasons: tally(list.filter((o) => o.status === 'unknown').map((o) => o.reason ?? 'not said')),
    running: count('running'),
    notStarted: count('planned'),
    agreements,
    share: agreements === undefined ? undefined : share(agreements, completed.length),
    below: countWhere(completed, (o) => o.below && o.below.length > 0),
    belowOf: Object.fromEntries(
      frame.parties.flatMap((party) => {
        const n = countWhere(completed, (o) => o.below?.includes(party))
        return n === undefined ? [] : [[party, n]]
      }),
    ),
    joint,
    gains: Object.fromEntries(
      frame.parties.map((party) => [party, moments(known(completed, (o) => o.gains?.[party]))]),
    ),
    figures: {
      joint: known(completed, (o) => o.joint).map(toNumber),
      gains: Object.fromEntries(
        frame.parties.map((party) => [party, known(completed, (o) => o.gains?.[party]).map(toNumber)]),
      ),
    },
    efficiency: efficiencies?.mean,
    efficiencies,
    places: placesOf(completed),
    talk: frame.talk && talkCell(list, frame.talk.kinds),
    tokens: whole((o) => o.tokens),
    usd: moments(known(completed, (o) => o.usd)),
    turns: whole((o) => o.turns),
    faults: total(completed, (o) => o.faults),
    changedTerms: total(completed, (o) => o.changedTerms),
    passes: total(completed, (o) => o.passes),
    repeats: words.repeats,
    identical: words.groups,
    sameMoves: moves.repeats,
    identicalMoves: moves.groups,
  })
}

/** Agreements alone: no deal has no place on a frontier. */
function placesOf(completed: readonly Observation[]): Efficiency | undefined {
  const agreed = completed.filter(({ agreement }) => agreement)
  const toFrontier = known(agreed, (o) => o.scores?.distances?.frontier)
  const toNash = known(agreed, (o) => o.scores?.distances?.nash)
  if (toFrontier.length === 0) return undefined
  const onFrontier = toFrontier.filter((distance) => distance === 0).length
  return defined<Efficiency>({
    agreements: toFrontier.length,
    onFrontier,
    share: share(onFrontier, toFrontier.length)!,
    toFrontier: floatMoments(toFrontier)!,
    toNash: floatMoments(toNash),
  })
}

/** Groups of equal negotiations, and how many repeat an earlier one; undefined where nothing can be compared. */
function alike(
  list: readonly Observation[],
  key: (o: Observation) => string | undefined,
): { groups: string[][]; repeats: number | undefined } {
  const groups = [...Map.groupBy(list, key)]
    .filter(([value, group]) => value !== undefined && group.length > 1)
    .map(([, group]) => group.map((o) => o.id))
  const told = list.some((o) => key(o) !== undefined)
  return { groups, repeats: told ? groups.reduce((n, group) => n + group.length - 1, 0) : undefined }
}

/** How many; undefined where it is known of none. */
const countWhere = (
  list: readonly Observation[],
  test: (o: Observation) => boolean | undefined,
): number | undefined => total(list, (o) => (test(o) === undefined ? undefined : Number(test(o))))

function total(
  list: readonly Observation[],
  value: (o: Observation) => number | undefined,
): number | undefined {
  const figures = known(list, value)
  return figures.length === 0 && list.length > 0 ? undefined : figures.reduce((n, figure) => n + figure, 0)
}

const tally = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, list]) => [word, list.length]))
