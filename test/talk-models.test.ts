/**
 * Models in free talk against the local stub server: each provider talks in threads and observes afresh, by its
 * structured outputs or without; a storm leaves readings missing and never a no; a killed run goes on.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { makeClient } from '../src/models/exchange.ts'
import { isObserver } from '../src/protocols/seats.ts'
import { STUDY } from '../src/record/verify.ts'
import { type StubOptions, type StubServer, startStub, stubBaseUrl } from '../src/server/stub/index.ts'
import { openReader } from '../src/store/index.ts'
import { addBounds, makeBounds } from '../src/study/bounds.ts'
import { haltMend, passMend } from '../src/study/halt-text.ts'
import { loadStudy } from '../src/study/load.ts'
import { makePricer } from '../src/study/pricing.ts'
import { type RunOptions, runStudy } from '../src/study/run.ts'
import { studyStatus } from '../src/study/status.ts'
import { reportStudy } from '../src/study/study-report.ts'
import { parley, ROOT } from './run-parley.ts'
import { eventsOf, type Opened, SENTINEL, verify } from './support/model-study.ts'
import { otherRules, shipped, talkHome, talkStudy } from './support/talk-study.ts'

const home = talkHome()
const stubs: StubServer[] = []
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close()
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

let drawn = 0
async function runTalk(folder: string, options: Partial<StubOptions> = {}, more: Partial<RunOptions> = {}) {
  const study = await loadStudy(folder)
  const scenarios = study.variants.map(({ scenario }) => scenario)
  const stub = await startStub({ scenarios, slowMs: 20, waitMs: 10, ...options })
  stubs.push(stub)
  const summary = await runStudy(study, {
    now: () => new Date(),
    random: () => (++drawn).toString(16).padStart(32, '0'),
    versions: { parley: 'test', node: process.version },
    client: (_name, { provider }) =>
      makeClient(provider, { apiKey: SENTINEL, baseUrl: stubBaseUrl(provider, stub.url) }),
    sleep: async () => undefined,
    ...more,
  })
  return { study, summary, stats: stub.stats() }
}

async function ids(folder: string): Promise<string[]> {
  const reader = await openReader(join(folder, 'record.sqlite'))
  try {
    return (await reader.streams()).map(({ stream }) => stream).filter((stream) => stream !== STUDY)
  } finally {
    await reader.close()
  }
}

/** The body of each seat's first request, whole. */
async function firstBodies(folder: string): Promise<Record<string, Record<string, unknown>>> {
  const bodies: Record<string, Record<string, unknown>> = {}
  for (const { event, sealed } of await eventsOf(folder)) {
    if (event.type !== 'call.sent' || bodies[event.seat]) continue
    bodies[event.seat] = JSON.parse((JSON.parse(sealed.request!) as { text: string }).text)
  }
  return bodies
}

const MODELS = {
  anthropic: 'model: claude, params: { max_tokens: 900 }',
  openai: 'model: gpt, params: { max_output_tokens: 900 }',
  'openai-chat': 'model: open, params: { max_completion_tokens: 900 }',
  google: 'model: gemini, params: { generationConfig: { maxOutputTokens: 900 } }',
} as const
type Provider = keyof typeof MODELS

const both = (provider: Provider, more = ''): string => `
negotiators:
  m: { provider: ${provider}, ${MODELS[provider]}${more} }
observer: m
pairings: { both: { a: m, b: m } }
opener: [a]
repetitions: 1
`

/** Where each provider's request says how a reading is shaped. */
const SHAPE: Record<Provider, (body: Record<string, unknown>) => unknown> = {
  anthropic: (body) => (body.output_config as { format?: unknown } | undefined)?.format,
  openai: (body) => (body.text as { format?: unknown } | undefined)?.format,
  'openai-chat': (body) => body.response_format,
  google: (body) => (body.generationConfig as { responseJsonSchema?: unknown }).responseJsonSchema,
}

