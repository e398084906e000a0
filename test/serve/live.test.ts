/** Live views: of a run in this server, of one in another process, gone on with after a lost line; and control. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRuns } from '../../src/cli/start-run.ts'
import type { AttemptsPage, NegotiationPage, StudyPage } from '../../src/pages/types.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { ROOT } from '../run-parley.ts'
import { startModelServer, whole } from '../support/model-server.ts'
import { message, modelStudy, SENTINEL, sensible } from '../support/model-study.ts'
import {
  type Event,
  events,
  get,
  home,
  owner,
  play,
  post,
  readWhole,
  serveHome,
  shippedStudy,
} from '../support/serving.ts'

let at: string
let serving: Serving
beforeAll(async () => {
  at = home()
  shippedStudy(at, 'concert-tickets', 3)
  serving = await serveHome(at)
})
afterAll(() => serving?.close())

const study = async (key: string): Promise<StudyPage> => (await get(serving, `/api/studies/${key}`)).json
const progressOf = (seen: readonly { data: { type: string } }[]) =>
  // biome-ignore lint/suspicious/noExplicitAny: messages are of several kinds.
  seen.map(({ data }) => data as any).findLast(({ type }) => type === 'progress')

test('a run in another process is seen as it goes, and nothing is missed after a lost line', async () => {
  const path = '/api/studies/concert-tickets/live'
  expect(await study('concert-tickets')).toMatchObject({ state: 'planned', control: { can: ['run'] } })
  // Who looks is there before anything moves.
  const opened = Promise.withResolvers<void>()
  const whole = events(serving, path, (seen) => {
    opened.resolve()
    return progressOf(seen)?.state === 'complete'
  })
  await opened.promise
  const child = spawn(process.execPath, [
    join(ROOT, 'bin/parley.js'),
    'run',
    join(at, 'studies/concert-tickets'),
    '--quiet',
  ])
  await once(child, 'exit')
  const seen = await whole
  const rows = seen.flatMap(({ data }) => (data.type === 'rows' ? data.rows : []))
  expect(new Set(rows.map(({ id }: { id: string }) => id)).size).toBe(12)
  expect(progressOf(seen).progress).toMatchObject({ completed: 12, notStarted: 0 })
  const first = seen.find(({ data }) => data.type === 'rows')!
  const before = seen
    .slice(0, seen.indexOf(first) + 1)
    .flatMap(({ data }) => (data.type === 'rows' ? data.rows : []))
  const after = await events(serving, path, (rest) => progressOf(rest) !== undefined, { last: first.id })
  const again = after.flatMap(({ data }) => (data.type === 'rows' ? data.rows : []))
  const ended = [...before, ...again].filter(({ status }: { status: string }) => status === 'completed')
  expect(new Set(ended.map(({ id }: { id: string }) => id)).size).toBe(12)
})

test('an id of another server leads to a fresh page', async () => {
  const [message] = await events(serving, '/api/studies/concert-tickets/live', (seen) => seen.length > 0, {
    last: 'abc-7',
  })
  expect(message!.data).toEqual({ type: 'reset' })
})

test('a negotiation goes on from where its page stopped', async () => {
  const { rows }: AttemptsPage = (await get(serving, '/api/studies/concert-tickets/attempts')).json
  const base = `/api/studies/concert-tickets/negotiations/${rows[0]!.id}`
  const page: NegotiationPage = (await get(serving, base)).json
  const [all] = await events(serving, `${base}/live`, (seen) => seen.length > 0)
  expect(all!.data.turns).toEqual(page.turns)
  expect(all!.id).toBe(String(page.events))
  const [rest] = await events(serving, `${base}/live`, (seen) => seen.length > 0, {
    last: String(page.events - 2),
  })
  expect(rest!.data.turns).toEqual(page.turns.slice(-1))
  expect(rest!.data.end).toEqual(page.end)
  expect(await events(serving, `${base}/live?events=${page.events}`, () => true, { ms: 500 })).toEqual([])
})

/** Whoever comes waits while it is shut. */
function makeGate() {
  let open = () => {}
  let opened = Promise.resolve()
  const shut = () => {
    opened = new Promise((resolve) => {
      open = resolve
    })
  }
  shut()
  return { shut, open: () => open(), passed: () => opened }
}

