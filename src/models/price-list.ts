/**
 * The prices that come with Parley: data, and the page that each was read from. Prices change without notice and
 * may differ by contract: a study's `price` or a file given with `--prices` goes before them. A model, or a kind
 * of token, for which no page could be named is left out: its price is unknown. docs/costs.md says how to add one.
 */
import type { PriceEntry } from './prices.ts'

/** When the list was put together, from copies of the pages named in it; a copy may be some weeks older. */
export const PRICES_DATE = '2026-11-30'

const CLAUDE = 'https://platform.claude.com/docs/en/about-claude/pricing'
const claude = (model: string): string => `https://platform.claude.com/docs/en/models/${model}/overview`
const openai = (model: string): string => `https://developers.openai.com/api/docs/models/${model}`
const GEMINI = 'https://ai.google.dev/gemini-api/docs/pricing'

/** The Message Batches, Batch and Gemini Batch APIs charge half, says each provider's price page. */
const BATCH = { batch: '0.5' }

export const PRICE_LIST: readonly PriceEntry[] = [
  {
    provider: 'anthropic',
    model: 'claude-fable-5-2',
    // The page compares input and output alone; what its cache costs was not found.
    rates: { input: '8', output: '40' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: claude('fable-5-2'),
  },
  {
    provider: 'anthropic',
    model: 'claude-fable-5-1',
    rates: { input: '10', output: '50', cacheRead: '0.25', cacheWrite: '12.50', cacheWriteLong: '20' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: CLAUDE,
  },
  {
    provider: 'anthropic',
    model: 'claude-fable-5',
    rates: { input: '10', output: '50', cacheRead: '1', cacheWrite: '12.50', cacheWriteLong: '20' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: CLAUDE,
  },
  {
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    rates: { input: '4', output: '20' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: claude('opus-5-5'),
  },
  {
    provider: 'anthropic',
    model: 'claude-opus-5',
    rates: { input: '5', output: '25', cacheRead: '0.50', cacheWrite: '6.25', cacheWriteLong: '10' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: claude('opus-5'),
  },
  ...['claude-opus-4-8', 'claude-opus-4-7', 'claude-opus-4-6', 'claude-opus-4-5'].map(
    (model): PriceEntry => ({
      provider: 'anthropic',
      model,
      rates: { input: '5', output: '25', cacheRead: '0.50', cacheWrite: '6.25', cacheWriteLong: '10' },
      tiers: BATCH,
      source: CLAUDE,
    }),
  ),
  ...['claude-opus-4-1', 'claude-opus-4'].map(
    (model): PriceEntry => ({
      provider: 'anthropic',
      model,
      rates: { input: '15', output: '75', cacheRead: '1.50', cacheWrite: '18.75', cacheWriteLong: '30' },
      tiers: BATCH,
      source: 'https://docs.anthropic.com/en/docs/about-claude/pricing',
    }),
  ),
  {
    provider: 'anthropic',
    model: 'claude-sonnet-5-5',
    // Copies of the page disagree about reading from the cache (0.20, or 0.10 since October 2026): left out.
    rates: { input: '2', output: '10', cacheWrite: '2.50', cacheWriteLong: '4' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: claude('sonnet-5-5'),
  },
  {
    provider: 'anthropic',
    model: 'claude-sonnet-5',
    rates: { input: '2', output: '10', cacheRead: '0.20', cacheWrite: '2.50', cacheWriteLong: '4' },
    tiers: BATCH,
    maxOutput: 128_000,
    source: claude('sonnet-5'),
  },
  {
    provider: 'anthropic',
    model: 'claude-sonnet-4-6',
    rates: { input: '3', output: '15' },
    source: 'https://docs.flexprice.io/cookbooks/pricing-teardowns/anthropic-pricing',
  },
  ...['claude-sonnet-4-5', 'claude-sonnet-4'].map(
    (model): PriceEntry => ({
      provider: 'anthropic',
      model,
      rates: { input: '3', output: '15', cacheRead: '0.30', cacheWrite: '3.75', cacheWriteLong: '6' },
      // Longer prompts cost more, by another table.
      above: { tokens: 200_000 },
      tiers: BATCH,
      source: 'https://docs.electronhub.ai/guides/prompt-caching',
    }),
  ),
  {
    provider: 'anthropic',
    model: 'claude-haiku-5-5',
    rates: { input: '0.10', output: '0.50', cacheRead: '0.01', cacheWrite: '0.125', cacheWriteLong: '0.20' },
    above: {
      tokens: 100_000,
      rates: { input: '0.50', output: '2.50', cacheRead: '0.05', cacheWrite: '0.625', cacheWriteLong: '1' },
    },
    tiers: BATCH,
    maxOutput: 128_000,
    source: claude('haiku-5-5'),
  },
  {
    provider: 'anthropic',
    model: 'claude-haiku-4-5',
    rates: { input: '1', output: '5', cacheRead: '0.10', cacheWrite: '1.25', cacheWriteLong: '2' },
    maxOutput: 64_000,
    source: 'https://docs.electronhub.ai/guides/prompt-caching',
  },
  {
    provider: 'openai',
    model: 'gpt-6.2-sol',
    // Kept for 30 minutes, and for 12 hours.
    rates: { input: '2', output: '10', cacheRead: '0.10', cacheWrite: '2.50', cacheWriteLong: '5' },
    above: { tokens: 272_000, rates: { input: '4', output: '15', cacheRead: '0.20', cacheWrite: '5' } },
    tiers: BATCH,
    maxOutput: 128_000,
    source: openai('gpt-6.2-sol'),
  },
  {
    provider: 'openai',
    model: 'gpt-6-luna',
    rates: { input: '0.10', output: '0.50', cacheRead: '0.01', cacheWrite: '0.125' },
    above: {
      tokens: 272_000,
      rates: { input: '0.20', output: '0.75', cacheRead: '0.02', cacheWrite: '0.25' },
    },
    tiers: { batch: '0.5', flex: '0.5' },
    maxOutput: 128_000,
    source: openai('gpt-6-luna'),
  },
  {
    provider: 'openai',
    model: 'gpt-5.6-luna',
    rates: { input: '0.20', output: '1.20', cacheRead: '0.02', cacheWrite: '0.25' },
    above: { tokens: 272_000 },
    maxOutput: 128_000,
    source: openai('gpt-5.6-luna'),
  },
  {
    provider: 'openai',
    model: 'gpt-5-mini',
    rates: { input: '0.25', output: '2', cacheRead: '0.025' },
    maxOutput: 128_000,
    source: openai('gpt-5-mini'),
  },
  {
    provider: 'openai',
    model: 'gpt-5-nano',
    rates: { input: '0.05', output: '0.40', cacheRead: '0.005' },
    maxOutput: 128_000,
    source: openai('gpt-5-nano'),
  },
  {
    provider: 'openai',
    model: 'gpt-4.1-mini',
    rates: { input: '0.40', output: '1.60', cacheRead: '0.10' },
    source: 'https://vercel.com/ai-gateway/models/gpt-4.1-mini/api',
  },
  {
    provider: 'openai',
    model: 'gpt-4.1',
    rates: { input: '2', output: '8' },
    source: 'https://tokenmath.io/openai-api-pricing-explained',
  },
  {
    provider: 'openai',
    model: 'gpt-4.1-nano',
    rates: { input: '0.10', output: '0.40' },
    source: 'https://deploybase.ai/articles/openai-pricing',
  },
  {
    provider: 'openai',
    model: 'gpt-4o-mini',
    rates: { input: '0.15', output: '0.60', cacheRead: '0.075' },
    source: 'https://docs.rs/crate/openai-models/0.1.1/source/src/lib.rs',
  },
  {
    provider: 'google',
    model: 'gemini-3.1-pro-preview',
    rates: { input: '2', output: '12' },
    above: { tokens: 200_000, rates: { input: '4', output: '18' } },
    tiers: BATCH,
    source: GEMINI,
  },
  {
    provider: 'google',
    model: 'gemini-3.5-flash',
    rates: { input: '1.50', output: '9' },
    tiers: BATCH,
    source: GEMINI,
  },
  {
    provider: 'google',
    model: 'gemini-3.5-flash-lite',
    rates: { input: '0.30', output: '2.50' },
    tiers: BATCH,
    source: GEMINI,
  },
  {
    provider: 'google',
    model: 'gemini-2.5-pro',
    rates: { input: '1.25', output: '10' },
    above: { tokens: 200_000, rates: { input: '2.50', output: '15' } },
    tiers: BATCH,
    source: GEMINI,
  },
  {
    provider: 'google',
    model: 'gemini-2.5-flash',
    rates: { input: '0.30', output: '2.50' },
    tiers: BATCH,
    source: GEMINI,
  },
  {
    provider: 'google',
    model: 'gemini-2.5-flash-lite',
    rates: { input: '0.10', output: '0.40' },
    tiers: BATCH,
    source: GEMINI,
  },
]