describe.each(Object.keys(MODELS) as Provider[])('%s talks and observes', (provider) => {
  test('in threads, and afresh with the declared fields as its schema', async () => {
    const folder = talkStudy(home, `structured-${provider}`, both(provider))
    const { study, summary, stats } = await runTalk(folder)
    expect(study.negotiators.m).toMatchObject({ context: 'thread', structured: true })
    expect([summary.ended, stats.unknown]).toEqual(['complete', 0])
    const bodies = await firstBodies(folder)
    expect(JSON.stringify(SHAPE[provider](bodies.observer!))).toContain('allocation_type')
    for (const party of ['a', 'b']) expect(SHAPE[provider](bodies[party]!)).toBeUndefined()
    // Nobody has spoken when the first one is asked; the other is sent its words alone.
    expect(JSON.stringify(bodies.a)).toContain('You have the first word')
    const [talk] = (await reportStudy(study.record)).observations
    expect(talk).toMatchObject({
      status: 'completed',
      talk: { readings: { missing: 0 }, seats: { observer: 'm' } },
    })
    expect(await verify(folder)).toMatchObject({
      chain: { status: 'passed' },
      rules: { status: 'passed' },
      requests: { status: 'passed', checked: stats.calls },
    })
  })

  test('and reads JSON where no schema is sent', async () => {
    const folder = talkStudy(home, `plain-${provider}`, both(provider, ', structured: false'))
    const { summary, stats } = await runTalk(folder)
    expect([summary.ended, stats.unknown]).toEqual(['complete', 0])
    const bodies = await firstBodies(folder)
    expect(SHAPE[provider](bodies.observer!)).toBeUndefined()
    expect(JSON.stringify(bodies.observer)).toContain('one JSON object')
    expect(await verify(folder)).toMatchObject({ requests: { status: 'passed', checked: stats.calls } })
  })
})

test('asked afresh, a talker is sent all that was said in one message', async () => {
  const folder = talkStudy(home, 'afresh', both('anthropic', ', context: fresh'))
  const { summary, stats } = await runTalk(folder)
  expect([summary.ended, stats.unknown]).toEqual(['complete', 0])
  const messages = (await eventsOf(folder)).flatMap(({ event, sealed }) => {
    if (event.type !== 'call.sent' || event.seat !== 'a' || event.repair > 0) return []
    const { text } = JSON.parse(sealed.request!) as { text: string }
    return text.startsWith('{') ? [JSON.parse(text).messages] : []
  })
  expect(messages.length).toBeGreaterThan(0)
  for (const one of messages) expect(one).toHaveLength(1)
  expect(await verify(folder)).toMatchObject({
    rules: { status: 'passed' },
    requests: { status: 'passed', checked: stats.calls },
  })
})

test('a server of somebody else’s is sent no schema unless the study says so', async () => {
  const own = ', base_url: http://127.0.0.1:9/v1'
  const plain = await loadStudy(talkStudy(home, 'server', both('openai-chat', own)))
  expect(plain.negotiators.m).toMatchObject({ structured: false, context: 'thread' })
  const told = await loadStudy(
    talkStudy(home, 'server-told', both('openai-chat', `${own}, structured: true, context: fresh`)),
  )
  expect(told.negotiators.m).toMatchObject({ structured: true, context: 'fresh' })
})

const isReading = ({ event }: Opened): boolean => 'seat' in event && isObserver(event.seat)