describe('control', () => {
  test('runs, pauses and goes on as its live view tells; what is complete is not run again', async () => {
    // A model that answers when the test lets it: what is to be seen stays until it was seen.
    const gate = makeGate()
    const server = await startModelServer(async (response, request) => {
      await gate.passed()
      await whole(message(sensible(request.body)))(response, request)
    })
    const folder = home()
    modelStudy({
      folder: join(folder, 'studies/models'),
      spec: 'params: { max_tokens: 500 }, price: { input: 1, output: 5 }',
      repetitions: 4,
    })
    const keys = join(folder, 'keys.env')
    writeFileSync(keys, `ANTHROPIC_API_KEY=${SENTINEL}\nANTHROPIC_BASE_URL=${server.url}\n`)
    const played = await serveHome(folder, { start: startRuns({ keys }) })
    const order = (action: string) =>
      post(played, '/api/studies/models/control', { action, capUsd: 5 }, owner(played))
    /** Waits until the live view says so; what it said last. */
    const told = async (state: string, run: string) => {
      const is = (seen: readonly Event[]) =>
        progressOf(seen)?.state === state && progressOf(seen)?.control?.run?.state === run
      const seen = await events(played, '/api/studies/models/live', is)
      expect(progressOf(seen)).toMatchObject({ state, control: { run: { state: run } } })
      return progressOf(seen)
    }
    try {
      const started = await order('run')
      expect([started.status, started.json.run.state]).toEqual([200, 'running'])
      expect((await told('running', 'running')).control.can).toEqual(['pause', 'stop'])
      expect((await order('run')).status).toBe(409)

      const paused = await order('pause')
      expect([paused.status, paused.json.run.state]).toEqual([200, 'pausing'])
      expect((await told('running', 'pausing')).control.can).toEqual(['stop'])
      gate.open()
      const stopped = await told('stopped', 'ended')
      expect(stopped.control.can).toEqual(['go-on'])
      const { completed, planned } = stopped.progress
      expect([planned, completed < planned]).toEqual([4, true])

      gate.shut()
      expect((await order('go-on')).status).toBe(200)
      await told('running', 'running')
      gate.open()
      const end = await told('complete', 'ended')
      expect(end).toMatchObject({ progress: { planned: 4, completed: 4 }, control: { can: [] } })
      expect((await order('go-on')).status).toBe(409)
    } finally {
      gate.open()
      await played.close()
      await server.close()
    }
  })

  test('models are run under a cap alone, and need their keys', async () => {
    shippedStudy(at, 'concert-models', 1)
    const keys = await serveHome(at, { needs: async () => 'ANTHROPIC_API_KEY is not set.' })
    try {
      const { json }: { json: StudyPage } = await get(keys, '/api/studies/concert-models')
      expect(json.control).toMatchObject({ can: [], costs: true, needs: 'ANTHROPIC_API_KEY is not set.' })
    } finally {
      await keys.close()
    }
    // The other server looks for new folders every other second.
    const found = async (): Promise<number> => (await get(serving, '/api/studies/concert-models')).status
    await expect.poll(found).toBe(200)
    const asked = await post(
      serving,
      '/api/studies/concert-models/control',
      { action: 'run' },
      owner(serving),
    )
    expect(asked.status).toBe(409)
    expect(asked.json.error.message).toContain('cap')
    expect(existsSync(join(at, 'studies/concert-models/record.sqlite'))).toBe(false)
  })
})

test('that outcomes were shown is noted in the record, once', async () => {
  const folder = join(home(), '')
  const own = shippedStudy(folder, 'concert-tickets', 1)
  await play(own)
  const noting = await serveHome(folder, { command: 'serve' })
  try {
    const looks = async (): Promise<string[]> => {
      const { sections } = await readWhole(noting, 'concert-tickets')
      const history = sections.find(({ id }) => id === 'history')!
      return history.blocks.flatMap((block) =>
        block.type === 'events'
          ? block.events.flatMap(({ text }) => (text.includes('parley serve') ? [text] : []))
          : [],
      )
    }
    expect(await looks()).toHaveLength(1)
    expect(await looks()).toHaveLength(1)
  } finally {
    await noting.close()
  }
})
