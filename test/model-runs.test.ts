/** Runs of models that do not go smoothly: halts, stops, kills, and keys that must turn up nowhere. */
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { UserError } from '../src/core/problem.ts'
import { loadStudy } from '../src/study/load.ts'
import { studyStatus } from '../src/study/status.ts'
import { reportStudy } from '../src/study/study-report.ts'
import { parley } from './run-parley.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import {
  eventsOf,
  message,
  modelStudy,
  offer,
  runModels,
  SENTINEL,
  sensible,
  verify,
} from './support/model-study.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const good = (more: Record<string, unknown> = {}) => ({
  answer: ((response, request) =>
    whole(message(sensible(request.body), more))(response, request)) as Parameters<ModelServer['answer']>[0],
})
const error = (status: number, type: string, words: string) =>
  whole(JSON.stringify({ type: 'error', error: { type, message: words } }), status)

/** A second model in a pairing of its own. */
function twoModels(): string {
  const folder = modelStudy({ repetitions: 2 })
  const file = join(folder, 'study.yaml')
  const text = readFileSync(file, 'utf8')
    .replace('pairings:\n', 'pairings:\n  Other: { buyer: n, seller: n }\n')
    .replace(
      /( {2}m: .*\n)/,
      '$1  n: { provider: anthropic, model: claude-other-1, params: { max_tokens: 500 } }\n',
    )
  writeFileSync(file, text)
  return folder
}

describe('halts', () => {
  test('stop one model at once, with its words; the study goes on where it can, and later with the rest', async () => {
    const folder = twoModels()
    const from = server.seen.length
    server.answer((response, request) =>
      request.body.includes('claude-other-1')
        ? error(401, 'authentication_error', `invalid x-api-key ${SENTINEL}`)(response, request)
        : good().answer(response, request),
    )
    const summary = await runModels(folder, server.url, { concurrency: 1 })
    expect(summary).toMatchObject({ ended: 'halted', planned: 4, closed: 2 })
    expect(summary.halts).toHaveLength(1)
    const [halt] = summary.halts
    expect(halt).toMatchObject({
      code: 'authentication',
      scope: 'model',
      negotiator: 'n',
      model: 'claude-other-1',
    })
    expect(halt!.negotiations).toHaveLength(2)
    expect(halt!.detail).toMatch(/^invalid x-api-key \*+$/)
    const refused = server.seen.slice(from).filter(({ body }) => body.includes('claude-other-1'))
    expect(refused).toHaveLength(1)
    const record = join(folder, 'record.sqlite')
    const waits =
      /^n \(claude-other-1\) was halted \(authentication\): .* It left 2 negotiations: .* Set a key/
    const { notes, tables } = (await reportStudy(record)).report
    expect(notes).toContainEqual(expect.stringMatching(waits))
    expect(tables.flatMap(({ rows }) => rows)).toContainEqual(['n', 'claude-other-1', 'any', '–', '–', '0'])
    expect(await studyStatus(record)).toMatchObject({
      lastRun: 'halted',
      halts: [{ code: 'authentication', negotiator: 'n', negotiations: halt!.negotiations }],
    })
    server.answer(good({ model: 'claude-other-1-20260101' }).answer)
    expect(await runModels(folder, server.url)).toMatchObject({ ended: 'complete', closed: 4, halts: [] })
    for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
    const { report, calls } = await reportStudy(record)
    expect(report.notes.join('\n')).not.toContain('halted')
    expect((await studyStatus(record))!.halts).toBeUndefined()
    expect(calls!.pairings.Both).toMatchObject({ attempts: 8, answered: 8, retries: 0, lost: 0, redrawn: 0 })
    expect(calls!.pairings.Other).toMatchObject({ attempts: 9, answered: 8, retries: 1, lost: 0 })
    const models = report.tables.find(({ title }) => title === 'Models and service tiers')!
    expect(models.rows).toContainEqual([
      'n',
      'claude-other-1',
      'any',
      '≠ claude-other-1-20260101',
      'standard',
      '8',
    ])
    expect(report.notes.join('\n')).toMatch(
      /n asked for the model claude-other-1; 8 replies came from claude-other-1-2026/,
    )
  })

  test('a guard halts before anything is written or sent, and is told what became of each attempt', async () => {
    const folder = modelStudy()
    server.answer(good().answer)
    const from = server.seen.length
    const told: unknown[] = []
    const guard = {
      before: () =>
        told.length >= 2
          ? ({ code: 'max-cost', scope: 'study', detail: 'The next call could pass the cap.' } as const)
          : { settle: (result: { kind: string }) => void told.push(result.kind) },
    }
    const summary = await runModels(folder, server.url, { guard })
    expect(summary).toMatchObject({ ended: 'halted', closed: 0 })
    expect(summary.halts).toMatchObject([{ code: 'max-cost', scope: 'study' }])
    expect(told).toEqual(['answered', 'answered'])
    expect(server.seen.length - from).toBe(2)
    const types = (await eventsOf(folder)).map(({ event }) => event.type)
    expect(types.filter((type) => type === 'call.sent')).toHaveLength(2)
    expect(await runModels(folder, server.url)).toMatchObject({ ended: 'complete', closed: 1 })
  })

  test('study_seconds ends a run between calls', async () => {
    const folder = modelStudy({ calls: '{ study_seconds: 1000 }' })
    const now = performance.now.bind(performance)
    let passed = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
    try {
      server.answer((response, request) => {
        passed = 1_001_000
        return good().answer(response, request)
      })
      const summary = await runModels(folder, server.url)
      expect(summary).toMatchObject({ ended: 'halted', halts: [{ code: 'study-deadline', scope: 'study' }] })
      expect((await eventsOf(folder)).filter(({ event }) => event.type === 'call.sent')).toHaveLength(1)
    } finally {
      clock.mockRestore()
    }
    server.answer(good().answer)
    expect(await runModels(folder, server.url)).toMatchObject({ ended: 'complete' })
  })
})

