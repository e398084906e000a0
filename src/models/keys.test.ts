/** Where keys come from, and that no error shows one. */
import { describe, expect, test } from 'vitest'
import { UserError } from '../core/problem.ts'
import { accessOf, NO_KEY, secretsOf, withEnvFile } from './keys.ts'

const error = (run: () => unknown): UserError => {
  try {
    run()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(UserError)
    return thrown as UserError
  }
  throw new Error('nothing was thrown')
}

describe('keys', () => {
  test.each([
    ['anthropic', 'ANTHROPIC_API_KEY', 'ANTHROPIC_BASE_URL'],
    ['openai', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['openai-chat', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
    ['google', 'GEMINI_API_KEY', 'GEMINI_BASE_URL'],
  ] as const)('%s takes %s and %s', (provider, key, base) => {
    expect(
      accessOf({ provider }, { [key]: ' k1 ', [base]: 'http://localhost:1' }, 'a', 'study.yaml'),
    ).toEqual({
      apiKey: 'k1',
      baseUrl: 'http://localhost:1',
      elsewhere: { by: base, origin: 'http://localhost:1' },
    })
    expect(accessOf({ provider }, { [key]: 'k1' }, 'a', 'study.yaml')).toEqual({ apiKey: 'k1' })
    const missing = error(() => accessOf({ provider }, { [key]: '' }, 'haiku', 'study.yaml'))
    expect(missing.message).toContain(key)
    expect(missing.problems[0]).toMatchObject({ file: 'study.yaml', path: 'negotiators.haiku' })
  })

  test('of a server that a variable names, no path, query or account is kept; the own one is none', () => {
    const at = (url: string) =>
      accessOf({ provider: 'openai' }, { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: url }, 'a', 's')
    expect(at('https://Proxy.Lab:8443/sk-path/v1?key=sk-query').elsewhere).toEqual({
      by: 'OPENAI_BASE_URL',
      origin: 'https://proxy.lab:8443',
    })
    expect(at('https://api.openai.com/v1')).toEqual({ apiKey: 'k', baseUrl: 'https://api.openai.com/v1' })
  })

  test("a compatible server gets the key of its own variable, never the provider's", () => {
    const env = { OPENAI_API_KEY: 'the-real-one', GROQ_API_KEY: 'g' }
    const base_url = 'https://api.groq.com/openai/v1'
    const groq = { provider: 'openai-chat', base_url } as const
    expect(accessOf(groq, env, 'a', 's')).toEqual({ apiKey: NO_KEY, baseUrl: base_url })
    expect(accessOf({ ...groq, key_env: 'GROQ_API_KEY' }, env, 'a', 's').apiKey).toBe('g')
    expect(error(() => accessOf({ ...groq, key_env: 'OTHER' }, env, 'a', 's')).message).toContain('OTHER')
  })

  test.each(['a b secret', 'secret\nx: y', 'sécret-secret'])(
    'the key %j cannot be one, and is not shown',
    (bad) => {
      const { problems } = error(() => accessOf({ provider: 'openai' }, { OPENAI_API_KEY: bad }, 'a', 's'))
      expect(JSON.stringify(problems)).toContain('OPENAI_API_KEY')
      expect(JSON.stringify(problems)).not.toContain('ecret')
    },
  )

  test.each(['nothing', 'ftp://x', 'https://me:secret@host'])(
    'the base URL %j is refused, and not shown',
    (bad) => {
      const reach = { provider: 'anthropic' } as const
      const told = error(() => accessOf(reach, { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: bad }, 'a', 's'))
      expect(told.message).toContain('ANTHROPIC_BASE_URL')
      expect(JSON.stringify(told.problems)).not.toContain('secret')
    },
  )

  test('an env file fills in what the environment does not set', () => {
    const env = { OPENAI_API_KEY: 'from-env', GEMINI_API_KEY: '' }
    const file = '# keys\nOPENAI_API_KEY=from-file\nexport GEMINI_API_KEY="quoted # one"\nOTHER=3\n'
    expect(withEnvFile(env, file)).toEqual({
      OPENAI_API_KEY: 'from-env',
      GEMINI_API_KEY: 'quoted # one',
      OTHER: '3',
    })
  })

  test('secrets blank every key that could be used', () => {
    const env = { ANTHROPIC_API_KEY: 'sk-ant-123456', GROQ_API_KEY: 'gsk-abcdefgh' }
    const secrets = secretsOf(
      [{ provider: 'anthropic' }, { provider: 'openai-chat', key_env: 'GROQ_API_KEY' }],
      env,
    )
    const text = secrets.redact('one sk-ant-123456, two gsk-abcdefgh, sk-ant-123456')
    expect(text).toBe('one *************, two ************, *************')
  })
})
