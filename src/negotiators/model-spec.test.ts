/** What a study may write for a model, and what is said where it is wrong. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { modelStudy } from '../../test/support/model-study.ts'
import { checkStudy } from '../study/load.ts'
import { isModel, isPerson, negotiatorSpec } from './registry.ts'

const messages = (entry: unknown): string[] => {
  const { error } = negotiatorSpec.safeParse(entry)
  return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
}

describe('a model in a study', () => {
  test('needs provider and model; the rest has its defaults', () => {
    const spec = negotiatorSpec.parse({ provider: 'google', model: 'gemini-2.5-flash' })
    expect(isModel(spec)).toBe(true)
    expect(spec).toEqual({
      provider: 'google',
      model: 'gemini-2.5-flash',
      context: 'fresh',
      structured: false,
    })
    expect(isModel(negotiatorSpec.parse({ script: 'linear' }))).toBe(false)
  })

  test('prices are exact decimals, as numbers or as text', () => {
    const price = { input: 0.1, output: '2.50', cache_read: 3 }
    const spec = negotiatorSpec.parse({ provider: 'openai', model: 'x', price })
    expect(spec).toMatchObject({ price: { input: '0.1', output: '2.50', cache_read: '3' } })
    for (const wrong of [-1, '1,5', 'free', 1e-20]) {
      expect(messages({ provider: 'openai', model: 'x', price: { input: wrong, output: 1 } })[0]).toMatch(
        /^price\.input: A price is a number of US dollars/,
      )
    }
  })

  test('is told what is wrong', () => {
    expect(messages({})[0]).toMatch(/needs "script", or "provider" and "model"/)
    expect(messages({ provider: 'antropic', model: 'x' })[0]).toMatch(/must be one of anthropic, openai/)
    expect(messages({ provider: 'openai', model: 'x', temperature: 1 })[0]).toMatch(/temperature/)
    expect(messages({ provider: 'openai', model: 'x', base_url: 'ftp://host' })[0]).toMatch(
      /http:\/\/ or https/,
    )
    expect(messages({ provider: 'openai', model: 'x', key_env: 'my key' })[0]).toMatch(/environment variable/)
    expect(messages({ script: 'linear', provider: 'openai' })[0]).toMatch(/provider/)
  })

  test('a person is said to be one, and nothing more', () => {
    const spec = negotiatorSpec.parse({ person: true })
    expect(isPerson(spec)).toBe(true)
    expect(isModel(spec)).toBe(false)
    expect(isPerson(negotiatorSpec.parse({ script: 'linear' }))).toBe(false)
    expect(messages({ person: 'Ada' })).toEqual(['person: "person" must be true, or left out'])
    expect(messages({ person: true, model: 'x' })[0]).toMatch(/"model"/)
  })

  test('has a JSON Schema beside the scripts', () => {
    const schema = JSON.stringify(z.toJSONSchema(negotiatorSpec, { io: 'input' }))
    expect(schema).toContain('"input_token_limit"')
    expect(schema).toContain('"boulware"')
  })
})

describe('a study of models, loaded', () => {
  const told = async (spec: string, provider = 'anthropic') =>
    (await checkStudy(modelStudy({ spec, provider }))).map(({ line, message }) => `${line}: ${message}`)

  test('params that the wire refuses, or misses, are told with their place', async () => {
    expect(await told('params: { max_tokens: 5 }')).toEqual([])
    expect(await told('context: fresh')).toEqual([expect.stringMatching(/^7: .*max_tokens/)])
    expect(await told('params: { max_tokens: 5, system: "Be nice." }')).toEqual([
      expect.stringMatching(/^7: .*system/),
    ])
    expect(await told('params: { instructions: "Be nice." }', 'openai')).toHaveLength(1)
  })

  test('a misspelt provider, and a calls block with a misspelt key', async () => {
    expect((await told('params: {}', 'antropic'))[0]).toMatch(/^7: /)
    const problems = await checkStudy(modelStudy({ calls: '{ atempts: 3 }' }))
    expect(problems[0]).toMatchObject({ line: 8, message: expect.stringMatching(/"atempts" is not known/) })
    expect(problems[0]!.mend).toMatch(/attempts/)
  })
})

test('the page names every field of a model and of the calls block', async () => {
  const page = readFileSync(new URL('../../docs/models.md', import.meta.url), 'utf8')
  const { modelSpec } = await import('./model-spec.ts')
  const { callsSchema } = await import('../study/schema.ts')
  for (const field of [...Object.keys(modelSpec.shape), ...Object.keys(callsSchema.shape)]) {
    if (field !== 'script' && field !== 'person') expect(page).toContain(`| \`${field}\` |`)
  }
})
