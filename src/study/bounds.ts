/**
 * The least and the most that a negotiation can use, before it is played: calls, tokens and dollars, from the prompts
 * as they are rendered for the shortest and the longest play. docs/costs.md says what the bounds rest on.
 */
import { type Rational, rational, ZERO } from '../core/rational.ts'
import { isModel, isPerson, type ModelSpec } from '../negotiators/registry.ts'
import { baseSeat } from '../protocols/seats.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { makeRenderer } from '../scenario/render.ts'
import { type CallSize, callSizes } from './call-sizes.ts'
import { type Ask, longestPlay, shortestPlay, WORD } from './extremes.ts'
import type { Study } from './load.ts'
import { inputLimit, outputLimit, type Pricer, worstOfTokens } from './pricing.ts'
import { everySeat } from './talk-seats.ts'
import type { Variant } from './variants.ts'

/** `most` undefined: nothing bounds it, or its price is not known. */
export interface Span<T> {
  readonly least: T
  readonly most?: T
}

/** What one seat's model uses in one negotiation. */
export interface SeatBounds {
  readonly negotiator: string
  readonly spec: ModelSpec
  readonly calls: Span<number>
  readonly input: Span<number>
  readonly output: Span<number>
  /** US dollars; undefined where the price is not known. */
  readonly usd?: Span<Rational>
}

export interface Bounds {
  readonly calls: Span<number>
  readonly input: Span<number>
  readonly output: Span<number>
  readonly usd?: Span<Rational>
}

/** No tokenizer in use makes tokens longer than this of running text, on average (English has about 4.5 bytes). */
const LONGEST_TOKEN = 8
/** What an earlier reply adds to a request for each of its tokens, in bytes; English has about 4.5, JSON less. */
const REPLY_BYTES = 4

/** Works out the bounds of assignments; equal ones (the same scenario, opener, seat and negotiator) once. */
export function makeBounds(
  study: Pick<Study, 'negotiators' | 'variant'>,
  pricer: Pricer,
): (assignment: AssignmentRecord) => SeatBounds[] {
  const ofVariant = new Map<Variant, ReturnType<typeof variantBounds>>()
  return (assignment) => {
    const variant = study.variant(assignment)
    let bounds = ofVariant.get(variant)
    if (!bounds) {
      bounds = variantBounds(study, variant, pricer)
      ofVariant.set(variant, bounds)
    }
    return bounds(assignment)
  }
}

function variantBounds(study: Pick<Study, 'negotiators'>, variant: Variant, pricer: Pricer) {
  const renderer = makeRenderer(variant.scenario)
  const said = saidAtMost(study, variant, pricer)
  const plays = new Map<string, { longest: Ask[]; shortest: Ask[] }>()
  const known = new Map<string, SeatBounds | undefined>()
  const playsOf = (opener: string) => {
    const before = plays.get(opener)
    if (before) return before
    const game = variant.game(opener)
    const found = { longest: longestPlay(game, said.words), shortest: shortestPlay(game) }
    plays.set(opener, found)
    return found
  }
  const seatBounds = (opener: string, seat: string, negotiator: string): SeatBounds | undefined => {
    const spec = study.negotiators[negotiator]
    if (!spec || !isModel(spec)) return undefined
    const { longest, shortest } = playsOf(opener)
    const sizes = (play: readonly Ask[]) => callSizes(variant.game(opener), renderer, seat, spec, play)
    const replies = shortest.filter((ask) => ask.seat === seat).map(({ reply }) => reply)
    const bounds = boundsOf(negotiator, spec, pricer, sizes(longest), sizes(shortest), replies)
    return said.unbounded ? withoutMost(bounds) : bounds
  }
  return ({ opener, seats }: AssignmentRecord): SeatBounds[] =>
    everySeat(variant.scenario, seats).flatMap((seat) => {
      const negotiator = seats[baseSeat(seat)]!
      const key = JSON.stringify([opener, seat, negotiator])
      if (!known.has(key)) known.set(key, seatBounds(opener, seat, negotiator))
      return known.get(key) ?? []
    })
}

/**
 * Free talk may limit no message's length: then it is what the talkers' models can say that bounds it, each reply at
 * its longest, and where nothing limits one of those, or a person talks, nothing does.
 */