test('confirming readings are asked afresh, each by its seat, and counted in the plan', async () => {
  const rules = otherRules(home, 'confirmed', 'turns: 20\n  confirm: { readings: 3, needed: 2 }')
  const text = both('google', ', price: { input: 1, output: 1 }')
  const folder = talkStudy(home, 'confirmed', text, rules)
  const { study, summary, stats } = await runTalk(folder)
  expect([summary.ended, stats.unknown]).toEqual(['complete', 0])
  const events = await eventsOf(folder)
  const sent = events.filter((one) => one.event.type === 'call.sent' && isReading(one))
  expect(sent.map(({ event }) => (event as { seat: string }).seat)).toContain('observer.2')
  const { sets, observations } = await reportStudy(study.record)
  expect(sets[0].analysis.pairings[0]!.talk!.readings.confirming).toBe(1)
  expect(observations[0]).toMatchObject({ status: 'completed', agreement: true })
  const { calls } = addBounds(makeBounds(study, makePricer())(study.assignments[0]!))
  // Two messages and two readings at least; twenty messages, three readings of each but the first, a repair of each.
  expect(calls).toEqual({ least: 4, most: 2 * (20 + 19 * 3) })
  const audited = await loadStudy(talkStudy(home, 'confirmed-audit', `${text}audit: true\n`, rules))
  const bound = addBounds(makeBounds(audited, makePricer())(audited.assignments[0]!))
  // All twenty messages and nineteen readings, and no more where nothing is ever agreed on.
  expect(bound.calls).toEqual({ least: 20 + 19, most: 2 * (20 + 19 * 3) })
  expect(stats.calls).toBeGreaterThanOrEqual(calls.least)
  expect(await verify(folder)).toMatchObject({ requests: { status: 'passed', checked: stats.calls } })
})

test('a schema that is refused says how to go on, and an amendment ends talks that wait for their observer', async () => {
  const text = `
negotiators:
  t: { provider: anthropic, ${MODELS.anthropic} }
  m: { provider: google, ${MODELS.google} }
observer: m
pairings: { both: { a: t, b: t } }
opener: [a]
repetitions: 3
`
  const folder = talkStudy(home, 'refused', text)
  // Two talks are in flight when the observer's schema is refused; the third has not begun.
  const { scenario } = await loadStudy(folder)
  const [talkers, refusing] = await Promise.all([
    startStub({ scenarios: [scenario] }),
    startStub({ scenarios: [scenario], faults: { 'bad-request': 1 } }),
  ])
  stubs.push(talkers, refusing)
  const client: RunOptions['client'] = (_name, { provider }) => {
    const { url } = provider === 'google' ? refusing : talkers
    return makeClient(provider, { apiKey: SENTINEL, baseUrl: stubBaseUrl(provider, url) })
  }
  const { study, summary } = await runTalk(folder, {}, { client, concurrency: 2 })
  expect(summary.ended).toBe('halted')
  expect(summary.halts[0]).toMatchObject({ code: 'bad-request', negotiator: 'm' })
  expect(haltMend('bad-request')).toMatch(/structured: false.*parley amend <study> --reason "…" --interrupt/)
  expect(passMend('bad-request')).toMatch(/structured: false.*--file.*a pass of their own/)
  expect(passMend('bad-request')).not.toContain('amend')
  const waits = await studyStatus(study.record)
  expect(waits).toMatchObject({ running: 2, notStarted: 1, halts: [{ code: 'bad-request' }] })

  talkStudy(home, 'refused', text.replace(MODELS.google, `${MODELS.google}, structured: false`))
  const amended = parley(['amend', folder, '--reason', 'The schema is refused', '--interrupt', '--json'])
  expect(amended).toMatchObject({ code: 0 })
  expect(JSON.parse(amended.out).interrupted).toHaveLength(2)
  const status = await studyStatus(study.record)
  expect(status).toMatchObject({ running: 0, interrupted: 2, notStarted: 1 })

  expect((await runTalk(folder)).summary.ended).toBe('complete')
  const { observations } = await reportStudy(study.record)
  const ends = observations.map(({ status }) => status).toSorted()
  expect(ends).toEqual(['completed', 'unknown', 'unknown'])
  expect(await verify(folder)).toMatchObject({
    chain: { status: 'passed' },
    rules: { status: 'passed' },
    requests: { status: 'passed' },
  })
})

