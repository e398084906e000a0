/**
 * What a study will use before anything is sent: negotiations, calls, tokens and dollars, each from the least to the
 * most. Where the record holds finished negotiations of every pairing, what they used gives a likely figure; nothing
 * else does.
 */
import { type Rational, rational, ZERO } from '../core/rational.ts'
import { addCosts, type Cost } from '../models/cost.ts'
import type { Price } from '../models/prices.ts'
import { isModel, type ModelSpec } from '../negotiators/registry.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { addBounds, type Bounds, makeBounds, type SeatBounds } from './bounds.ts'
import type { Study } from './load.ts'
import { outputLimit, type Pricer } from './pricing.ts'
import { inputSum, type Spending, type Spent, sumUp } from './spending.ts'

export interface ModelPlan {
  readonly negotiator: string
  readonly spec: ModelSpec
  readonly price?: Price
  /** Why the price is not known. */
  readonly why?: string
  /** The longest reply, in tokens. */
  readonly outputLimit?: number
  /** How often it sits down. */
  readonly seats: number
  readonly bounds: Bounds
}

export interface PairingPlan {
  readonly pairing: string
  readonly seats: Readonly<Record<string, string>>
  readonly negotiations: number
  readonly bounds: Bounds
}

export interface Likely {
  /** Of how many finished negotiations the figures are means. */
  readonly from: number
  readonly calls: number
  readonly tokens: number
  readonly cost: Cost
}

export interface Plan {
  readonly study: Study
  /** How many negotiations there are in all, and how many the record says are closed. */
  readonly planned: number
  readonly closed: number
  /** Those that are still to be played or ended: every figure below is of them. */
  readonly left: number
  readonly models: readonly ModelPlan[]
  readonly pairings: readonly PairingPlan[]
  readonly total: Bounds
  /** The dearest block that is left: a cap that leaves less than this begins none. */
  readonly block: Bounds
  /** What the record's calls have used. */
  readonly spent: Spending
  readonly likely?: Likely
  /** A cap that no play can reach: what is spent and the most that is left. */
  readonly safe: { readonly usd?: Rational; readonly tokens?: number }
}

/** What a record says of a negotiation that has begun. */
export interface Played {
  readonly assignment: AssignmentRecord
  readonly closed: boolean
  readonly spent: readonly Spent[]
}

/** Works the plan out; `played`: what the record holds so far. */
export function makePlan(study: Study, pricer: Pricer, played: readonly Played[] = []): Plan {
  const closed = new Set(played.flatMap(({ assignment, closed: done }) => (done ? [assignment.id] : [])))
  const left = study.assignments.filter(({ id }) => !closed.has(id))
  const bounds = makeBounds(study, pricer)
  const seatsOf = (some: readonly AssignmentRecord[]): SeatBounds[] => some.flatMap((one) => bounds(one))
  const all = seatsOf(left)
  const total = addBounds(all)
  const spent = sumUp(played.flatMap((one) => one.spent))
  const likely = likelyOf(left, played, seatsOf)
  const blocks = [...Map.groupBy(left, ({ block }) => block).values()].map((block) =>
    addBounds(seatsOf(block)),
  )
  return {
    study,
    planned: study.assignments.length,
    closed: closed.size,
    left: left.length,
    models: modelPlans(study, pricer, all),
    pairings: Object.entries(study.pairings).map(([pairing, seats]) => {
      const own = left.filter((one) => one.pairing === pairing)
      return { pairing, seats, negotiations: own.length, bounds: addBounds(seatsOf(own)) }
    }),
    total,
    block: blocks.toSorted(dearer)[0] ?? addBounds([]),
    spent,
    ...(likely ? { likely } : {}),
    safe: safeCaps(total, spent),
  }
}

function modelPlans(study: Study, pricer: Pricer, all: readonly SeatBounds[]): ModelPlan[] {
  const bySeat = Map.groupBy(all, ({ negotiator }) => negotiator)
  return Object.entries(study.negotiators).flatMap(([negotiator, spec]) => {
    const own = bySeat.get(negotiator)
    if (!isModel(spec) || !own) return []
    const pricing = pricer(spec)
    const limit = outputLimit(spec, pricing)
    return {
      negotiator,
      spec,
      ...(pricing.price ? { price: pricing.price } : { why: pricing.why! }),
      ...(limit === undefined ? {} : { outputLimit: limit }),
      seats: own.length,
      bounds: addBounds(own),
    }
  })
}

const dearer = (a: Bounds, b: Bounds): number =>
  a.usd?.most && b.usd?.most ? b.usd.most.compare(a.usd.most) : tokensMost(b) - tokensMost(a)

const tokensMost = ({ input, output }: Bounds): number => (input.most ?? 0) + (output.most ?? 0)

/** Rounded up to the cent, so that it can be typed. */
function safeCaps({ input, output, usd }: Bounds, { most }: Spending): Plan['safe'] {
  const dollars = usd?.most && most.usd && usd.most.add(most.usd).mul(rational(100)).ceil().div(rational(100))
  const counts = [input.most, output.most, most.tokens]
  const tokens = counts.every((count) => count !== undefined) ? counts.reduce((a, b) => a + b, 0) : undefined
  return { ...(dollars ? { usd: dollars } : {}), ...(tokens === undefined ? {} : { tokens }) }
}

/** Means of what finished negotiations used, pairing by pairing; undefined where one with models has none. */
function likelyOf(
  left: readonly AssignmentRecord[],
  played: readonly Played[],
  seatsOf: (some: readonly AssignmentRecord[]) => SeatBounds[],
): Likely | undefined {
  const finished = Map.groupBy(
    played.filter(({ closed }) => closed),
    ({ assignment }) => assignment.pairing,
  )
  let [calls, tokens] = [ZERO, ZERO]
  const costs: Cost[] = []
  let from = 0
  for (const [pairing, own] of Map.groupBy(left, (one) => one.pairing)) {
    if (seatsOf(own.slice(0, 1)).length === 0) continue
    const before = finished.get(pairing)
    if (!before) return undefined
    const used = sumUp(before.flatMap((one) => one.spent))
    const share = rational(own.length, before.length)
    const sum = inputSum(used.tokens) + (used.tokens.kinds.output ?? 0)
    calls = calls.add(rational(used.attempts).mul(share))
    tokens = tokens.add(rational(sum).mul(share))
    const { usd, atLeast, atMost, unknown } = used.cost
    costs.push({
      ...(usd ? { usd: usd.mul(share) } : {}),
      atLeast: atLeast.mul(share),
      ...(atMost ? { atMost: atMost.mul(share) } : {}),
      unknown,
    })
    from += before.length
  }
  if (from === 0) return undefined
  return { from, calls: calls.round().valueOf(), tokens: tokens.round().valueOf(), cost: addCosts(costs) }
}