function saidAtMost(
  { negotiators }: Pick<Study, 'negotiators'>,
  { scenario }: Variant,
  pricer: Pricer,
): { readonly words?: number; readonly unbounded?: true } {
  const { message } = scenario.protocol.settings as { readonly message?: { readonly words?: number } }
  if (scenario.protocol.type !== 'free-talk' || message?.words !== undefined) return {}
  const all = Object.values(negotiators)
  const limits = all.filter(isModel).map((spec) => outputLimit(spec, pricer(spec)))
  if (all.some(isPerson) || limits.includes(undefined)) return { unbounded: true }
  const longest = Math.max(0, ...limits.map((limit) => limit ?? 0))
  return longest === 0 ? {} : { words: Math.ceil((longest * REPLY_BYTES) / (WORD.length + 1)) }
}

/** Where nothing bounds what is said, nothing bounds what is sent. */
function withoutMost({ input, usd, ...rest }: SeatBounds): SeatBounds {
  return { ...rest, input: { least: input.least }, ...(usd ? { usd: { least: usd.least } } : {}) }
}

function boundsOf(
  negotiator: string,
  spec: ModelSpec,
  pricer: Pricer,
  longest: readonly CallSize[],
  shortest: readonly CallSize[],
  replies: readonly string[],
): SeatBounds {
  const pricing = pricer(spec)
  const limit = outputLimit(spec, pricing)
  const fewest = { input: 0, output: 0 }
  for (const { bytes } of shortest) fewest.input += Math.floor(bytes / LONGEST_TOKEN)
  for (const reply of replies) fewest.output += Math.ceil(Buffer.byteLength(reply) / LONGEST_TOKEN)
  let input: number | undefined = 0
  let usd: Rational | undefined = ZERO
  for (const { bytes, replies: before } of longest) {
    // An earlier reply of any length makes a request of any length.
    if (before > 0 && limit === undefined) input = undefined
    const size = inputLimit(bytes + before * REPLY_BYTES * (limit ?? 0))
    if (input !== undefined) input += size
    const worst = limit === undefined ? undefined : worstOfTokens(spec, pricing, size, limit).usd
    usd = usd && worst && usd.add(worst)
  }
  const { price } = pricing
  const least = price && leastCost(price, fewest.input, fewest.output)
  return {
    negotiator,
    spec,
    calls: { least: shortest.length, most: longest.length },
    input: { least: fewest.input, ...(input === undefined ? {} : { most: input }) },
    output: { least: fewest.output, ...(limit === undefined ? {} : { most: limit * longest.length }) },
    ...(least ? { usd: { least, ...(usd ? { most: usd } : {}) } } : {}),
  }
}

/** What so many tokens cost at least: all input from the cache, where that is cheaper, and in the cheapest tier. */
function leastCost(
  { rates, tiers }: NonNullable<ReturnType<Pricer>['price']>,
  input: number,
  output: number,
): Rational {
  const inputs = [rates.input, rates.cacheRead].filter((rate) => rate !== undefined)
  const cheapest = inputs.reduce((a, b) => (b.compare(a) < 0 ? b : a), inputs[0] ?? ZERO)
  const factor = Object.values(tiers).reduce((a, b) => (b.compare(a) < 0 ? b : a), rational(1))
  const cost = cheapest.mul(rational(input)).add((rates.output ?? ZERO).mul(rational(output)))
  return cost.mul(factor).div(rational(1_000_000))
}

/** Bounds of several seats taken together; dollars where at least one of them has a price. */
export function addBounds(all: readonly Bounds[]): Bounds {
  const count = (of: (bounds: Bounds) => Span<number>): Span<number> =>
    addSpans(all.map(of), (a, b) => a + b, 0)
  const usd = all.map((bounds) => bounds.usd)
  const priced = all.length === 0 || usd.some((span) => span !== undefined)
  const dollars = addSpans(
    usd.map((span) => span ?? { least: ZERO }),
    (a, b) => a.add(b),
    ZERO,
  )
  return {
    calls: count(({ calls }) => calls),
    input: count(({ input }) => input),
    output: count(({ output }) => output),
    ...(priced ? { usd: dollars } : {}),
  }
}

function addSpans<T>(spans: readonly Span<T>[], add: (a: T, b: T) => T, zero: T): Span<T> {
  const least = spans.reduce((sum, span) => add(sum, span.least), zero)
  const most = spans.reduce<T | undefined>(
    (sum, span) => (sum === undefined || span.most === undefined ? undefined : add(sum, span.most)),
    zero,
  )
  return { least, ...(most === undefined ? {} : { most }) }
}