test('an observer that fails is no reading: the talk goes on, and ends unknown where its last one is missing', async () => {
  const text = `
negotiators:
  holder: { script: hold-out }
  m: { provider: google, ${MODELS.google} }
calls: { attempts: 2, lost_replies: unknown }
observer: m
pairings: { hold: { a: holder, b: holder } }
opener: [a]
repetitions: 1
`
  const folder = talkStudy(home, 'unread', text, otherRules(home, 'short', 'turns: 4'))
  const { study, summary } = await runTalk(folder, { faults: { 'content-filter': 1 } })
  expect(summary.ended).toBe('complete')
  const [talk] = (await reportStudy(study.record)).observations
  expect(talk).toMatchObject({
    status: 'unknown',
    reason: 'no-reading',
    talk: { readings: { made: 0, missing: 3 } },
  })
  expect(talk!.agreement).toBeUndefined()
  expect(await verify(folder)).toMatchObject({ rules: { status: 'passed' }, requests: { status: 'passed' } })
})

test('the shipped study plays dry, also through a storm, and keeps to its plan', async () => {
  const study = shipped(home, 'talk-models')
  const plan = JSON.parse(parley(['plan', study, '--json']).out) as {
    calls: { least: number; most: number }
  }
  const { code, out } = parley(['run', study, '--dry-run', '--json'])
  expect(code).toBe(0)
  const { run, server } = JSON.parse(out)
  expect(run).toMatchObject({ ended: 'complete', planned: 40, closed: 40, failures: [], halts: [] })
  expect(server).toMatchObject({ unknown: 0, faults: {} })
  expect(server.calls).toBeGreaterThanOrEqual(plan.calls.least)
  expect(server.calls).toBeLessThanOrEqual(plan.calls.most)
  const storm = parley(['run', study, '--dry-run', '--storm', '0.1', '--json'])
  expect(storm.code).toBe(0)
  expect(JSON.parse(storm.out).run).toMatchObject({ ended: 'complete', closed: 40, failures: [] })
  expect(parley(['replay', join(study, 'dry-run.sqlite')]).code).toBe(0)
})

test('a run that is killed goes on with its talks and readings, and sends nothing answered again', async () => {
  const folder = talkStudy(home, 'killed', both('anthropic').replace('repetitions: 1', 'repetitions: 12'))
  const { variants } = await loadStudy(folder)
  const stub = await startStub({ scenarios: variants.map(({ scenario }) => scenario), latencyMs: 15 })
  stubs.push(stub)
  const env = { ...process.env, ...stub.env, ANTHROPIC_API_KEY: SENTINEL }
  const child = spawn(process.execPath, [`${ROOT}/bin/parley.js`, 'run', folder, '--at-once', '3', '-q'], {
    env,
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (stub.stats().calls < 20 && child.exitCode === null) await new Promise((go) => setTimeout(go, 10))
  child.kill('SIGKILL')
  await ended
  const before = stub.stats()
  const again = spawn(process.execPath, [`${ROOT}/bin/parley.js`, 'run', folder, '-q'], {
    env,
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => again.once('exit', resolve))).toBe(0)
  const after = stub.stats()
  expect(before.calls).toBeGreaterThanOrEqual(20)
  expect([after.unknown, after.calls > before.calls]).toEqual([0, true])
  // At most one call of each talk in flight was lost; every other answer stands in the record and was not asked for again.
  const answered = (
    await Promise.all(
      (
        await ids(folder)
      ).map(async (id) => (await eventsOf(folder, id)).filter(({ event }) => event.type === 'call.answered')),
    )
  ).flat()
  expect(after.calls - answered.length).toBeLessThanOrEqual(3)
  const report = await reportStudy(join(folder, 'record.sqlite'))
  expect(report.observations.map(({ status }) => status).filter((status) => status === 'running')).toEqual([])
  expect(await verify(folder)).toMatchObject({ rules: { status: 'passed' }, requests: { status: 'passed' } })
})
