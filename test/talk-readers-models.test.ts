/**
 * Models that read talks later, against the local stub server: every call on disk with its bytes and rendered again, a
 * stop that is gone on with, caps, another wording, and the recognition probe.
 */
import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { parseRational } from '../src/core/rational.ts'
import { makeClient } from '../src/models/exchange.ts'
import { openEvent } from '../src/record/chain.ts'
import type { ReadingEvent } from '../src/record/events.ts'
import { TALKERS } from '../src/record/passes/asked.ts'
import { splitStream } from '../src/record/passes/names.ts'
import { type StubServer, startStub, stubBaseUrl } from '../src/server/stub/index.ts'
import { openReader } from '../src/store/index.ts'
import { loadStudy, type Study } from '../src/study/load.ts'
import { observerReport } from '../src/study/passes/observers.ts'
import { probeTables, readProbes } from '../src/study/passes/probes.ts'
import { findReader } from '../src/study/passes/reader.ts'
import { type PassOptions, runPass } from '../src/study/passes/run-pass.ts'
import { readTalks } from '../src/study/passes/talks.ts'
import type { PassTask } from '../src/study/passes/task.ts'
import { readWording } from '../src/study/passes/wording.ts'
import { runStudy } from '../src/study/run.ts'
import { reportStudy } from '../src/study/study-report.ts'
import { parley } from './run-parley.ts'
import { SENTINEL, verify } from './support/model-study.ts'
import { talkHome, talkStudy } from './support/talk-study.ts'

const home = talkHome()
const folder = talkStudy(
  home,
  'later',
  `negotiators:
  m: { provider: anthropic, model: claude-haiku-4-5, params: { max_tokens: 900 } }
  other: { provider: openai, model: gpt, params: { max_output_tokens: 900 }, price: { input: 1, output: 2 } }
observer: m
pairings: { both: { a: m, b: m } }
opener: [a]
repetitions: 3
`,
)
const record = join(folder, 'record.sqlite')
let study: Study
let stub: StubServer
let drawn = 0
const random = (): string => (++drawn).toString(16).padStart(32, '0')
const client: PassOptions['client'] = async (_name, { provider }) =>
  makeClient(provider, { apiKey: SENTINEL, baseUrl: stubBaseUrl(provider, stub.url) })
const options = (more: Partial<PassOptions> = {}): PassOptions => ({
  ...{ now: () => new Date(), random, parley: 'test', client, sleep: async () => undefined },
  ...more,
})

beforeAll(async () => {
  study = await loadStudy(folder)
  stub = await startStub({ scenarios: [study.scenario], slowMs: 20, waitMs: 10 })
  const versions = { parley: 'test', node: process.version }
  const summary = await runStudy(study, { ...options(), versions })
  expect(summary.ended).toBe('complete')
})
afterAll(async () => {
  await stub.close()
  rmSync(home, { recursive: true, force: true })
})

async function reading<T>(read: (reader: Awaited<ReturnType<typeof openReader>>) => Promise<T>): Promise<T> {
  const reader = await openReader(record)
  return read(reader).finally(() => reader.close())
}

async function taskFor(named: string, more: Partial<PassTask> = {}): Promise<PassTask> {
  const { plan } = await reading((reader) => readTalks(reader, record))
  const { name, settings } = await findReader({ named, plan, studyFile: study.file })
  return { what: 'observe', reader: name, settings, turns: 'each', ...more }
}

/** Every event of a pass, with what was sealed of it. */
const eventsOf = (pass: string) =>
  reading(async (reader) => {
    const names = (await reader.streams()).map(({ stream }) => stream)
    const own = names.filter((stream) => splitStream(stream)?.pass === pass)
    const stored = await Promise.all(own.map((stream) => reader.read(stream)))
    return stored
      .flat()
      .map((one) => openEvent(one) as { event: ReadingEvent; sealed: Record<string, string> })
  })

const compare = () =>
  reading(async (reader) => observerReport(reader, await readTalks(reader, record), record))

