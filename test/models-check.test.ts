/** `parley models check` as it is typed, against a local server. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { ROOT } from './run-parley.ts'
import { SCENARIO } from './study-folder.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import { talkHome, talkStudy } from './support/talk-study.ts'

const SECRET = 'sk-sentinel-2718281828'
let server: ModelServer
let folder: string

beforeAll(async () => {
  server = await startModelServer()
  folder = mkdtempSync(join(tmpdir(), 'parley-models-'))
  mkdirSync(join(folder, 'scenario'))
  writeFileSync(join(folder, 'scenario', 'scenario.yaml'), SCENARIO)
  writeFileSync(
    join(folder, 'study.yaml'),
    `format: 1
id: small
title: A small study
scenario: scenario
seed: seed
negotiators:
  one: { provider: anthropic, model: claude-haiku-5-5, params: { max_tokens: 64, service_tier: standard_only } }
  same: { provider: anthropic, model: claude-haiku-5-5, params: { max_tokens: 64, service_tier: standard_only } }
  local: { provider: openai-chat, model: tiny, base_url: '${server.url}/v1' }
  script: { script: linear }
pairings:
  first: { buyer: one, seller: local }
  second: { buyer: same, seller: script }
repetitions: 1
calls: { attempt_seconds: 60 }
`,
  )
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** In a process of its own that does not block this one, since the server lives here. */
const check = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}, study = '.'): Promise<Ended> =>
  new Promise((done) => {
    const given = {
      ANTHROPIC_API_KEY: SECRET,
      ANTHROPIC_BASE_URL: server.url,
      OPENAI_ORG_ID: 'org-leak',
      ...env,
    }
    const options = { cwd: folder, env: { ...process.env, FORCE_COLOR: undefined, ...given } }
    const line = [`${ROOT}/bin/parley.js`, 'models', 'check', study, ...args]
    const child = execFile(process.execPath, line, options, (_error, out, err) =>
      done({ code: child.exitCode ?? -1, out, err }),
    )
  })

const LIMITS = { 'request-id': 'req_1', 'anthropic-ratelimit-requests-remaining': '41', 'set-cookie': 'a=b' }
const MESSAGE = JSON.stringify({
  ...{ type: 'message', role: 'assistant', id: 'msg_1', model: 'claude-haiku-5-5-20261001' },
  ...{ stop_reason: 'end_turn', content: [{ type: 'text', text: 'ready' }] },
  usage: { input_tokens: 21, output_tokens: 3, service_tier: 'standard' },
})
const COMPLETION = JSON.stringify({
  ...{ id: 'c1', object: 'chat.completion', model: 'tiny' },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ready' } }],
  usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
})

const both = (anthropic: ReturnType<typeof whole>): void =>
  server.answer((response, request) =>
    (request.path === '/v1/messages' ? anthropic : whole(COMPLETION))(response, request),
  )

test('one call a model, with its params as written; what came back, and nothing secret', async () => {
  both(whole(MESSAGE, 200, LIMITS))
  const before = server.seen.length
  const { code, out, err } = await check()
  expect(err).toBe('')
  expect(code).toBe(EXIT.ok)
  const seen = server.seen.slice(before)
  expect(seen.map(({ path }) => path).sort()).toEqual(['/v1/chat/completions', '/v1/messages'])
  expect(seen.find(({ path }) => path === '/v1/messages')!.body).toContain('"service_tier":"standard_only"')
  // The provider's key is for its own host alone.
  expect(JSON.stringify(seen.find(({ path }) => path !== '/v1/messages'))).not.toContain(SECRET)
  expect(JSON.stringify(seen)).not.toContain('org-leak')
  expect(out).toContain('works: one, same (anthropic claude-haiku-5-5)')
  expect(out).toContain('claude-haiku-5-5 asked for, claude-haiku-5-5-20261001 used')
  expect(out).toContain('standard_only asked for, standard used')
  expect(out).toContain('21 input, 3 output')
  expect(out).toContain(`${server.url} (ANTHROPIC_BASE_URL)`)
  expect(out).toContain(`${server.url}/v1 (base_url)`)
  expect(out).not.toContain('to mend')
  expect(out).toContain('request-id: req_1')
  expect(out).toContain('anthropic-ratelimit-requests-remaining: 41')
  expect(out).not.toMatch(/set-cookie|sentinel/)
})

test('for programs, as JSON', async () => {
  both(whole(MESSAGE, 200, LIMITS))
  const { code, out } = await check(['--json'])
  expect(code).toBe(EXIT.ok)
  expect(JSON.parse(out)).toMatchObject({
    ok: true,
    checks: [
      { negotiators: ['one', 'same'], ok: true, usage: { input: 21, output: 3 }, text: 'ready', id: 'msg_1' },
      { negotiators: ['local'], ok: true, model: { asked: 'tiny', answered: 'tiny' } },
    ],
  })
})

