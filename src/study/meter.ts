/** One cap and what counts against it: spent, held by calls in flight, and set aside for what has been begun. */
import { type Rational, ZERO } from '../core/rational.ts'

export class Meter {
  readonly cap: Rational
  #spent: Rational
  #held: Rational = ZERO
  /** What each negotiation of this run may use in all, and has used or holds. */
  readonly #shares = new Map<string, { most: Rational; used: Rational; open: boolean }>()

  /** `spent`: by earlier runs. */
  constructor(cap: Rational, spent: Rational) {
    this.cap = cap
    this.#spent = spent
  }

  get spent(): Rational {
    return this.#spent
  }

  get held(): Rational {
    return this.#held
  }

  /** What is left when all that is in flight comes to its worst. */
  get left(): Rational {
    return this.cap.sub(this.#spent).sub(this.#held)
  }

  /** The same when also everything that was begun comes to its worst. */
  get free(): Rational {
    let aside = ZERO
    for (const { most, used, open } of this.#shares.values()) {
      if (open && most.compare(used) > 0) aside = aside.add(most.sub(used))
    }
    return this.left.sub(aside)
  }

  /** Sets aside what a negotiation may use at most. */
  begin(id: string, most: Rational): void {
    this.#shares.set(id, { most, used: ZERO, open: true })
  }

  /** A negotiation uses nothing more in this run. */
  end(id: string): void {
    const share = this.#shares.get(id)
    if (share) share.open = false
  }

  hold(id: string, worst: Rational): void {
    this.#held = this.#held.add(worst)
    this.#use(id, worst)
  }

  /** What was held at its worst has come to this. */
  settle(id: string, worst: Rational, actual: Rational): void {
    this.#held = this.#held.sub(worst)
    this.#spent = this.#spent.add(actual)
    this.#use(id, actual.sub(worst))
  }

  #use(id: string, amount: Rational): void {
    const share = this.#shares.get(id)
    if (share) share.used = share.used.add(amount)
  }
}
