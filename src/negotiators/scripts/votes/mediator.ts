/**
 * Mediator: puts forward the package with the largest product of gains (Nash, "The bargaining problem",
 * Econometrica 18, 1950) among those that give every party at the table at least its reservation value; where no
 * package does, among those that satisfy most parties and every veto. It can only where score sheets are common
 * knowledge, as a mediator who is shown everybody's interests (the single negotiating text of Fisher & Ury, Getting
 * to Yes, 1981). Where they are private it puts the others' estimated acceptance in the place of their gains.
 */
import { countOutcomes, type Outcome } from '../../../core/issue.ts'
import { toNumber } from '../../../core/rational.ts'
import type { Brief, Party } from '../../../scenario/types.ts'
import type { Stance } from '../stance.ts'
import { aspiration, type Curve } from '../time-dependent.ts'
import { Estimates } from './estimate.ts'
import type { Moment, VoteScript } from './player.ts'
import { mustSupport } from './table.ts'

/** Up to so many packages all are looked at, else as many drawn ones. */
const MOST = 1_000_000
const DRAWN = 5000

export function mediator(stance: Stance, brief: Brief, curve: Curve): VoteScript<Estimates> {
  return {
    begin: () => new Estimates(stance.utility.issues),
    see: (estimates, entry, own) => {
      if (!own) estimates.see(entry)
    },
    plan: (estimates, moment) => {
      const outcome =
        brief.open.length > 0 && countOutcomes(stance.utility.issues) <= MOST
          ? nashPoint(brief, moment.view.present, moment)
          : estimatedNash(stance, estimates, moment)
      return outcome && stance.worth(outcome) !== undefined ? outcome : undefined
    },
    takes: (_, { time }) => aspiration(stance, curve, time),
  }
}

interface Known {
  readonly issues: readonly unknown[]
  /** By who is at the table. */
  readonly found: Map<string, Outcome>
}

/** Kept with the speaker's party, so that a thousand negotiations of one scenario search once. */
const points = new WeakMap<Party, Known>()

/** The same for every mediator at the table: of equal products the package that is counted first. */
function nashPoint(brief: Brief, present: readonly string[], { view }: Moment): Outcome {
  const known: Known = points.get(brief.you) ?? { issues: brief.issues, found: new Map() }
  points.set(brief.you, known)
  const key = JSON.stringify([present, view.rules.vetoesNeeded, view.rules.vetoes])
  const before = known.found.get(key)
  if (before) return before
  // In the order of the rotation, so that products of rounded figures are the same whoever mediates.
  const all = new Map([brief.you, ...brief.open].map((party) => [party.id, party]))
  const parties = view.rules.parties.filter((id) => present.includes(id)).map((id) => all.get(id)!)
  const gains = parties.map((party) => gainOf(party))
  const vetoes = parties.map((party) => mustSupport(view.rules, party.id))
  let best: Outcome | undefined
  let record: readonly number[] = []
  for (const outcome of everyOutcome(parties[0]!)) {
    let satisfied = 0
    let vetoed = 0
    let product = 1
    for (let p = 0; p < parties.length; p++) {
      const gain = gains[p]!(outcome)
      if (gain >= 0) {
        satisfied++
        product *= gain
      } else if (vetoes[p]) vetoed++
    }
    const rank = [-vetoed, satisfied, product]
    const place = rank.findIndex((value, i) => value !== record[i])
    if (!best || (place >= 0 && rank[place]! > record[place]!)) {
      best = outcome.slice()
      record = rank
    }
  }
  known.found.set(key, best!)
  return best!
}

/** Points over the reservation value, as a float: scaled points are whole, and so are most reservation values. */
function gainOf({ utility, reservation }: Party): (outcome: Outcome) => number {
  const base = toNumber(reservation.value.mul(utility!.denominator))
  return (outcome) => utility!.scaled(outcome) - base
}

/** Counts through the outcomes; the list that is given out is changed in place. */
function* everyOutcome({ utility }: Party): Generator<number[]> {
  const sizes = utility!.issues.map((issue) => (issue.type === 'choice' ? issue.options.length : 1))
  const digits = sizes.map(() => 0)
  for (;;) {
    yield digits
    let i = sizes.length - 1
    while (i >= 0 && ++digits[i]! === sizes[i]) digits[i--] = 0
    if (i < 0) return
  }
}

function estimatedNash(stance: Stance, estimates: Estimates, { view, random }: Moment): Outcome | undefined {
  const others = view.present.filter((party) => party !== view.seat)
  const score = (outcome: Outcome): number =>
    others.reduce(
      (product, party) => product * estimates.of(party, outcome),
      stance.utility.scaled(outcome) - stance.floor,
    )
  const { listed } = stance.space
  const count = listed?.countAbove(stance.floor) ?? DRAWN
  let best: { outcome: Outcome; value: number } | undefined
  for (let place = 0; place < count; place++) {
    const outcome = listed ? listed.at(place) : stance.space.anyAbove(stance.floor, random)
    if (!outcome) return undefined
    const value = score(outcome)
    if (!best || value > best.value) best = { outcome, value }
  }
  return best?.outcome
}