describe('a model reads talks that models had', () => {
  test('is stopped after a few calls and goes on; nothing that was answered is asked again', async () => {
    const task = await taskFor('other')
    let calls = 0
    const halted = await runPass(
      record,
      task,
      options({
        concurrency: 1,
        guard: {
          before: () => (++calls > 3 ? { code: 'no-quota', scope: 'model' } : { settle: () => undefined }),
        },
      }),
    )
    expect(halted).toMatchObject({ pass: 'obs1', ended: 'halted', talks: 3 })
    expect(halted.halts[0]).toMatchObject({ code: 'no-quota', negotiator: 'other' })
    const before = await eventsOf('obs1')
    const { closed } = (await reading((reader) => readTalks(reader, record))).passes[0]!
    expect(closed).toBeUndefined()
    expect((await reportStudy(record)).report.notes.join()).toContain(
      'Not every pass over the talks is done: obs1',
    )

    const done = await runPass(record, task, options())
    expect(done).toMatchObject({ pass: 'obs1', ended: 'complete', closed: 3, resumed: true })
    const after = await eventsOf('obs1')
    const sent = (events: typeof after) => events.filter(({ event }) => event.type === 'call.sent')
    expect(sent(before).length).toBe(3)
    const places = sent(after).map(({ event }) =>
      JSON.stringify(event.type === 'call.sent' && [event.turn, event.repair, event.sha256]),
    )
    expect(new Set(places).size).toBe(places.length)
    expect(after.filter(({ event }) => event.type === 'negotiation.resumed').length).toBeGreaterThan(0)
    // All bytes are there, and all are what scenario and talk lead to.
    for (const { event, sealed } of after) {
      if (event.type === 'call.sent') expect(sealed.request).toBeDefined()
      if (event.type === 'call.answered') expect(sealed.response).toContain('agreement_reached')
    }
    const depths = await verify(folder)
    expect(depths).toMatchObject({
      chain: { status: 'passed' },
      rules: { status: 'passed' },
      requests: { status: 'passed' },
    })
    expect(stub.stats().unknown).toBe(0)
  })

  test('after a kill what was sent and never answered is lost, and no reading', async () => {
    const task = await taskFor('other', { reader: 'killed', turns: 'last' })
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const hanging: PassOptions['client'] = async (name, spec) => {
      const made = await client!(name, spec)
      const send: typeof made.send = async (...args) => {
        await released
        return made.send(...args)
      }
      return { ...made, wire: made.wire, send }
    }
    const running = runPass(record, task, options({ client: hanging, concurrency: 1 }))
    let looks = 0
    let copy = ''
    // As a kill would leave it: with a request on disk, and no answer.
    const looking = async (): Promise<void> => {
      copy = join(home, `killed-${++looks}.sqlite`)
      for (const tail of ['', '-wal'])
        if (existsSync(`${record}${tail}`)) copyFileSync(`${record}${tail}`, `${copy}${tail}`)
      const reader = await openReader(copy)
      const { passes } = await readTalks(reader, copy)
      const { pass } = passes.at(-1)!.started
      const streams = (await reader.streams()).filter(({ stream }) => splitStream(stream)?.pass === pass)
      await reader.close()
      expect(streams.map(({ events }) => events)).toEqual([2])
    }
    await vi.waitFor(looking, { timeout: 300_000, interval: 50 })
    const gone = await runPass(copy, task, options())
    expect(gone).toMatchObject({ ended: 'complete', resumed: true, closed: 3 })
    const reader = await openReader(copy)
    const report = await observerReport(reader, await readTalks(reader, copy), copy)
    await reader.close()
    const readings = report!.read
      .filter(({ pass }) => pass.reader === 'killed')
      .flatMap((one) => one.readings)
    expect(readings.map(({ missing }) => missing)).toEqual(['absent', undefined, undefined])
    release()
    expect(await running).toMatchObject({ ended: 'complete' })
  })

  test('agrees with the first readings where it was sent the same, and its calls are told apart from the talks', async () => {
    const found = await compare()
    const [pair] = found!.compared.pairs.filter(({ of }) => of === 'messages')
    expect(pair).toMatchObject({ first: 'm (in the talk)', second: 'other (obs1)', raw: 1 })
    const { notes } = (await reportStudy(record)).report
    expect(notes.join()).toMatch(
      /Calls of later passes \(obs1, obs2\), counted in no table above: \d+ attempts/,
    )
  })

  test('a model that is named and nothing more has a limit that its API asks for, and no request is no pass', async () => {
    const { plan } = await reading((reader) => readTalks(reader, record))
    const find = (more: object) => findReader({ plan, studyFile: study.file, ...more })
    for (const [named, params] of [
      ['anthropic:claude-sonnet-5', { max_tokens: 2048 }],
      ['openai:gpt', { max_output_tokens: 2048 }],
      ['openai-chat:gpt', { max_completion_tokens: 2048 }],
      ['google:gemini', { generationConfig: { maxOutputTokens: 2048 } }],
    ] as const)
      expect((await find({ named })).settings).toMatchObject({ params, context: 'fresh' })
    const file = join(home, 'no-limit.yaml')
    writeFileSync(file, 'provider: anthropic\nmodel: claude-sonnet-5\n')
    const before = (await reading((reader) => readTalks(reader, record))).passes.length
    const refused = parley(['observe', folder, '--with', 'one', '--file', file])
    expect(refused).toMatchObject({ code: EXIT.invalid })
    expect(refused.err).toMatch(/No request can be made .* requires "max_tokens" among the params/)
    expect((await reading((reader) => readTalks(reader, record))).passes).toHaveLength(before)
  })

  test('that breaks down leaves every reading missing, and both are told', async () => {
    // Settings that a record may hold and `findReader` would refuse: a request without the limit that the API asks for.
    const settings = { provider: 'anthropic', model: 'broken', context: 'fresh' } as const
    const task = await taskFor('m', { reader: 'broken', settings, turns: 'last' })
    const copy = join(home, 'broken.sqlite')
    copyFileSync(record, copy)
    const done = await runPass(copy, task, options())
    expect(done).toMatchObject({ ended: 'complete', closed: 3, readings: 0, missing: 3 })
    expect(done.failures.map(({ negotiator, seat }) => [negotiator, seat])).toEqual(
      Array.from({ length: 3 }, () => ['broken', 'observer']),
    )
    expect(String(done.failures[0]!.error)).toContain('max_tokens')
    const reader = await openReader(copy)
    const { tables } = (await observerReport(reader, await readTalks(reader, copy), copy))!
    await reader.close()
    const [read] = tables
    expect(read!.title).toBe('Who has read the talks')
    expect(read!.rows.find(([name]) => name!.startsWith('broken'))).toEqual([
      ...[expect.stringMatching(/^broken \(obs\d+\)$/), '3', '3', '–', '–'],
    ])
  })

  test('reads by another wording, once each, at the close', async () => {
    const file = join(home, 'curt.liquid')
    writeFileSync(file, 'Say where the talk about {{ situation }} stands.\n')
    const { templates } = await readWording(file)
    expect(templates).toEqual({ observer: 'Say where the talk about {{ situation }} stands.\n' })
    const task = await taskFor('m', { turns: 'last', templates })
    expect(await runPass(record, task, options())).toMatchObject({
      pass: 'obs3',
      ended: 'complete',
      closed: 3,
    })
    const events = await eventsOf('obs3')
    expect(events.filter(({ event }) => event.type === 'reply.received')).toHaveLength(3)
    const [first] = events.filter(({ event }) => event.type === 'call.sent')
    expect(first!.sealed.request).toContain('Say where the talk about a single orange stands.')
    expect((await verify(folder)).requests).toMatchObject({ status: 'passed' })
    // The same task again finds nothing left; another wording is another task.
    expect(await runPass(record, task, options())).toMatchObject({ ended: 'nothing' })
    expect(await runPass(record, { ...task, templates: {} }, options())).toMatchObject({ pass: 'obs4' })
  })

  test('a wording that uses what is not there is refused with its place', () => {
    const file = join(home, 'wrong.liquid')
    writeFileSync(file, 'Say what {{ you.name }} wants.\n')
    const { code, err } = parley(['observe', folder, '--with', 'm', '--wording', file], {
      env: { ANTHROPIC_API_KEY: SENTINEL, ANTHROPIC_BASE_URL: stubBaseUrl('anthropic', stub.url) },
    })
    expect(code).toBe(3)
    expect(err).toContain('wrong.liquid:1')
  })

  test('a cap counts what the talks and earlier passes have used', async () => {
    const task = await taskFor('m')
    const summary = await runPass(record, task, options({ caps: { cost: parseRational('0.000001')! } }))
    expect(summary).toMatchObject({ ended: 'halted', closed: 0 })
    expect(summary.halts[0]).toMatchObject({ code: 'budget', scope: 'study' })
    expect(summary.halts[0]!.detail).toMatch(/^spent \$/)
  })
})

