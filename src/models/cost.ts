/**
 * What a call cost, from the tokens that its provider told of and a price; and the most that a call can cost.
 * Exact: dollars are rationals until they are printed. What cannot be known is said so, never counted as nothing,
 * and what is known all the same stands beside it as a lower bound.
 */
import { printed, type Rational, rational, ZERO } from '../core/rational.ts'
import { KINDS, type Kind, type Price, type Rates } from './prices.ts'
import { tierFactor } from './tiers.ts'
import type { ProviderName, Usage } from './wire/contract.ts'

export interface Cost {
  /** US dollars; undefined where a part of it is not known. */
  readonly usd?: Rational
  /** What it cost at least: the parts that are known. Equal to `usd` where all of it is. */
  readonly atLeast: Rational
  /** What it cost at most, where that can be said: the tokens are known, and not by which price they were billed. */
  readonly atMost?: Rational
  /** Why it is not known, a few words each; empty where it is. */
  readonly unknown: readonly string[]
}

export const FREE: Cost = { usd: ZERO, atLeast: ZERO, atMost: ZERO, unknown: [] }

/** Whose call it was, and the service tier that it was billed by, as far as anybody said. */
export interface CallKind {
  readonly provider: ProviderName
  readonly tier?: string | undefined
}

const MILLION = rational(1_000_000)

const CACHES = ['cacheRead', 'cacheWrite', 'cacheWriteLong'] as const

/**
 * The cost of a call. How the counts fit together differs: Anthropic's `input` leaves out all that touched a
 * cache, so that an untold cache count may hide tokens; elsewhere `input` holds whatever was not told apart, so
 * that it hides only at which price they were billed (docs/costs.md has the sources).
 */
export function costOf(usage: Usage, price: Price | undefined, { provider, tier }: CallKind): Cost {
  if (!price) return { atLeast: ZERO, unknown: ['no price'] }
  const unknown: string[] = []
  const factor = tierFactor(tier, price.tiers)
  if (!factor) return { atLeast: ZERO, unknown: [`no price for the service tier ${tier}`] }
  const rates = ratesFor(price, inputOf(usage))
  if (!rates) unknown.push(`no price for more than ${price.above!.tokens} tokens of input`)

  let atLeast = ZERO
  let atMost: Rational | undefined = rates && ZERO
  for (const kind of KINDS) {
    const count = usage[kind]
    if (count === undefined) {
      const why = untold(kind, usage, provider, rates)
      if (why === undefined) continue
      unknown.push(why)
      if (!isAmongOthers(kind, provider)) atMost = undefined
    } else if (count > 0 && rates) {
      const [least, most] = rateRange(kind, usage, provider, rates)
      const before = atLeast
      const tokens = rational(count)
      if (least) atLeast = atLeast.add(least.mul(tokens))
      else unknown.push(`no price for ${KIND_WORDS[kind]}`)
      // Mostly both are one.
      atMost = atMost === before && most === least && most ? atLeast : most && atMost?.add(most.mul(tokens))
    }
  }
  const usd = (sum: Rational): Rational => sum.mul(factor).div(MILLION)
  const low = usd(atLeast)
  const high = atMost && (atMost === atLeast ? low : usd(atMost))
  return {
    ...(unknown.length > 0 ? {} : { usd: low }),
    atLeast: low,
    ...(high ? { atMost: high } : {}),
    unknown,
  }
}

const KIND_WORDS: Readonly<Record<Kind, string>> = {
  input: 'input',
  cacheRead: 'input read from a cache',
  cacheWrite: 'input written to a cache',
  cacheWriteLong: 'input written to a cache that is kept longer',
  output: 'output',
}

/** Why a count that was not told leaves the cost unknown; undefined where it does not. */
function untold(
  kind: Kind,
  usage: Usage,
  provider: ProviderName,
  rates: Rates | undefined,
): string | undefined {
  const words = `the provider did not tell the tokens of ${KIND_WORDS[kind]}`
  if (kind === 'input' || kind === 'output') return words
  // A write that is not split by how long it is kept may be of the dearer kind.
  if (kind === 'cacheWriteLong') {
    return (usage.cacheWrite ?? 0) > 0 && differs(rates?.cacheWriteLong, rates?.cacheWrite)
      ? words
      : undefined
  }
  if (provider === 'anthropic') return words
  return hides(kind, provider, rates) && usage.input !== 0 ? words : undefined
}

/** Whether tokens of this untold kind, which are among `input`, would have been billed at another price. */
const hides = (kind: Kind, provider: ProviderName, rates: Rates | undefined): boolean =>
  // Google leaves a count of none out, as JSON of protocol buffers does.
  provider !== 'google' && differs(rates?.[kind], rates?.input)

const differs = (a: Rational | undefined, b: Rational | undefined): boolean =>
  a !== undefined && (b === undefined || !a.equals(b))

