import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { exactText, rational } from '../core/rational.ts'
import { addCosts, costOf, costText, dollars, FREE, worstCost } from './cost.ts'
import { PRICE_LIST, PRICES_DATE } from './price-list.ts'
import { dearSetting, findPrice, priceOf } from './prices.ts'
import type { ProviderName, Usage } from './wire/contract.ts'
import { wireOf } from './wire/registry.ts'

const WIRE = new URL('../../../shared/reference/wire/', import.meta.url)
const missing = !existsSync(WIRE)

const listed = (provider: ProviderName, model: string) => {
  const entry = findPrice(PRICE_LIST, provider, model)
  return entry && priceOf(entry, PRICES_DATE)
}

const cost = (provider: ProviderName, model: string, usage: Usage, tier?: string) =>
  costOf(usage, listed(provider, model), { provider, tier })

const usd = (...of: Parameters<typeof cost>): string | undefined => {
  const { usd: value } = cost(...of)
  return value && exactText(value)
}

function answer(provider: ProviderName, file: string) {
  const body = new Uint8Array(readFileSync(new URL(file, WIRE)))
  const headers = { 'content-type': 'application/json' }
  const decoded = wireOf(provider).decode({ status: 200, headers, body, ended: true })
  if (decoded.kind !== 'answer') throw new Error(`${file}: ${decoded.failure}`)
  return decoded
}

test.skipIf(missing)('real responses cost what their counts make (needs the reference folder)', () => {
  const of = (provider: ProviderName, file: string) => {
    const { model, usage, tier } = answer(provider, file)
    return costOf(usage, listed(provider, model!), { provider, tier })
  }
  // 12 of input at $3 and 29 of output at $15 a million.
  expect(exactText(of('anthropic', 'anthropic-text.json').usd!)).toBe('0.000471')
  // Thinking is a part of the output: 51 at $5, 1699 at $25, of which 139 were thought.
  expect(exactText(of('anthropic', 'anthropic-reasoning.json').usd!)).toBe('0.04273')
  // A refusal is paid for: 18 at $10, 5 at $50.
  expect(exactText(of('anthropic', 'anthropic-refusal.json').usd!)).toBe('0.00043')
  // No page was found for this model.
  expect(of('openai', 'openai-responses-text.json')).toMatchObject({ unknown: ['no price'] })
  // 16 at $0.10, 363 at $0.40.
  expect(exactText(of('openai-chat', 'openai-chat-text.json').usd!)).toBe('0.0001468')
  expect(of('google', 'google-text.json').usd).toBeUndefined()
})

test.skipIf(missing)(
  'thoughts of Gemini are billed as output, cached input of OpenAI by its own price',
  () => {
    const gemini = answer('google', 'google-text.json').usage
    const price = priceOf({ rates: { input: '2', output: '12' }, source: 'a test' })
    expect(exactText(costOf(gemini, price, { provider: 'google' }).usd!)).toBe('0.003282')
    // 7243 of input, 3072 of them from the cache, 423 of output.
    const { usage } = answer('openai', 'openai-responses-text.json')
    const mini = listed('openai', 'gpt-5-mini')
    expect(exactText(costOf(usage, mini, { provider: 'openai' }).usd!)).toBe('0.00196555')
  },
)

test('each kind of token has its own price', () => {
  const usage = { input: 1000, cacheRead: 2000, cacheWrite: 3000, cacheWriteLong: 4000, output: 500 }
  expect(usd('anthropic', 'claude-fable-5', usage)).toBe('0.1545')
  expect(usd('anthropic', 'claude-fable-5', usage, 'batch')).toBe('0.07725')
  expect(usd('anthropic', 'claude-fable-5', usage, 'standard')).toBe('0.1545')
})

test('a long prompt is billed as a whole by the other table', () => {
  const short = { input: 100_000, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 1000 }
  expect(usd('anthropic', 'claude-haiku-5-5', short)).toBe('0.0105')
  expect(usd('anthropic', 'claude-haiku-5-5', { ...short, cacheRead: 1 })).toBe('0.05250005')
  const { unknown } = cost('openai', 'gpt-5.6-luna', { input: 272_001, output: 1 })
  expect(unknown).toEqual(['no price for more than 272000 tokens of input'])
})

