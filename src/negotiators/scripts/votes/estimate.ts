/**
 * What another party seems ready to accept, from its votes and offers. For each issue's option: how often the
 * packages that it supported held the option, beside how many it supported and how often it rejected one with it,
 * by Laplace's rule of succession (Essai philosophique sur les probabilités, 1814): (held + 1) / (all + 2). A
 * package's estimate is the mean over its issues. This is the frequency model of bilateral negotiation
 * (Baarslag, Hendrikx, Hindriks & Jonker 2016, section 5) with votes as a second source.
 */
import type { Issue, Outcome } from '../../../core/issue.ts'
import type { Entry } from '../../../protocols/package-votes/index.ts'

interface Seen {
  /** Packages that the party supported: each counts once. */
  readonly supported: Set<string>
  readonly rejected: Set<string>
  /** By issue, by option. */
  readonly held: readonly number[][]
  readonly refused: readonly number[][]
}

export class Estimates {
  readonly #issues: readonly Issue[]
  readonly #parties = new Map<string, Seen>()

  constructor(issues: readonly Issue[]) {
    this.#issues = issues
  }

  /** Takes one line of the record. The opening package tells nothing of whoever brings it. */
  see({ turn, seat, action, offer }: Entry): void {
    if (turn === 0 || !offer || (action !== 'propose' && action !== 'accept' && action !== 'reject')) return
    const seen = this.#of(seat)
    const key = offer.outcome.join()
    const [keys, counts] = action === 'reject' ? [seen.rejected, seen.refused] : [seen.supported, seen.held]
    if (keys.has(key)) return
    keys.add(key)
    offer.outcome.forEach((value, i) => {
      counts[i]![value]!++
    })
  }

  /** From 0 to 1; 0.5 for a party that has shown nothing yet. */
  of(party: string, outcome: Outcome): number {
    const seen = this.#parties.get(party)
    if (!seen) return 0.5
    const all = seen.supported.size
    let sum = 0
    for (let i = 0; i < outcome.length; i++) {
      const value = outcome[i]!
      sum += (seen.held[i]![value]! + 1) / (all + seen.refused[i]![value]! + 2)
    }
    return sum / outcome.length
  }

  #of(party: string): Seen {
    const known = this.#parties.get(party)
    if (known) return known
    const zeros = (): number[][] =>
      this.#issues.map((issue) =>
        new Array<number>(issue.type === 'choice' ? issue.options.length : 0).fill(0),
      )
    const seen: Seen = { supported: new Set(), rejected: new Set(), held: zeros(), refused: zeros() }
    this.#parties.set(party, seen)
    return seen
  }
}