/** Whether tokens of this kind, where they are not told, are in the count of another. */
const isAmongOthers = (kind: Kind, provider: ProviderName): boolean =>
  kind === 'cacheWriteLong' || (kind !== 'input' && kind !== 'output' && provider !== 'anthropic')

/** The lowest and the highest price at which the tokens of a count may have been billed. */
function rateRange(
  kind: Kind,
  usage: Usage,
  provider: ProviderName,
  rates: Rates,
): readonly [least: Rational | undefined, most: Rational | undefined] {
  const own = rates[kind]
  const others = hiddenIn(kind, usage, provider, rates).map((hidden) => rates[hidden]!)
  return others.reduce<readonly [Rational | undefined, Rational | undefined]>(
    ([least, most], rate) => [
      least && rate.compare(least) < 0 ? rate : least,
      most && rate.compare(most) > 0 ? rate : most,
    ],
    [own, own],
  )
}

/** The kinds whose untold tokens this count may hold, at another price. */
function hiddenIn(kind: Kind, usage: Usage, provider: ProviderName, rates: Rates): readonly Kind[] {
  if (kind === 'cacheWrite') {
    const split = usage.cacheWriteLong !== undefined || !differs(rates.cacheWriteLong, rates.cacheWrite)
    return split ? [] : ['cacheWriteLong']
  }
  if (kind !== 'input' || provider === 'anthropic') return []
  return CACHES.filter((cache) => usage[cache] === undefined && hides(cache, provider, rates))
}

/** Input of every kind that was told. */
const inputOf = (usage: Usage): number =>
  (usage.input ?? 0) + CACHES.reduce((sum, kind) => sum + (usage[kind] ?? 0), 0)

/** The rates for a request with so much input; undefined where the price knows none for that much. */
function ratesFor({ rates, above }: Price, input: number): Rates | undefined {
  if (!above || input <= above.tokens) return rates
  return Object.keys(above.rates).length > 0 ? above.rates : undefined
}

/**
 * The most tokens a call may have, of either kind; `caching`: whether it may write to a cache, at the dearest price
 * that is known for that.
 */
export interface CallBound {
  readonly input: number
  readonly output: number
  readonly caching: boolean
  readonly tier?: string | undefined
}

/** The most that a call can cost: undefined where a price that it may be billed by is not known. */
export function worstCost(price: Price | undefined, bound: CallBound): Rational | undefined {
  if (!price) return undefined
  const { input, output, caching, tier } = bound
  const factor = tierFactor(tier, price.tiers)
  // Longer prompts may be dearer or not: both are looked at where the bound reaches so far.
  const tables = price.above && input > price.above.tokens ? [price.rates, price.above.rates] : [price.rates]
  let worst = ZERO
  for (const rates of tables) {
    if (!rates.input || !rates.output || !factor) return undefined
    const writes = caching ? [rates.cacheWrite, rates.cacheWriteLong] : []
    const dearest = writes.reduce<Rational>((a, b) => (b && b.compare(a) > 0 ? b : a), rates.input)
    const cost = dearest.mul(rational(input)).add(rates.output.mul(rational(output)))
    if (cost.compare(worst) > 0) worst = cost
  }
  return worst.mul(factor!).div(MILLION)
}

/** Several costs as one: known where each of them is. Reasons are told once. */
export function addCosts(costs: Iterable<Cost>): Cost {
  let usd: Rational | undefined = ZERO
  let atLeast = ZERO
  let atMost: Rational | undefined = ZERO
  const unknown = new Set<string>()
  for (const cost of costs) {
    const low = atLeast.add(cost.atLeast)
    // Mostly all three are one.
    const sum = (so: Rational | undefined, more: Rational | undefined): Rational | undefined =>
      so === atLeast && more === cost.atLeast ? low : so && more && so.add(more)
    usd = sum(usd, cost.usd)
    atMost = sum(atMost, cost.atMost)
    atLeast = low
    for (const why of cost.unknown) unknown.add(why)
  }
  return { ...(usd ? { usd } : {}), atLeast, ...(atMost ? { atMost } : {}), unknown: [...unknown] }
}

/** Dollars for print: to the cent from 10 up, and finer the smaller they are; never 0 for what is more. */
export function dollars(value: Rational): string {
  if (value.equals(0)) return '$0'
  const size = value.abs()
  const decimals = size.compare(10) >= 0 ? 2 : size.compare(rational(1, 100)) >= 0 ? 4 : 6
  const text = printed(value, decimals)
  return /[1-9]/.test(text) ? `$${text}` : 'below $0.000001'
}

/** A cost for print: `$1.25`, `$0.40 to $0.50`, `at least $0.40`, `unknown`. */
export function costText({ usd, atLeast, atMost }: Cost): string {
  if (usd) return dollars(usd)
  if (atMost) return `${dollars(atLeast)} to ${dollars(atMost)}`
  return atLeast.equals(0) ? 'unknown' : `at least ${dollars(atLeast)}`
}