test('a stop that is asked for begins no call, waits for those in flight, and leaves all to go on', async () => {
  const folder = modelStudy({ repetitions: 4 })
  const stop = new AbortController()
  const from = server.seen.length
  let answered = 0
  server.answer(async (response, request) => {
    if (server.seen.length - from === 6) stop.abort()
    await pause(60)
    answered++
    return good().answer(response, request)
  })
  const summary = await runModels(folder, server.url, {
    stopping: stop.signal,
    stopAsked: () => stop.signal.aborted,
    concurrency: 4,
  })
  expect(summary).toMatchObject({ ended: 'asked', halts: [] })
  const sent = server.seen.length - from
  expect(answered).toBe(sent)
  server.answer(good().answer)
  expect(await runModels(folder, server.url)).toMatchObject({ ended: 'complete', closed: 4 })
  // Four calls a negotiation: nothing was asked twice.
  expect(server.seen.length - from).toBe(16)
  for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
})

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url))
const start = (folder: string, more: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [BIN, 'run', folder, '--quiet'], {
    env: { ...process.env, ANTHROPIC_API_KEY: SENTINEL, ANTHROPIC_BASE_URL: server.url, ...more },
    stdio: 'pipe',
  })
const ending = (child: ChildProcess): Promise<{ code: number | null; text: string }> => {
  let text = ''
  child.stdout!.on('data', (data) => (text += String(data)))
  child.stderr!.on('data', (data) => (text += String(data)))
  return new Promise((done) => child.on('close', (code) => done({ code, text })))
}

test('real processes, killed again and again: no answered call is sent again', async () => {
  const folder = modelStudy({ repetitions: 6, calls: '{ lost_replies: redraw }' })
  const from = server.seen.length
  server.answer(async (response, request) => {
    await pause(15)
    return good().answer(response, request)
  })
  let kills = 0
  for (let round = 0; ; round++) {
    const child = start(folder)
    const end = ending(child)
    const at = server.seen.length
    const killer = setInterval(() => {
      if (round < 6 && server.seen.length - at >= 2 + round) {
        kills++
        clearInterval(killer)
        child.kill('SIGKILL')
      }
    }, 2)
    const { code, text } = await end
    clearInterval(killer)
    if (code === 0) break
    expect(code, text).toBeNull()
  }
  expect(kills).toBeGreaterThan(2)
  let sent = 0
  let lost = 0
  const study = await loadStudy(folder)
  for (const { id } of study.assignments) {
    const places = (await eventsOf(folder, id)).flatMap(({ event }) => {
      if (event.type === 'call.sent') sent++
      if (event.type === 'call.lost') lost++
      return event.type === 'call.answered' ? [`${event.seat} ${event.turn} ${event.repair}`] : []
    })
    expect(new Set(places).size).toBe(places.length)
    expect(places).toHaveLength(4)
  }
  // Everything the server saw is in the record, and what was asked twice is what a kill had left unanswered.
  expect(sent).toBeGreaterThanOrEqual(server.seen.length - from)
  expect(sent).toBe(24 + lost)
  const { calls } = await reportStudy(study.record)
  expect(calls!.pairings.Both).toMatchObject({ attempts: sent, answered: 24, lost, redrawn: lost })
  for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
})

test('Ctrl-C waits for what is in flight; the exit code says how a run ended', async () => {
  const folder = modelStudy()
  const from = server.seen.length
  let told = ''
  server.answer(async (response, request) => {
    if (server.seen.length - from === 2) {
      child.kill('SIGINT')
      // The call is in flight until the process says that it has heard.
      await expect.poll(() => told, { timeout: 300_000 }).toContain('Stopping: no further call begins')
    }
    return good().answer(response, request)
  })
  const child = start(folder)
  child.stderr!.on('data', (data) => (told += String(data)))
  const { code, text } = await ending(child)
  expect(text).toMatch(/Stopped as you asked; .* Go on with: parley run/)
  expect(code).toBe(130)
  const types = (await eventsOf(folder)).map(({ event }) => event.type)
  expect(types.filter((type) => type === 'call.sent')).toHaveLength(2)
  expect(types.filter((type) => type === 'call.answered')).toHaveLength(2)
  server.answer(error(402, 'billing_error', `No credit left for ${SENTINEL}.`))
  const halted = await ending(start(folder))
  expect(halted.code).toBe(7)
  expect(halted.text).toMatch(/m \(claude-opus-5-5\) was halted \(no-quota\): .* It left 1 negotiation/)
  expect(halted.text).toMatch(/No credit left for \*+\./)
  server.answer(good().answer)
  expect((await ending(start(folder))).code).toBe(0)
})

