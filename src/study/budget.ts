/**
 * The caps of a run. A call is sent only where its worst case fits beside what is spent and what is in flight, so
 * that a cap is never passed; and a block of the design is begun only where the worst case of all its negotiations
 * fits, since a stop inside a block depends on how long talks run, and so selects among them.
 */
import { UserError } from '../core/problem.ts'
import { type Rational, rational, ZERO } from '../core/rational.ts'
import { addCosts, type Cost, costOf, dollars } from '../models/cost.ts'
import type { Admission, AttemptResult, Guard, Halt, PlannedAttempt } from '../negotiators/model/tools.ts'
import { isModel, type ModelSpec } from '../negotiators/registry.ts'
import { tierAsked } from '../record/call-settings.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { addBounds, makeBounds } from './bounds.ts'
import type { Study } from './load.ts'
import { Meter } from './meter.ts'
import { HOW_TO_PRICE, outputLimit, type Pricer, type Worst, worstOf, worstOfTokens } from './pricing.ts'
import { mostOf, type Spending } from './spending.ts'
import { thousands } from './token-text.ts'

export interface Caps {
  /** US dollars, for all runs of the record together. */
  readonly cost?: Rational
  /** Tokens of every kind. */
  readonly tokens?: number
  /** Whether a stop may fall inside a block. */
  readonly anywhere?: boolean
}

export interface Budget {
  /** Asked before every call: holds its worst case until it is settled. */
  readonly guard: Guard
  /**
   * Asked before a negotiation is taken up, new or begun before. Waits as long as negotiations that go on may leave
   * enough; a halt where they do not.
   */
  admit(assignment: AssignmentRecord): Halt | undefined | Promise<Halt | undefined>
  /** A negotiation that was admitted has ended, or is left as it is. */
  leave(id: string): void
  /** What all calls have cost, earlier runs' included, as far as it is known. */
  readonly cost: Cost
}

/** The code of every halt for want of money or tokens. */
export const BUDGET_HALT = 'budget'

/** What of a study a budget has to do with. */
export type BudgetStudy = Pick<Study, 'file' | 'record' | 'negotiators' | 'pairings' | 'variant'>

/**
 * Throws a UserError where a cap could not be kept: a price or a reply's limit is not known, or what earlier runs
 * have spent is not.
 * @param left the assignments that are still to be played or ended, in their order
 * @param before what earlier runs of the record have used
 */
export function makeBudget(
  study: BudgetStudy,
  left: readonly AssignmentRecord[],
  { caps, pricer, before }: { caps: Caps; pricer: Pricer; before: Spending },
): Budget {
  mustBeKept(study, caps, pricer, before)
  return new Keeper(study, left, caps, pricer, before)
}

/** One cap: its meter, and how an amount of it is read off a worst case and told. */
interface Limit {
  readonly meter: Meter
  of(worst: Worst): Rational | undefined
  told(amount: Rational): string
}

const countText = (amount: Rational): string => `${thousands(amount.round().toFraction())} tokens`

class Keeper implements Budget {
  readonly #caps: Caps
  readonly #pricer: Pricer
  readonly #limits: readonly Limit[]
  readonly #worst: (assignment: AssignmentRecord) => Worst
  /** What is left of each block, until it is begun. */
  readonly #blocks: Map<number, AssignmentRecord[]>
  readonly #going = new Set<string>()
  #waiting: (() => void)[] = []
  #halt: Halt | undefined
  #cost: Cost

  readonly guard: Guard = { before: (attempt) => this.#before(attempt) }

  constructor(
    study: BudgetStudy,
    left: readonly AssignmentRecord[],
    caps: Caps,
    pricer: Pricer,
    before: Spending,
  ) {
    this.#caps = caps
    this.#pricer = pricer
    this.#cost = before.cost
    const limits: Limit[] = []
    if (caps.cost)
      limits.push({
        meter: new Meter(caps.cost, before.most.usd ?? ZERO),
        of: ({ usd }) => usd,
        told: dollars,
      })
    if (caps.tokens !== undefined)
      limits.push({
        meter: new Meter(rational(caps.tokens), rational(before.most.tokens ?? 0)),
        of: ({ tokens }) => rational(tokens),
        told: countText,
      })
    this.#limits = limits
    const bounds = makeBounds(study, pricer)
    this.#worst = (assignment) => {
      const { input, output, usd } = addBounds(bounds(assignment))
      return { tokens: (input.most ?? 0) + (output.most ?? 0), ...(usd?.most ? { usd: usd.most } : {}) }
    }
    this.#blocks = Map.groupBy(left, ({ block }) => block)
  }

  get cost(): Cost {
    return this.#cost
  }

