/** Every page over HTTP, from records of each protocol. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttemptRow, AttemptsPage, NegotiationPage, StudyPage } from '../../src/pages/types.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { reportStudy } from '../../src/study/study-report.ts'
import { get, home, play, playModels, readWhole, serveHome, shippedStudy } from '../support/serving.ts'

let at: string
let serving: Serving
beforeAll(async () => {
  at = home()
  await play(shippedStudy(at, 'concert-tickets', 6))
  await play(shippedStudy(at, 'northgate', 1))
  await play(shippedStudy(at, 'orange-battery', 1))
  playModels(shippedStudy(at, 'concert-models', 1), '--faults', 'rate-limited=0.2,server-error=0.1')
  shippedStudy(at, 'talk-models')
  mkdirSync(join(at, 'studies', 'broken'))
  writeFileSync(join(at, 'studies', 'broken', 'study.yaml'), 'format: 1\nid: broken\ntitle: [x\n')
  serving = await serveHome(at)
  for (const key of ['concert-tickets', 'northgate', 'orange-battery', 'concert-models'])
    await readWhole(serving, key)
})
afterAll(() => serving?.close())

const page = async <T>(path: string): Promise<T> => {
  const { status, json, text } = await get(serving, path)
  expect(status, text).toBe(200)
  return json as T
}

describe('home', () => {
  test('lists studies with their state, scenarios, and nothing that cannot be read', async () => {
    const { studies, scenarios, problems } = await page<{
      studies: { study: string; state: string; planned: number; ended: number }[]
      scenarios: { scenario: string }[]
      problems: unknown[]
    }>('/api/home')
    // What cannot be read is told with its place, and without the way to it.
    expect(problems).toEqual([
      { where: 'broken', message: expect.stringMatching(/^study\.yaml, line \d+: Not readable as YAML/) },
    ])
    const { status, text } = await get(serving, '/api/studies/broken')
    expect(status).toBe(422)
    expect(text).toContain('study.yaml, line ')
    expect(text).not.toContain(at)
    const byKey = new Map(studies.map((one) => [one.study, one]))
    expect(byKey.get('concert-tickets')).toMatchObject({ state: 'complete', planned: 24, ended: 24 })
    expect(byKey.get('talk-models')).toMatchObject({ state: 'planned', ended: 0 })
    expect(scenarios.map(({ scenario }) => scenario)).toContain('northgate')
  })
})

describe('a study', () => {
  test('shows the very tables of the report', async () => {
    const study = await page<StudyPage>('/api/studies/concert-tickets')
    const { report } = await reportStudy(join(at, 'studies', 'concert-tickets', 'record.sqlite'))
    // Captions call parties by their labels, as the whole page does.
    const caption = (words: string): string => words.replace('buyer, seller: each', 'Buyer, Seller: each')
    expect(study.tables).toEqual(
      report.tables.map((table) => ({ ...table, caption: caption(table.caption) })),
    )
    expect(study.notes).toEqual(report.notes)
    expect(study.headline[0]).toContain('24 negotiations were completed')
  })

  test('has each negotiation as a point, with frontier, solutions and reservation values', async () => {
    const { figures } = await page<StudyPage>('/api/studies/concert-tickets')
    const { plane, joint, gains, concessions, turns, endings } = figures
    expect(plane!.space.frontier.length).toBeGreaterThan(1)
    expect(plane!.space.solutions.map(({ name }) => name)).toContain('nash')
    const points = plane!.groups.flatMap((group) => group.points.map(([, , count]) => count))
    expect(points.reduce((sum, count) => sum + count, 0)).toBe(24)
    expect(joint!.strips.flatMap(({ values }) => values.map(([, n]) => n)).reduce((a, b) => a + b, 0)).toBe(
      24,
    )
    expect([gains, concessions, turns, endings].every((one) => one !== undefined)).toBe(true)
  })

  test('reads like a short paper, in its order', async () => {
    const { sections } = await page<StudyPage>('/api/studies/concert-tickets')
    expect(sections.map(({ id }) => id)).toEqual([
      ...['results', 'gains', 'setup', 'design', 'protocol', 'models'],
      ...['history', 'limitations', 'conversations', 'check', 'downloads'],
    ])
  })

  test('that has not begun shows its design and no results', async () => {
    const study = await page<StudyPage>('/api/studies/talk-models')
    expect(study).toMatchObject({ state: 'planned', headline: [] })
    expect(study.progress).toMatchObject({ completed: 0, events: 0, runs: 0 })
    expect(study.progress.planned).toBeGreaterThan(0)
    expect(JSON.stringify(study)).not.toContain('1970')
    // No tables of dashes: what there is to read is the design.
    expect(study.sections.map(({ id }) => id).slice(0, 2)).toEqual(['setup', 'design'])
  })

  test('of talk tells kinds of agreement by the names that readers know, beside the words of its observer', async () => {
    const study = await page<StudyPage>('/api/studies/orange-battery')
    expect(study.figures.endings!.endings.map(({ label }) => label)).toContain('The full trade')
    expect(study.headline.join(' ')).toContain('\u201cThe full trade\u201d')
    const kinds = study.tables.find(({ title }) => title === 'Kinds of agreement')!
    expect(kinds.head).toContain('Part of the trade')
    expect(kinds.caption).toContain('Part of the trade: integrative_partial')
    const { rows, filters } = await page<AttemptsPage>('/api/studies/orange-battery/attempts')
    expect(rows.find(({ kind }) => kind === 'integrative_full')).toMatchObject({
      outcomeText: 'Settled: The full trade',
      kindText: 'The full trade',
    })
    const { options } = filters.find(({ name }) => name === 'outcome')!
    const full = options.find(({ label }) => label === 'settled: The full trade')!
    const asked = `/api/studies/orange-battery/attempts?outcome=${encodeURIComponent(full.value)}`
    expect((await page<AttemptsPage>(asked)).matching).toBe(full.count)
    expect(full.count).toBeLessThan(rows.length)
    const none = rows.find(({ outcome }) => outcome === 'no-agreement')!
    const talk = await page<NegotiationPage>(`/api/studies/orange-battery/negotiations/${none.id}`)
    expect(talk.end!.text).not.toContain('reservation value')
  })

  test('of models tells calls, tokens and cost', async () => {
    const { cost, figures, tables } = await page<StudyPage>('/api/studies/concert-models')
    expect(cost!.calls).toBeGreaterThan(0)
    expect(cost!.inputTokens).toBeGreaterThan(0)
    expect(figures.plane).toBeDefined()
    expect(tables.map(({ title }) => title)).toContain('Models and service tiers')
  })

  test.each(['northgate', 'orange-battery'])('%s, of another protocol, has its page too', async (key) => {
    const study = await page<StudyPage>(`/api/studies/${key}`)
    expect(study).toMatchObject({ state: 'complete' })
    expect(study.tables.length).toBeGreaterThan(0)
    expect(study.figures.endings!.rows.length).toBeGreaterThan(0)
  })
})

describe('attempts', () => {
  const list = (query = ''): Promise<AttemptsPage> => page(`/api/studies/concert-tickets/attempts${query}`)

  test('are all there, in the order of the plan', async () => {
    const { rows, total, matching, filters } = await list()
    expect([rows.length, total, matching]).toEqual([24, 24, 24])
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1))
    expect(filters.map(({ name }) => name)).toEqual(['pairing', 'factor.opener'])
  })

  test('are filtered and sorted by what stands in the address', async () => {
    const { rows, matching, query } = await list('?pairing=trader&factor.opener=seller&sort=-joint')
    expect(query).toEqual({ pairing: 'trader', factors: { opener: 'seller' }, sort: '-joint' })
    expect(matching).toBe(6)
    expect(rows.every(({ pairing, opener }) => pairing === 'trader' && opener === 'seller')).toBe(true)
    const joint = rows.map((row: AttemptRow) => row.joint!.value)
    expect(joint).toEqual(joint.toSorted((a, b) => b - a))
  })

  test('what is not known in an address is left out', async () => {
    const { matching, query } = await list('?pairing=nobody&sort=__proto__&page=x&factor.__proto__=1')
    expect([matching, query]).toEqual([24, {}])
  })

  test('are found by words in their messages, whatever their case', async () => {
    const whole = await page<NegotiationPage>(
      `/api/studies/concert-tickets/negotiations/${(await list()).rows[0]!.id}`,
    )
    const word = whole.turns[0]!.message.slice(0, 18)
    const { rows, matching } = await list(`?q=${encodeURIComponent(word.toUpperCase())}`)
    expect(matching).toBeGreaterThan(0)
    expect(rows[0]!.found!.hit).toBe(word)
    expect((await list('?q=nobody%20says%20this')).matching).toBe(0)
  })
})

describe('a negotiation', () => {
  const first = async (study: string): Promise<NegotiationPage> => {
    const { rows } = await page<AttemptsPage>(`/api/studies/${study}/attempts`)
    return page(`/api/studies/${study}/negotiations/${rows[0]!.id}`)
  }

  test('of offers tells words and offers apart, points of both sides, and the end', async () => {
    const { turns, offers, end, parties, space, next, previous, reservations } =
      await first('concert-tickets')
    const offer = turns.find(({ action }) => action === 'OFFER')!
    expect(offer).toMatchObject({ binding: true, actionText: `offers ${offer.offer}` })
    expect(Object.keys(offers[0]!.points)).toEqual(['buyer', 'seller'])
    expect(end).toMatchObject({ kind: 'agreement', below: [] })
    expect(end!.terms!.length).toBe(3)
    expect(parties.map(({ brief }) => brief.reservation)).toEqual(
      Object.values(reservations).map(({ exact }) => exact),
    )
    expect(space!.frontier.length).toBeGreaterThan(0)
    expect([next !== undefined, previous]).toEqual([true, undefined])
  })

  test('of packages tells who voted how on which', async () => {
    const { offers, votingRule } = await first('northgate')
    expect(votingRule).toContain('A package passes when')
    expect(offers.some(({ votes }) => votes!.length > 0)).toBe(true)
    expect(offers.every(({ fate }) => fate !== undefined)).toBe(true)
  })

  test('of free talk has the readings after each message', async () => {
    const { turns, observer, end, offers } = await first('orange-battery')
    expect(observer!.fields.length).toBeGreaterThan(1)
    expect(turns[0]!.readings).toEqual([])
    expect(turns.slice(1).every(({ readings }) => readings.length > 0)).toBe(true)
    expect(turns.every(({ binding }) => !binding)).toBe(true)
    expect(offers).toEqual([])
    expect(['settled', 'no-agreement']).toContain(end!.kind)
  })

  test('of models has each call, and its exact bytes on demand', async () => {
    const { rows } = await page<AttemptsPage>('/api/studies/concert-models/attempts')
    const played = rows.find(({ status }) => status === 'completed')!
    const base = `/api/studies/concert-models/negotiations/${played.id}`
    const { turns } = await page<NegotiationPage>(base)
    const calls = turns.flatMap((turn) => turn.calls)
    expect(calls.length).toBeGreaterThanOrEqual(turns.length)
    for (const { sent, end } of calls) {
      const bytes = await page<{ exact: boolean; request: string; response?: string; reply?: string }>(
        `${base}/calls/${sent}`,
      )
      expect(bytes.exact).toBe(true)
      expect(() => JSON.parse(bytes.request)).not.toThrow()
      if (end === 'answered') expect(bytes.reply).toBeTypeOf('string')
    }
  })
})

test('a scenario: points and prompts as each party sees them, and what was found', async () => {
  const { parties, issues, space, results, rules, files } = await page<{
    parties: { prompts: { title: string; text: string }[]; brief: { sheet: unknown[] } }[]
    issues: unknown[]
    space: unknown
    results: { study: string; pairings: unknown[] }[]
    rules: unknown[]
    files: object
  }>('/api/scenarios/concert-tickets')
  expect(parties.map(({ prompts }) => prompts.length)).toEqual([3, 3])
  expect(parties[0]!.prompts[0]!.text).not.toBe(parties[1]!.prompts[0]!.text)
  expect(issues.length).toBe(3)
  expect(space).toBeDefined()
  expect(results.map(({ study }) => study)).toContain('concert-tickets')
  expect(rules.length).toBeGreaterThan(3)
  expect(Object.keys(files)).toContain('scenario.yaml')
})

test('two pairings side by side', async () => {
  const query =
    'left.study=concert-tickets&left.pairing=clock&right.study=concert-tickets&right.pairing=trader'
  const { left, right, rows, figures } = await page<{
    left: { completed: number }
    right: { completed: number }
    rows: { name: string; difference?: string }[]
    figures: { joint?: unknown; plane?: unknown }
  }>(`/api/compare?${query}`)
  expect([left.completed, right.completed]).toEqual([12, 12])
  expect(rows.find(({ name }) => name === 'Joint gain, mean')!.difference).toMatch(/^[+−]?\d/)
  expect(figures.joint && figures.plane).toBeTruthy()
})

test.each([
  '/api/studies/nothing',
  '/api/studies/nothing/attempts',
  '/api/studies/concert-tickets/negotiations/nothing',
  '/api/studies/concert-tickets/negotiations/nothing/calls/1',
  '/api/studies/nothing/live',
  '/api/scenarios/nothing',
  '/api/scenarios/pack-0000000000000000',
  '/api/nothing',
  '/api/studies/..%2f..%2fetc',
])('%s: 404, in words', async (path) => {
  const { status, json } = await get(serving, path)
  expect(status).toBe(404)
  expect(json.error.code).toBe('not-found')
})