test('what was not told leaves the cost unknown, with what is known beside it', () => {
  expect(cost('anthropic', 'claude-opus-5', { input: 61, cacheRead: 0, cacheWrite: 0 })).toEqual({
    atLeast: rational(61 * 5, 1_000_000),
    unknown: ['the provider did not tell the tokens of output'],
  })
  // Anthropic's input says nothing of what came from a cache.
  const bare = cost('anthropic', 'claude-opus-5', { input: 61, output: 2 })
  expect(bare.usd).toBeUndefined()
  expect(exactText(bare.atLeast)).toBe('0.000355')
  expect(bare.unknown).toHaveLength(2)
  expect(bare.atMost).toBeUndefined()
  // OpenAI's input holds the cached tokens too: they cost a tenth, or all of it.
  const mini = cost('openai', 'gpt-5-mini', { input: 1000, output: 0 })
  expect(mini.usd).toBeUndefined()
  expect(exactText(mini.atLeast)).toBe('0.000025')
  expect(exactText(mini.atMost!)).toBe('0.00025')
  expect(costText(mini)).toBe('$0.000025 to $0.000250')
  // What was written to a cache would have been dearer than the rest.
  const luna = cost('openai', 'gpt-6-luna', { input: 100_000, cacheRead: 0, output: 0 })
  expect(costText(luna)).toBe('$0.0100 to $0.0125')
  // Google leaves out a count of none.
  expect(usd('google', 'gemini-2.5-flash', { input: 1_000_000, output: 0 })).toBe('0.3')
  // A write that is not split may be of the dearer kind.
  const written = { input: 0, cacheRead: 0, cacheWrite: 1_000_000, output: 0 }
  expect(cost('anthropic', 'claude-opus-5', written)).toMatchObject({
    ...{ atLeast: rational(25, 4), atMost: rational(10) },
  })
  expect(usd('anthropic', 'claude-opus-5', { ...written, cacheWriteLong: 0 })).toBe('6.25')
  expect(
    cost('openai', 'gpt-6-luna', { input: 1, cacheRead: 0, cacheWrite: 0, output: 1 }, 'priority'),
  ).toEqual({
    atLeast: rational(0),
    unknown: ['no price for the service tier priority'],
  })
})

test('costs add up, and one unknown leaves the sum unknown', () => {
  const known = cost('openai', 'gpt-5-mini', { input: 4_000_000, cacheRead: 0, output: 500_000 })
  expect(costText(addCosts([known, FREE, known]))).toBe('$4.0000')
  const sum = addCosts([known, { atLeast: rational(0), unknown: ['no price'] }])
  expect(sum.usd).toBeUndefined()
  expect(costText(sum)).toBe('at least $2.0000')
  expect(costText(addCosts([]))).toBe('$0')
  expect(costText({ atLeast: rational(0), unknown: ['no price'] })).toBe('unknown')
  expect(dollars(rational(1, 10_000_000))).toBe('below $0.000001')
  expect(dollars(rational(12_345, 1000))).toBe('$12.35')
})

test('the worst case takes the dearest price that may apply', () => {
  const haiku = listed('anthropic', 'claude-haiku-5-5')
  const worst = (input: number, caching: boolean) => worstCost(haiku, { input, output: 4096, caching })!
  expect(exactText(worst(100_000, false))).toBe('0.012048')
  expect(exactText(worst(100_000, true))).toBe('0.022048')
  // The bound reaches beyond 100,000 tokens, so that the dearer table may apply.
  expect(exactText(worst(100_001, false))).toBe('0.0602405')
  expect(worstCost(undefined, { input: 1, output: 1, caching: false })).toBeUndefined()
  const luna = listed('openai', 'gpt-5.6-luna')
  expect(worstCost(luna, { input: 300_000, output: 1, caching: false })).toBeUndefined()
  expect(worstCost(luna, { input: 1, output: 1, caching: false, tier: 'priority' })).toBeUndefined()
})

test('a model is found by its name, with a date behind it or without', () => {
  const found = (provider: ProviderName, model: string) => findPrice(PRICE_LIST, provider, model)?.model
  expect(found('anthropic', 'claude-haiku-4-5-20251001')).toBe('claude-haiku-4-5')
  expect(found('openai', 'gpt-5-mini-2025-08-07')).toBe('gpt-5-mini')
  expect(found('openai-chat', 'gpt-4.1-2025-04-14')).toBe('gpt-4.1')
  expect(found('google', 'models/gemini-2.5-flash')).toBe('gemini-2.5-flash')
  expect(found('google', 'gemini-2.5-flash-001')).toBe('gemini-2.5-flash')
  // Another model, however like the names are.
  expect(found('openai', 'gpt-5')).toBeUndefined()
  expect(found('openai', 'gpt-5-mini-turbo')).toBeUndefined()
  expect(found('google', 'gemini-2.5-flash-preview-05-20')).toBeUndefined()
  expect(found('anthropic', 'gpt-5-mini')).toBeUndefined()
})

test('every listed price names its page, and no model is listed twice', () => {
  const names = PRICE_LIST.map(({ provider, model }) => `${provider} ${model}`)
  expect(new Set(names).size).toBe(names.length)
  for (const entry of PRICE_LIST) {
    expect(entry.source).toMatch(/^https:\/\//)
    const { rates } = priceOf(entry)
    expect(rates.input!.compare(rates.output!)).toBeLessThan(0)
  }
  expect(PRICES_DATE).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('settings that change the bill are seen', () => {
  expect(dearSetting({ max_tokens: 5, service_tier: 'flex' })).toBeUndefined()
  expect(dearSetting({ inference_geo: 'us' })).toBe('inference_geo')
  expect(dearSetting({ inference_geo: 'global' })).toBeUndefined()
  expect(dearSetting({ speed: 'fast' })).toBe('speed')
  expect(dearSetting({ tools: [{ type: 'web_search' }] })).toBe('tools')
  expect(dearSetting()).toBeUndefined()
})
