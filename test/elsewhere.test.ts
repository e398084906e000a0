/** Calls that a variable sends to another server than the provider's own: the record says so, and seals the address. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../src/models/exchange.ts'
import { accessOf } from '../src/models/keys.ts'
import { openReader } from '../src/store/index.ts'
import { studyStatus } from '../src/study/status.ts'
import { reportStudy } from '../src/study/study-report.ts'
import { parley } from './run-parley.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import {
  eventsOf,
  message,
  modelStudy,
  runModels,
  SENTINEL,
  sensible,
  verify,
} from './support/model-study.ts'

let server: ModelServer
let folder: string
beforeAll(async () => {
  server = await startModelServer()
  server.answer((response, request) => whole(message(sensible(request.body)))(response, request))
  folder = modelStudy()
  const env = { ANTHROPIC_API_KEY: SENTINEL, ANTHROPIC_BASE_URL: `${server.url}/secret-path` }
  await runModels(folder, server.url, {
    client: (name, spec) => makeClient(spec.provider, accessOf(spec, env, name, 'study.yaml')),
  })
})
afterAll(() => server.close())

const SENTENCE =
  "went to another server than the provider's own: the variable ANTHROPIC_BASE_URL named it, and the record keeps its address sealed."

test('each call names the variable; scheme, host and port are sealed, the path is nowhere', async () => {
  const sent = (await eventsOf(folder)).filter(({ event }) => event.type === 'call.sent')
  expect(sent).toHaveLength(4)
  for (const { event, sealed } of sent) {
    expect(event).toMatchObject({ elsewhere: 'ANTHROPIC_BASE_URL', path: '/v1/messages' })
    expect(sealed.server).toBe(server.url)
  }
  const reader = await openReader(join(folder, 'record.sqlite'))
  for (const { stream } of await reader.streams()) {
    for (const { body, sealed } of await reader.read(stream)) {
      expect(body).not.toContain(new URL(server.url).host)
      expect(`${body}${sealed}`).not.toContain('secret-path')
    }
  }
  await reader.close()
  for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
})

test('reports, status, show and replay say it', async () => {
  const { report } = await reportStudy(join(folder, 'record.sqlite'))
  expect(report.notes.join('\n')).toContain(`4 calls of m ${SENTENCE}`)
  expect((await studyStatus(join(folder, 'record.sqlite')))?.elsewhere?.[0]).toContain(SENTENCE)
  expect(parley(['status', folder]).out).toContain(`elsewhere    4 calls of m ${SENTENCE}`)
  expect(parley(['replay', folder]).out).toContain(`Note: 4 calls ${SENTENCE}`)
  const [start] = await eventsOf(folder)
  const { negotiation } = start!.event as { negotiation: string }
  const shown = parley(['show', folder, negotiation]).out.replaceAll(/\s+/g, ' ')
  expect(shown).toContain("Sent to another server than the provider's own: ANTHROPIC_BASE_URL named it.")
})

test('a published folder says it and keeps the address; the check says it too', () => {
  const place = join(folder, 'published')
  expect(parley(['export', folder, place]).code).toBe(0)
  const files = ['RESULTS.md', 'public-calls.jsonl', 'record/negotiations.jsonl'].map((name) =>
    readFileSync(join(place, name), 'utf8'),
  )
  expect(files[0]).toContain('4 calls went to another server')
  expect(files[1]).toContain('"elsewhere":"ANTHROPIC_BASE_URL"')
  for (const text of files) expect(text).not.toContain(new URL(server.url).host)
  const { code, out } = parley(['verify', place])
  expect(code).toBe(0)
  expect(out).toContain(`Note: 4 calls ${SENTENCE}`)
  expect(parley(['export', folder, place, '--open', 'server']).code).toBe(0)
  expect(readFileSync(join(place, 'record/negotiations.jsonl'), 'utf8')).toContain(new URL(server.url).host)
  expect(parley(['verify', place]).code).toBe(0)
})

test('a base URL that leads to the provider itself, and one that the study declares, are no such server', async () => {
  const own = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'https://api.anthropic.com/' }
  expect(accessOf({ provider: 'anthropic' }, own, 'm', 'study.yaml').elsewhere).toBeUndefined()
  const declared = { provider: 'anthropic', base_url: server.url } as const
  expect(accessOf(declared, own, 'm', 'study.yaml').elsewhere).toBeUndefined()
})
