/** What a model's tokens cost: how a price is written, and which one holds for a model as a study names it. */
import { parseRational, type Rational } from '../core/rational.ts'
import type { ProviderName } from './wire/contract.ts'

/** The kinds of token that are billed, in the words of Usage (wire/contract.ts). */
export const KINDS = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteLong', 'output'] as const
export type Kind = (typeof KINDS)[number]

/** US dollars per million tokens, as decimal text. A kind that is left out has no known price. */
export type RateTexts = { readonly [K in Kind]?: string | undefined }
export type Rates = { readonly [K in Kind]?: Rational }

export interface PriceEntry {
  readonly provider: ProviderName
  /** The model's name without a date: it stands for its dated versions too, unless one of them has an entry. */
  readonly model: string
  readonly rates: RateTexts
  /** A request with more input than this, caches included, is billed otherwise as a whole; without rates: unknown. */
  readonly above?: { readonly tokens: number; readonly rates?: RateTexts }
  /** Factors for service tiers that are not billed at the plain price. */
  readonly tiers?: Readonly<Record<string, string>>
  /** The most tokens that a reply can have, thinking included. */
  readonly maxOutput?: number
  /** The page it was read from. */
  readonly source: string
}

export interface Price {
  /** Dollars per million tokens. */
  readonly rates: Rates
  readonly above?: { readonly tokens: number; readonly rates: Rates }
  readonly tiers: Readonly<Record<string, Rational>>
  readonly maxOutput?: number
  /** Whence it comes, for a person: a page, a file, the study. */
  readonly source: string
  /** The day for which it was written down (ISO 8601), where that is known. */
  readonly date?: string
}

/** An entry with its numbers read. Throws a RangeError where one is no decimal: entries are checked before. */
export function priceOf(entry: Omit<PriceEntry, 'provider' | 'model'>, date?: string): Price {
  const { rates, above, tiers = {}, maxOutput, source } = entry
  return {
    rates: ratesOf(rates),
    ...(above ? { above: { tokens: above.tokens, rates: ratesOf(above.rates ?? {}) } } : {}),
    tiers: Object.fromEntries(Object.entries(tiers).map(([tier, factor]) => [tier, exact(factor)])),
    ...(maxOutput === undefined ? {} : { maxOutput }),
    source,
    ...(date === undefined ? {} : { date }),
  }
}

const ratesOf = (texts: RateTexts): Rates =>
  Object.fromEntries(
    KINDS.flatMap((kind) => (texts[kind] === undefined ? [] : [[kind, exact(texts[kind])] as const])),
  )

function exact(text: string): Rational {
  const value = parseRational(text)
  if (!value || value.compare(0) < 0) throw new RangeError(`${text} is no price`)
  return value
}

/** How providers date a model's name: `-20251001`, `-2025-04-14`, `-001`. */
const DATED = /^-(?:\d{8}|\d{4}-\d{2}-\d{2}|\d{3})$/

/** OpenAI's models cost the same by either of its APIs. */
const seller = (provider: ProviderName): string => (provider === 'openai-chat' ? 'openai' : provider)

/**
 * The entry for a model: the one of exactly that name, else the one whose name it is with a date behind it.
 * `gpt-5-mini-2025-08-07` is `gpt-5-mini`, and `gpt-5-mini` is not `gpt-5`. Undefined where there is none.
 */
export function findPrice<E extends Pick<PriceEntry, 'provider' | 'model'>>(
  list: readonly E[],
  provider: ProviderName,
  model: string,
): E | undefined {
  const name = model.replace(/^models\//, '')
  const own = list.filter((entry) => seller(entry.provider) === seller(provider))
  return (
    own.find((entry) => entry.model === name) ??
    own.find((entry) => name.startsWith(entry.model) && DATED.test(name.slice(entry.model.length)))
  )
}

/**
 * Settings that change what a call costs, other than by counts of tokens and the service tier: a listed price
 * does not hold for them. Returns the first one's name.
 */
export function dearSetting(params: Readonly<Record<string, unknown>> = {}): string | undefined {
  const { inference_geo: where, speed, tools } = params
  if (where !== undefined && where !== 'global') return 'inference_geo'
  if (speed !== undefined && speed !== 'standard') return 'speed'
  return Array.isArray(tools) && tools.length > 0 ? 'tools' : undefined
}