  admit(assignment: AssignmentRecord): Halt | undefined | Promise<Halt | undefined> {
    if (this.#halt) return this.#halt
    if (this.#caps.anywhere || this.#limits.length === 0 || this.#begin(assignment.block)) {
      this.#going.add(assignment.id)
      return undefined
    }
    // What goes on may need less than its worst case, and then there is room.
    if (this.#going.size > 0) return this.#change().then(() => this.admit(assignment))
    this.#halt = this.#full(assignment.block)
    this.#wake()
    return this.#halt
  }

  leave(id: string): void {
    if (!this.#going.delete(id)) return
    for (const { meter } of this.#limits) meter.end(id)
    this.#wake()
  }

  /** Sets aside the worst case of a block; false where there is no room for it. */
  #begin(block: number): boolean {
    const members = this.#blocks.get(block)
    if (!members) return true
    const worst = members.map((member) => [member.id, this.#worst(member)] as const)
    const fits = this.#limits.every(({ meter, of }) => {
      const most = worst.reduce((sum, [, one]) => sum.add(of(one) ?? ZERO), ZERO)
      return most.compare(meter.free) <= 0
    })
    if (!fits) return false
    for (const [id, one] of worst) for (const { meter, of } of this.#limits) meter.begin(id, of(one) ?? ZERO)
    this.#blocks.delete(block)
    return true
  }

  #before(attempt: PlannedAttempt): Halt | Admission | Promise<Halt | Admission> {
    const { spec, bytes, negotiation } = attempt
    const worst = (this.#limits.length > 0 && worstOf(spec, this.#pricer(spec), bytes)) || NOTHING
    const fits = this.#limits.every(({ meter, of }) => (of(worst) ?? ZERO).compare(meter.left) <= 0)
    if (!fits) {
      const inFlight = this.#limits.some(({ meter }) => meter.held.compare(ZERO) > 0)
      // Calls in flight are held at their worst: most come to less.
      if (inFlight) return this.#change().then(() => this.#before(attempt))
      return this.#stopped(worst, 'the next call could')
    }
    for (const { meter, of } of this.#limits) meter.hold(negotiation, of(worst) ?? ZERO)
    let settled = false
    return {
      settle: (result) => {
        if (settled) throw new Error('an attempt was settled twice')
        settled = true
        const actual = this.#actual(spec, result, worst)
        for (const { meter, of } of this.#limits) {
          meter.settle(negotiation, of(worst) ?? ZERO, of(actual) ?? of(worst) ?? ZERO)
        }
        this.#wake()
      },
    }
  }

  /** What an attempt came to, as it counts against a cap; its cost is noted. */
  #actual(spec: ModelSpec, { kind, usage = {}, answer }: AttemptResult, worst: Worst): Worst {
    if (kind === 'unsent' || kind === 'refused') return NOTHING
    const { provider, params } = spec
    const tier = answer?.tier ?? tierAsked(params)
    const told = costOf(usage, this.#pricer(spec).price, { provider, tier })
    const cost =
      kind === 'answered' ? told : { atLeast: told.atLeast, unknown: ['calls whose answer was lost'] }
    this.#cost = addCosts([this.#cost, cost])
    const as = kind === 'answered' ? 'answered' : 'lost'
    return mostOf({ kind: as, usage, cost, provider }, worst) ?? worst
  }

  #full(block: number): Halt {
    const members = this.#blocks.get(block) ?? []
    const worst = members.map((member) => this.#worst(member))
    const usd = worst.reduce<Rational | undefined>((sum, one) => sum && one.usd && sum.add(one.usd), ZERO)
    const tokens = worst.reduce((sum, one) => sum + one.tokens, 0)
    return this.#stopped({ tokens, ...(usd ? { usd } : {}) }, `block ${block} could still`)
  }

  #stopped(next: Worst, who: string): Halt {
    const words = this.#limits.map(({ meter, of, told }) => {
      const need = of(next)
      const left = meter.cap.sub(meter.spent)
      const takes = need ? `; ${who} use ${told(need)} at worst` : ''
      return `spent ${told(meter.spent)} of ${told(meter.cap)}, left ${told(left)}${takes}`
    })
    return { code: BUDGET_HALT, scope: 'study', detail: words.join('; ') }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => void this.#waiting.push(resolve))
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve()
  }
}

const NOTHING: Worst = { tokens: 0, usd: ZERO }

/** Throws a UserError where a cap could not be kept; `before`: what earlier runs have used, where that was read. */
export function mustBeKept(
  study: Omit<BudgetStudy, 'variant'>,
  { cost, tokens }: Caps,
  pricer: Pricer,
  before: Pick<Spending, 'most'> = NO_SPENDING,
): void {
  if (!cost && tokens === undefined) return
  const used = new Set(Object.values(study.pairings).flatMap((seats) => Object.values(seats)))
  const problems = Object.entries(study.negotiators).flatMap(([name, spec]) => {
    if (!used.has(name) || !isModel(spec)) return []
    const pricing = pricer(spec)
    const path = `negotiators.${name}`
    const place = { file: study.file, path, found: spec.model }
    const output = outputLimit(spec, pricing)
    const told = []
    if (output === undefined) {
      const message = `A cap cannot be kept: nothing limits a reply of ${name} (${spec.model}).`
      told.push({
        ...place,
        message,
        mend: 'limit its output in "params": max_tokens, or as its API calls it',
      })
    }
    if (cost && !pricing.price) {
      const message = `A cap on the cost cannot be kept: the price of ${name} (${spec.model}) is not known, since ${pricing.why}.`
      told.push({ ...place, message, mend: HOW_TO_PRICE })
    } else if (cost && !worstOfTokens(spec, pricing, 1, output ?? 1).usd) {
      const message = `A cap on the cost cannot be kept: a part of the price of ${name} (${spec.model}) is not known (a cache or a service tier that its params ask for).`
      told.push({ ...place, message, mend: HOW_TO_PRICE })
    }
    return told
  })
  const unknown = (cost && !before.most.usd) || (tokens !== undefined && before.most.tokens === undefined)
  if (problems.length === 0 && unknown) {
    const message = 'What earlier runs of this record have used is not known, so that a cap cannot be kept.'
    problems.push({
      file: study.record,
      path: '',
      found: 'attempts without a known limit',
      message,
      mend: HOW_TO_PRICE,
    })
  }
  if (problems.length > 0) throw new UserError(problems)
}

/** Nothing spent so far. */
const NO_SPENDING: Pick<Spending, 'most'> = { most: { tokens: 0, usd: ZERO } }
