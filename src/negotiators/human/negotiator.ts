/**
 * A negotiator that is a person: its reply is a promise, kept by whoever hands in the person's move. It knows no
 * page and no terminal; a seat that is asked twice (after a reload, say) has still one move to make.
 */
import type { Seat, SeatView } from '../../protocols/contract.ts'
import type { Desk, Negotiator, Player, Reply } from '../contract.ts'

/** A move that a person is asked for. */
export interface Asked {
  readonly negotiation: string
  readonly seat: Seat
  readonly view: SeatView
  /** Hands in the move. Only the first call counts; returns whether this was it. */
  give(reply: Reply): boolean
  /** Resolves once what was given is in the record and on disk. */
  settled(): Promise<void>
}

/**
 * A person at a seat. `ask` is told of each move that is due, once all that went before is on disk. What a person
 * hands in must have passed the protocol's check: a slip is for the person to mend, it is no fault of a negotiator.
 */
export const personNegotiator = (name: string, ask: (asked: Asked) => void): Negotiator => ({
  name,
  sit: (brief, _seed, desk) => new Person(brief.seat, desk, ask),
})

class Person implements Player {
  readonly #seat: Seat
  readonly #desk: Desk | undefined
  readonly #ask: (asked: Asked) => void

  constructor(seat: Seat, desk: Desk | undefined, ask: (asked: Asked) => void) {
    this.#seat = seat
    this.#desk = desk
    this.#ask = ask
  }

  async reply(view: SeatView): Promise<Reply> {
    const desk = this.#desk
    // A person may think for a day: what is known by now must not be lost meanwhile.
    await desk?.commit()
    return new Promise((resolve) => {
      let given = false
      this.#ask({
        negotiation: desk?.negotiation ?? '',
        seat: this.#seat,
        view,
        give(reply) {
          if (given) return false
          given = true
          resolve(reply)
          return true
        },
        // The step that takes the reply runs in this turn of the event loop; the commit follows at its end.
        settled: async () => desk?.commit(),
      })
    })
  }
}
