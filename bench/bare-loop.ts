/**
 * The plainest loop there is: a late conceder's demand, an offer just worth it, AC_next, over plain arrays, written
 * for one scenario. It keeps nothing, checks nothing, and its rule is poorer than the scripts' (no round numbers,
 * quick draws). No bound is set against it; it shows what lies below the bare loop that plays the same offers.
 */

/** A party of a bare scenario: its points of an outcome, and an outcome just worth a demand. */
export interface BareParty {
  readonly best: number
  readonly floor: number
  points(outcome: readonly number[]): number
  offer(target: number, draw: () => number, direction: readonly number[]): number[]
}

/** Small and quick (mulberry32, Tommy Ettinger 2017): the draws need not be good here. */
export function drawer(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Plays one negotiation; returns how many offers were made. */
export function bareNegotiation(
  parties: readonly [BareParty, BareParty],
  turns: number,
  exponent: number,
  seed: number,
): number {
  const draw = drawer(seed)
  const directions = [0, 1].map(() => [0, 1, 2].map(() => -Math.log(1 - draw())))
  let standing: number[] | undefined
  let offers = 0
  for (let turn = 1; turn <= turns; turn++) {
    const me = (turn + seed) % 2
    const party = parties[me]!
    const time = (turn - 1) / (turns - 1)
    const target = party.floor + (1 - time ** (1 / exponent)) * (party.best - party.floor)
    const planned = party.offer(target, draw, directions[me]!)
    if (standing && party.points(standing) >= party.points(planned)) return offers
    standing = planned
    offers++
  }
  return offers
}

/** Concert tickets for one side: three linear issues in hundredths; what is worth most lies at `top`. */
export function bareConcert(
  issues: readonly {
    readonly min: number
    readonly max: number
    readonly most: number
    readonly top: number
  }[],
): BareParty {
  const best = issues.reduce((sum, { most }) => sum + most, 0)
  return {
    best,
    floor: 20,
    points: (outcome) => {
      let sum = 0
      for (let i = 0; i < issues.length; i++) {
        const { min, max, most, top } = issues[i]!
        sum += most * (1 - Math.abs(outcome[i]! - top) / (max - min))
      }
      return sum
    },
    offer: (target, _, direction) => {
      let left = best - target
      const outcome: number[] = []
      let weight = 0
      for (let i = 0; i < issues.length; i++) weight += issues[i]!.most * direction[i]!
      for (let i = 0; i < issues.length; i++) {
        const { min, max, most, top } = issues[i]!
        const part = most * direction[i]!
        const share = Math.min(most, weight > 0 ? (left * part) / weight : 0)
        const steps = Math.floor((share / most) * (max - min))
        outcome.push(top === min ? min + steps : max - steps)
        left -= share
        weight -= part
      }
      return outcome
    },
  }
}

/** A thousand listed outcomes for one side, sorted by its points. */
export function bareListed(tables: readonly (readonly number[])[], floor: number): BareParty {
  const points = (outcome: readonly number[]): number => {
    let sum = 0
    for (let i = 0; i < outcome.length; i++) sum += tables[i]![outcome[i]!]!
    return sum
  }
  const outcomes: number[][] = []
  for (let a = 0; a < 10; a++)
    for (let b = 0; b < 10; b++) for (let c = 0; c < 10; c++) outcomes.push([a, b, c])
  outcomes.sort((p, q) => points(q) - points(p))
  const worth = outcomes.map(points)
  const best = worth[0]!
  const band = (best - worth.at(-1)!) * 0.01
  const countAbove = (level: number): number => {
    let low = 0
    let high = worth.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (worth[middle]! >= level) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    best,
    floor,
    points,
    offer: (target, draw) => {
      const end = Math.max(1, countAbove(target))
      const first = Math.min(end - 1, countAbove(Math.min(best, target + band)))
      return outcomes[first + Math.floor(draw() * (end - first))]!
    },
  }
}
