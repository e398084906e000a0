/**
 * The frame that all scripts share. A script folds the public record into a memory and plans an offer; the frame
 * decides between that offer and the standing one, and puts the words to it.
 *
 * Acceptance is AC_next (Baarslag, Hindriks & Jonker, "Effective acceptance conditions in real-time automated
 * negotiation", Decision Support Systems 60, 2014): take the other side's offer if it is worth at least what
 * one is about to offer oneself; and, when no further offer can be made or answered, take whatever is worth the
 * threshold.
 */
import type { Outcome } from '../../core/issue.ts'
import type { Random } from '../../core/random.ts'
import type { Entry, Submission, View } from '../../protocols/alternating-offers/index.ts'
import type { SeatView } from '../../protocols/contract.ts'
import type { Player } from '../contract.ts'
import { memoryOf, TurnRandom } from './memory.ts'
import type { Speaker } from './speech.ts'
import type { Stance } from './stance.ts'

/** One turn as a script sees it. */
export interface Moment {
  readonly view: View
  /** How much of the negotiation has passed: 0 on the first turn, 1 on the last. */
  readonly time: number
  /** Drawn anew each turn, from the seed, the seat and the turn alone. */
  readonly random: Random
}

export interface Script<Memory> {
  /** The memory before anything was said. */
  begin(): Memory
  /** Takes one entry of the record into the memory. Depends on nothing but the entries so far. */
  see?(memory: Memory, entry: Entry, own: boolean): void
  /** The offer to make now; it must be worth the floor. Undefined: none. */
  plan(memory: Memory, moment: Moment): Outcome | undefined
  /** The least scaled points at which the standing offer is taken, given the plan's (AC_next: just those). */
  takes?(memory: Memory, planned: number, moment: Moment): number
  /** The least scaled points to take when nothing comes after: the floor unless the script says otherwise. */
  readonly lastTakes?: number
}

/** Plays a script at one seat. The reply depends on the stance, the seed and the view alone. */
export function play<Memory>(
  script: Script<Memory>,
  stance: Stance,
  seat: string,
  seed: string,
  speaker: Speaker,
): Player {
  const remember = memoryOf<Memory, Entry>(script, seat)
  const decide = (view: View): Submission => {
    const memory = remember(view)
    const standing = view.standing && view.standing.by !== seat ? view.standing : undefined
    const worth = standing && stance.worth(standing.outcome)
    const accept = (): Submission => ({
      action: 'ACCEPT',
      offer: standing!.id,
      message: speaker.accept(view, standing!.outcome),
    })
    const over = view.final || (view.turnsLeft === 0 && !view.config.finalReply)
    if (over && worth !== undefined && worth >= (script.lastTakes ?? stance.floor)) return accept()
    if (view.final) return { action: 'END', message: speaker.end(view) }

    const moment: Moment = { view, time: timeOf(view), random: new TurnRandom(seed, seat, view.turn) }
    const offer = stance.hopeless ? undefined : script.plan(memory, moment)
    const planned = offer && stance.worth(offer)
    if (offer === undefined || planned === undefined) return { action: 'NONE', message: speaker.none(view) }
    if (worth !== undefined && worth >= (script.takes?.(memory, planned, moment) ?? planned)) return accept()
    return { action: 'OFFER', outcome: offer, message: speaker.offer(view, offer) }
  }
  return { reply: (view: SeatView) => ({ kind: 'submission', submission: decide(view as View) }) }
}

/** 0 on the first turn, 1 on the last; a negotiation of one turn is at its beginning. */
export const timeOf = (view: View): number =>
  view.config.turns > 1 ? Math.min(1, (view.turn - 1) / (view.config.turns - 1)) : 0