test.each([
  [
    ...(['authentication', 401, 'authentication_error', `invalid x-api-key ${SECRET}`, EXIT.halted] as const),
    'set a key that is accepted in ANTHROPIC_API_KEY, or ANTHROPIC_BASE_URL',
  ],
  [
    ...(['overloaded', 529, 'overloaded_error', 'Overloaded', EXIT.halted] as const),
    'try again in a while; a run waits and asks again by itself',
  ],
  [
    ...(['unknown-model', 404, 'not_found_error', 'model: claude-haiku-5-5', EXIT.invalid] as const),
    'correct "model", or ANTHROPIC_BASE_URL',
  ],
  [
    ...(['bad-request', 400, 'invalid_request_error', 'max_tokens: no', EXIT.invalid] as const),
    'correct what the study asks for',
  ],
])(
  "%s is told in the provider's words and how to mend it, the others are checked all the same",
  async (code, status, type, message, exit, mend) => {
    both(whole(JSON.stringify({ type: 'error', error: { type, message } }), status))
    const ended = await check()
    expect(ended.code).toBe(exit)
    expect(ended.out).toContain('FAILS: one, same')
    expect(ended.out).toContain(`${code} (HTTP ${status})`)
    expect(ended.out).toContain(message.replace(SECRET, '*'.repeat(SECRET.length)))
    expect(ended.out).toContain(`to mend ${mend}`)
    expect(ended.out).toContain('works: local')
    expect(ended.err).toContain('1 of 2 models did not answer: one, same.')
    expect(ended.out + ended.err).not.toContain(SECRET)
  },
)

test('a server that is not there is told with what names it, and a base URL that is none with what was found', async () => {
  both(whole(MESSAGE))
  // Nobody listens at the port for discarding.
  const gone = await check(['--json'], { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })
  expect(gone.code).toBe(EXIT.halted)
  expect(JSON.parse(gone.out).checks[0]).toMatchObject({
    ok: false,
    code: 'network',
    server: { url: 'http://127.0.0.1:9', by: 'ANTHROPIC_BASE_URL' },
    mend: 'see whether a server answers there, or correct ANTHROPIC_BASE_URL',
  })
  const none = await check([], { ANTHROPIC_BASE_URL: 'localhost:11434' })
  expect(none.code).toBe(EXIT.invalid)
  expect(none.err).toMatch(/found +localhost:11434/)
  const secret = await check([], { ANTHROPIC_BASE_URL: `https://user:${SECRET}@host` })
  expect(secret.code).toBe(EXIT.invalid)
  expect(secret.out + secret.err).not.toContain(SECRET)
})

test('a missing key is named before anything is sent; an env file may hold it', async () => {
  both(whole(MESSAGE))
  const before = server.seen.length
  const missing = await check([], { ANTHROPIC_API_KEY: '' })
  expect(missing.code).toBe(EXIT.invalid)
  expect(missing.err).toContain('ANTHROPIC_API_KEY')
  expect(server.seen.length).toBe(before)
  writeFileSync(join(folder, 'keys.env'), `ANTHROPIC_API_KEY=${SECRET}\n`)
  expect((await check(['--keys', 'keys.env'], { ANTHROPIC_API_KEY: '' })).code).toBe(EXIT.ok)
  const nowhere = await check(['--keys', 'nowhere.env'])
  expect(nowhere.code).toBe(EXIT.invalid)
  expect(nowhere.err).toContain('nowhere.env: There is no such file of keys.')
})

test('the schema of readings goes with the call, so that a server that takes none shows', async () => {
  const home = talkHome()
  const local = `provider: openai-chat, model: tiny, base_url: '${server.url}/v1'`
  const text = (structured: boolean) => `
negotiators:
  talker: { ${local} }
  reader: { ${local}, structured: ${structured} }
observer: reader
pairings: { both: { a: talker, b: talker } }
repetitions: 1
`
  server.answer((response, { body }) =>
    (body.includes('response_format')
      ? whole(JSON.stringify({ error: { message: 'response_format is not supported' } }), 400)
      : whole(COMPLETION))(response, {} as never),
  )
  const refused = await check([], {}, talkStudy(home, 'schema', text(true)))
  expect(refused.code).toBe(EXIT.invalid)
  expect(refused.out).toContain('works: talker')
  expect(refused.out).toContain('FAILS: reader')
  expect(refused.out).toContain('response_format is not supported')
  expect(refused.out).toContain('that of a reading went with the request')
  expect(refused.out).toContain('structured: false')
  expect(server.seen.at(-1)!.body + server.seen.at(-2)!.body).toContain('allocation_type')
  const plain = await check([], {}, talkStudy(home, 'words', text(false)))
  expect([plain.code, plain.out]).toEqual([EXIT.ok, expect.stringContaining('works: talker, reader')])
  rmSync(home, { recursive: true })
})