describe('the recognition probe', () => {
  test('asks each model that talked by a request of its own, and codes the answers by words', async () => {
    const task: PassTask = { what: 'probe', reader: TALKERS, settings: {}, turns: 'last' }
    expect(await runPass(record, task, options())).toMatchObject({
      pass: 'probe1',
      ended: 'complete',
      closed: 3,
    })
    const events = await eventsOf('probe1')
    const [first] = events.filter(({ event }) => event.type === 'call.sent')
    // The brief goes with the question, and nothing of the talk.
    expect(first!.sealed.request).toContain('did you know it')
    expect(first!.sealed.request).toContain('orange')
    const found = await reading(async (reader) =>
      readProbes(reader, await readTalks(reader, record), record, ['perhaps']),
    )
    expect(found).toHaveLength(6)
    expect(found.map(({ seat }) => seat)).toEqual(['a', 'b', 'a', 'b', 'a', 'b'])
    expect(found.every(({ model, known }) => model === 'claude-haiku-4-5' && known !== undefined)).toBe(true)
    expect(probeTables(found)[0]!.rows[0]!.slice(0, 3)).toEqual(['claude-haiku-4-5', 'orange', '6'])
    expect(await verify(folder)).toMatchObject({
      rules: { status: 'passed' },
      requests: { status: 'passed' },
    })
  })

  test('is in the report and in what is published', () => {
    const out = join(home, 'published')
    expect(parley(['export', folder, out])).toMatchObject({ code: 0 })
    expect(parley(['verify', out])).toMatchObject({ code: 0 })
    const report = JSON.parse(parley(['report', folder, '--json']).out) as { probes: unknown[] }
    expect(report.probes).toHaveLength(6)
  })
})