test('a status after a kill says how many calls are lost, and what the next run makes of them', async () => {
  for (const [calls, next] of [
    ['{ lost_replies: unknown }', 'the next run ends its negotiation with an unknown outcome'],
    ['{ lost_replies: redraw }', 'the next run asks again, which is a second draw'],
  ] as const) {
    const folder = modelStudy({ calls })
    // The call is on disk before its bytes leave: whoever has been asked may kill who asks.
    server.answer(() => void child.kill('SIGKILL'))
    const child = start(folder)
    expect((await ending(child)).code).toBeNull()
    const status = await studyStatus(join(folder, 'record.sqlite'))
    expect(status).toMatchObject({ lastRun: 'lost', running: 1, leftInFlight: { calls: 1 } })
    const { out } = parley(['status', folder])
    expect(out).toContain('1 call had no answer yet')
    expect(out).toContain(next)
    server.answer(good().answer)
    expect((await ending(start(folder))).code).toBe(0)
    expect(await studyStatus(join(folder, 'record.sqlite'))).not.toHaveProperty('leftInFlight')
  }
})

describe('keys', () => {
  test('turn up nowhere: not in the record, the reports, the output or the errors', async () => {
    const folder = modelStudy()
    let step = 0
    server.answer((response, request) => {
      expect(request.headers.authorization).toBe(`Bearer ${SENTINEL}`)
      step++
      const leak = { 'request-id': SENTINEL, 'openai-organization': 'org-secret', 'x-api-key': SENTINEL }
      if (step === 1)
        return whole(`{"error":{"type":"overloaded_error","message":"key ${SENTINEL}"}}`, 529, {
          ...leak,
          'retry-after-ms': '1',
        })(response, request)
      if (step === 2)
        return whole(message(offer(2, 'friday', `Your key is ${SENTINEL}.`)), 200, leak)(response, request)
      return whole(message(sensible(request.body)), 200, leak)(response, request)
    })
    const { code, text } = await ending(start(folder))
    expect(text).not.toContain(SENTINEL)
    expect(code).toBe(0)
    const json = await ending(spawn(process.execPath, [BIN, 'report', folder, '--json'], { stdio: 'pipe' }))
    expect(json.text).toContain('"calls"')
    const shown = await ending(
      spawn(process.execPath, [BIN, 'show', folder, 'models-b01-p01-both-a1'], { stdio: 'pipe' }),
    )
    for (const file of readdirSync(folder)) {
      if (file === 'scenario') continue
      const bytes = readFileSync(join(folder, file))
      expect(bytes.includes(SENTINEL), file).toBe(false)
      expect(bytes.includes('org-secret'), file).toBe(false)
    }
    expect(shown.text).toMatch(/~ Attempt 1: no reply came \(overloaded, HTTP 529\) after .* tried again/)
    expect(json.text + shown.text).not.toContain(SENTINEL)
    const events = await eventsOf(folder)
    expect(events.find(({ event }) => event.type === 'call.failed')!.event).toMatchObject({ redacted: true })
    for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
  })

  test('that stand in a study file are refused, and not quoted', async () => {
    for (const spec of [
      `params: { max_tokens: 500 }, key_env: ${SENTINEL}`,
      `params: { max_tokens: 500, api_key: ${SENTINEL} }`,
      `params: { max_tokens: 500, headers: { authorization: Bearer abcdefghijk } }`,
      `params: { max_tokens: 500 }, base_url: "https://host/v1?key=abcdefgh"`,
      `params: { max_tokens: 500, note: AIzaSyA0123456789abcdefghijklmnopqrstuv }`,
    ]) {
      const refused = await loadStudy(modelStudy({ spec })).catch((error: unknown) => error)
      expect(refused).toBeInstanceOf(UserError)
      const text = JSON.stringify((refused as UserError).problems)
      expect(text).toMatch(/looks like an API key/)
      expect(text).not.toMatch(/sentinel|abcdefgh/)
      expect((refused as UserError).problems[0]).toMatchObject({ line: 7 })
    }
  })

  test('that are missing are told for every model, before anything is written', async () => {
    const folder = twoModels()
    const { code, text } = await ending(start(folder, { ANTHROPIC_API_KEY: '' }))
    expect(code).toBe(3)
    expect(text).toMatch(/"m" needs a key/)
    expect(text).toMatch(/"n" needs a key/)
    expect(readdirSync(folder).sort()).toEqual(['scenario', 'study.yaml'])
  })
})
