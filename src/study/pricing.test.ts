import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { UserError } from '../core/problem.ts'
import { exactText } from '../core/rational.ts'
import { type ModelSpec, negotiatorSpec } from '../negotiators/registry.ts'
import { parsePrices } from './price-file.ts'
import { makePricer, outputLimit, worstOf } from './pricing.ts'

const model = (fields: object): ModelSpec => negotiatorSpec.parse(fields) as ModelSpec
const haiku = { provider: 'anthropic', model: 'claude-haiku-5-5' }

const FILE = `date: 2026-12-01
prices:
  - provider: anthropic
    model: claude-haiku-5-5
    input: 0.30
    output: "1.50"
    tiers: { batch: 0.5 }
    source: our contract
  - { provider: openai-chat, model: qwen-on-our-machine, input: 0, output: 0, max_output: 2048 }
`

test('a file’s price goes before the study’s own, and that before the list', () => {
  const file = parsePrices(FILE, 'prices.yaml')
  const rate = (spec: object, pricer = makePricer(file)) => {
    const { price } = pricer(model(spec))
    return price && { input: exactText(price.rates.input!), source: price.source, date: price.date }
  }
  const own = { ...haiku, price: { input: 7, output: '8.5' } }
  expect(rate(own)).toMatchObject({ input: '0.3' })
  expect(rate(own, makePricer())).toEqual({
    ...{ input: '7', source: 'the study', date: undefined },
  })
  expect(rate(haiku)).toEqual({
    ...{ input: '0.3', source: 'prices.yaml: our contract', date: '2026-12-01' },
  })
  expect(rate(haiku, makePricer())).toMatchObject({ input: '0.1', date: '2026-11-30' })
})

test('a listed price does not hold at another server, for dear settings or for another model', () => {
  const why = (spec: object, file?: string) =>
    makePricer(file === undefined ? undefined : parsePrices(file, 'prices.yaml'))(model(spec)).why
  expect(why({ ...haiku, base_url: 'http://localhost:8000' })).toMatch(/server of its own/)
  expect(why({ ...haiku, params: { inference_geo: 'us' } })).toMatch(/inference_geo/)
  expect(why({ ...haiku, model: 'claude-haiku-99' })).toMatch(/no such model/)
  const own = { provider: 'openai-chat', model: 'qwen-on-our-machine', base_url: 'http://localhost:8000/v1' }
  expect(why(own)).toMatch(/server of its own/)
  expect(why(own, FILE)).toBeUndefined()
})

test('a price file’s mistakes are told with their places', () => {
  const wrong = `date: tomorrow
prices:
  - { provider: antropic, model: x, input: -1, output: 2 }
  - { provider: openai, model: gpt-5-mini, input: 1, output: 2, cach_read: 3 }
`
  const problems = (text: string) => {
    try {
      parsePrices(text, 'prices.yaml')
      return []
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return error.problems.map(({ line, column, path }) => `${line}:${column} ${path}`)
    }
  }
  expect(problems(wrong)).toEqual([
    '1:7 date',
    '3:17 prices[0].provider',
    '3:44 prices[0].input',
    '4:65 prices[1].cach_read',
  ])
  const twice = `prices:
  - { provider: openai, model: m, input: 1, output: 2 }
  - { provider: openai-chat, model: m, input: 1, output: 2 }
`
  expect(problems(twice)).toEqual(['3:37 prices[1].model'])
  expect(problems('{"prices": [{"provider": "openai", "model": "m", "input": 1, "output": 2}]}')).toEqual([])
})

test('a reply’s limit is what the request says, else what the model can give', () => {
  const limit = (spec: object) => outputLimit(model(spec), makePricer()(model(spec)))
  expect(limit({ ...haiku, params: { max_tokens: 4096 } })).toBe(4096)
  expect(limit(haiku)).toBe(128_000)
  expect(
    limit({ provider: 'google', model: 'g', params: { generationConfig: { maxOutputTokens: 9 } } }),
  ).toBe(9)
  expect(limit({ provider: 'openai', model: 'unheard-of' })).toBeUndefined()
  expect(worstOf(model({ provider: 'openai', model: 'unheard-of' }), { why: 'none' }, 10)).toBeUndefined()
})

test('the worst case counts every byte as a token, and cache writes where they may happen', () => {
  const worst = (params: object) => {
    const spec = model({ ...haiku, params: { max_tokens: 1000, ...params } })
    const { tokens, usd } = worstOf(spec, makePricer()(spec), 9000)!
    return { tokens, usd: usd && exactText(usd) }
  }
  expect(worst({})).toEqual({ tokens: 11_000, usd: '0.0015' })
  expect(worst({ cache_control: { type: 'ephemeral' } })).toEqual({ tokens: 11_000, usd: '0.0025' })
  expect(worst({ service_tier: 'priority' })).toEqual({ tokens: 11_000, usd: undefined })
})

test('the example of a price file in the documentation is one', () => {
  const page = readFileSync('docs/costs.md', 'utf8')
  const example = /```yaml\n([\s\S]+?)```/.exec(page)![1]!
  const { entries, date } = parsePrices(example, 'docs/costs.md')
  expect(date).toBe('2026-12-01')
  expect(entries.map(({ model }) => model)).toEqual(['claude-haiku-5-5', 'qwen-of-our-own'])
})
