/** Which price holds for a model of a study: a file's, else the study's own, else the one that Parley comes with. */
import type { Rational } from '../core/rational.ts'
import { worstCost } from '../models/cost.ts'
import { PRICE_LIST, PRICES_DATE } from '../models/price-list.ts'
import { dearSetting, findPrice, type Price, priceOf } from '../models/prices.ts'
import type { ModelSpec } from '../negotiators/registry.ts'
import { tierAsked } from '../record/call-settings.ts'
import { type PriceFile, rateTexts } from './price-file.ts'

/** A price, or why there is none. */
export type Pricing =
  | { readonly price: Price; readonly why?: undefined; readonly maxOutput?: number }
  | { readonly price?: undefined; readonly why: string; readonly maxOutput?: number }

/** Looks up what a model of a study costs. */
export type Pricer = (spec: ModelSpec) => Pricing

export function makePricer(file?: PriceFile): Pricer {
  const known = new Map<ModelSpec, Pricing>()
  return (spec) => {
    const before = known.get(spec)
    if (before) return before
    const found = lookUp(spec, file)
    known.set(spec, found)
    return found
  }
}

function lookUp(spec: ModelSpec, file: PriceFile | undefined): Pricing {
  const { provider, model, params, base_url: server, price: own } = spec
  const listed = findPrice(PRICE_LIST, provider, model)
  const entry = file && findPrice(file.entries, provider, model)
  const most = entry?.maxOutput ?? (server === undefined ? listed?.maxOutput : undefined)
  const limit = most === undefined ? {} : { maxOutput: most }
  // Who writes a price for a model knows how it is used, and at which server.
  if (entry) return { price: priceOf(entry, file.date), ...limit }
  if (own) return { price: priceOf({ rates: rateTexts(own), source: 'the study' }), ...limit }
  // Whoever runs another server asks another price.
  if (server !== undefined) return { why: 'it is called at a server of its own', ...limit }
  const dear = dearSetting(params)
  if (dear !== undefined) return { why: `its price depends on the setting ${dear}`, ...limit }
  if (!listed) return { why: 'the price list has no such model', ...limit }
  return { price: priceOf(listed, PRICES_DATE), ...limit }
}

/** How a person gives a price that is not known. */
export const HOW_TO_PRICE =
  'give its price: "price: { input: 3, output: 15 }" at the negotiator, or a file with --prices (docs/costs.md)'

/** The names under which providers let a request limit its reply. */
const LIMITS = ['max_tokens', 'max_output_tokens', 'max_completion_tokens', 'maxOutputTokens'] as const

/**
 * The most tokens that a reply can have, thinking included: what the request allows, else what the model can give
 * at most; undefined where neither is known.
 */
export function outputLimit(spec: ModelSpec, { maxOutput }: Pricing): number | undefined {
  const params = spec.params ?? {}
  const { generationConfig: inner } = params
  const settings: Readonly<Record<string, unknown>> = { ...params, ...(isObject(inner) ? inner : {}) }
  const limits = LIMITS.map((name) => settings[name]).filter(isCount)
  // Where several are set, which of them counts is the server's business.
  return limits.length > 0 ? Math.max(...limits) : maxOutput
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

/**
 * What a provider may count beside the words of a request: marks around messages, and instructions of its own for
 * structured replies and tools. Their sizes are not published for all; those that are stay below this.
 */
const OWN_TOKENS = 1000

/** A request has at most so many tokens: each is at least one byte of it, whatever the tokenizer. */
export const inputLimit = (bytes: number): number => bytes + OWN_TOKENS

/** The most that one call can use: tokens of both kinds together, and US dollars where the price is known. */
export interface Worst {
  readonly tokens: number
  readonly usd?: Rational
}

/** The worst case of a call of these many bytes; undefined where a reply's length has no known limit. */
export function worstOf(spec: ModelSpec, pricing: Pricing, bytes: number): Worst | undefined {
  const output = outputLimit(spec, pricing)
  if (output === undefined) return undefined
  return worstOfTokens(spec, pricing, inputLimit(bytes), output)
}

/** The same for counts that are bounded already. */
export function worstOfTokens(spec: ModelSpec, { price }: Pricing, input: number, output: number): Worst {
  // Anthropic writes to a cache only where it is asked to; others do as they like.
  const asked = JSON.stringify(spec.params ?? {}).includes('"cache_control"')
  const caching = spec.provider !== 'anthropic' || asked
  const unpriced = asked && price?.rates.cacheWrite === undefined
  const usd = unpriced
    ? undefined
    : worstCost(price, { input, output, caching, tier: tierAsked(spec.params) })
  return { tokens: input + output, ...(usd ? { usd } : {}) }
}
