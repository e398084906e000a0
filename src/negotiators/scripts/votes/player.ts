/**
 * The frame that all scripts for package votes share. A script says what it would put forward, what it takes and
 * when it leaves; the frame picks the move and puts the words to it.
 *
 * A live offer is supported when it is worth at least what the script takes (its aspiration, or what it would put
 * forward itself if that is less: AC_next of Baarslag, Hindriks & Jonker 2014); on the seat's last turn anything
 * worth its threshold is. Where several are, one that closes comes first, then one that nobody rejects, then one
 * that most support, then one worth most. A script never proposes what is on the table already.
 */
import type { Outcome } from '../../../core/issue.ts'
import type { Random } from '../../../core/random.ts'
import type { SeatView } from '../../../protocols/contract.ts'
import type { Entry, LiveOffer, Submission, View } from '../../../protocols/package-votes/index.ts'
import type { Player } from '../../contract.ts'
import { memoryOf, TurnRandom } from '../memory.ts'
import type { Stance } from '../stance.ts'
import type { VoteSpeaker } from './speech.ts'
import { canPropose, canVote, closes, isLast, liveWith, supportersOf, timeOf } from './table.ts'

/** One turn as a script sees it. */
export interface Moment {
  readonly view: View
  /** 0 in the first round, 1 in the last. */
  readonly time: number
  /** Whether the seat has no further turn. */
  readonly last: boolean
  /** Drawn anew each turn, from the seed, the seat and the turn alone. */
  readonly random: Random
}

export interface VoteScript<Memory> {
  begin(): Memory
  /** Takes one entry of the record into the memory. */
  see?(memory: Memory, entry: Entry, own: boolean): void
  /** The package to put forward; it must be worth the floor. Undefined: none. */
  plan(memory: Memory, moment: Moment): Outcome | undefined
  /** The least scaled points at which an offer is supported, its last turn aside. */
  takes(memory: Memory, moment: Moment): number
  /** The same on its last turn: the floor unless the script says otherwise. */
  readonly lastTakes?: number
  /** Whether it leaves, where nothing that anybody else put forward or supports is worth its demand. */
  leaves?(moment: Moment): boolean
  /** Whether it supports an offer before it thinks of one of its own: always unless the script says otherwise. */
  supportsFirst?(moment: Moment): boolean
}

/** A script that has nothing better to do rejects an offer below its floor one time in so many. */
const REJECTS_ONE_IN = 3

/** Plays a script at one seat. The reply depends on the stance, the seed and the view alone. */
export function playVotes<Memory>(
  script: VoteScript<Memory>,
  stance: Stance,
  seat: string,
  seed: string,
  speaker: VoteSpeaker,
): Player {
  const remember = memoryOf<Memory, Entry>(script, seat)
  const decide = (view: View): Submission => {
    const memory = remember(view)
    const random = new TurnRandom(seed, seat, view.turn)
    const moment: Moment = { view, time: timeOf(view), last: isLast(view), random }
    const worthy = view.offers.filter((offer) => stance.worth(offer.outcome) !== undefined)
    if (script.leaves?.(moment) && !hopeful(worthy, memory, moment)) {
      return { action: 'walk', message: speaker.walk(view) }
    }
    const plan = canPropose(view) && !stance.hopeless ? script.plan(memory, moment) : undefined
    const good = canVote(view) ? takenOf(worthy, memory, moment, plan) : []
    if (good.length > 0 && (moment.last || (script.supportsFirst?.(moment) ?? true))) {
      return support(view, preferred(good, view))
    }
    const there = plan && liveWith(view, plan)
    if (plan && !there) return { action: 'propose', outcome: plan, message: speaker.propose(view, plan) }
    if (there && canVote(view) && there.votes[seat] !== 'accept') return support(view, there)
    if (good.length > 0) return support(view, preferred(good, view))
    const bad = canVote(view) ? unwanted(view) : undefined
    if (bad && random.int(1, REJECTS_ONE_IN) === 1) {
      return { action: 'reject', offer: bad.id, message: speaker.reject(view, bad) }
    }
    return { action: 'none', message: speaker.none(view) }
  }

  const takenOf = (
    worthy: readonly LiveOffer[],
    memory: Memory,
    moment: Moment,
    plan: Outcome | undefined,
  ): LiveOffer[] => {
    const own = plan ? stance.utility.scaled(plan) : Number.POSITIVE_INFINITY
    const level = moment.last
      ? (script.lastTakes ?? stance.floor)
      : Math.min(own, script.takes(memory, moment))
    return worthy.filter(
      ({ votes, outcome }) => votes[seat] !== 'accept' && stance.utility.scaled(outcome) >= level,
    )
  }

  /** Whether somebody else put forward or supports what the script would take. */
  const hopeful = (worthy: readonly LiveOffer[], memory: Memory, moment: Moment): boolean => {
    const level = moment.last ? stance.floor : script.takes(memory, moment)
    return worthy.some(
      (offer) =>
        stance.utility.scaled(offer.outcome) >= level &&
        (offer.by !== seat || supportersOf(offer, moment.view.present).length > 1),
    )
  }

  const support = (view: View, offer: LiveOffer): Submission => ({
    action: 'accept',
    offer: offer.id,
    message: speaker.accept(view, offer),
  })

  /** The best of some offers, by the order above. */
  const preferred = (offers: readonly LiveOffer[], view: View): LiveOffer => {
    const rank = (offer: LiveOffer): readonly number[] => [
      closes(view, offer) ? 1 : 0,
      -view.present.filter((party) => offer.votes[party] === 'reject').length,
      supportersOf(offer, view.present).length,
      stance.utility.scaled(offer.outcome),
    ]
    return offers.reduce((best, offer) => (isAbove(rank(offer), rank(best)) ? offer : best))
  }

  /** The latest offer below the floor that this seat has not rejected. */
  const unwanted = (view: View): LiveOffer | undefined =>
    view.offers.findLast(
      ({ by, votes, outcome }) =>
        by !== seat && votes[seat] === undefined && stance.worth(outcome) === undefined,
    )

  return { reply: (view: SeatView) => ({ kind: 'submission', submission: decide(view as View) }) }
}

function isAbove(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((value, i) => value !== b[i])
  return place >= 0 && a[place]! > b[place]!
}
