/** A study that is large enough to be read in the second thread: what its pages show is what the record says. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RecordIndex } from '../../src/pages/record-index.ts'
import { attemptsOf } from '../../src/pages/study-page.ts'
import type { StudyPage } from '../../src/pages/types.ts'
import { studyPlan } from '../../src/record/study-plan.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { openReader } from '../../src/store/index.ts'
import { makePricer } from '../../src/study/pricing.ts'
import { reportStudy } from '../../src/study/study-report.ts'
import { get, home, play, serveHome, shippedStudy } from '../support/serving.ts'

/** Four assignments each. */
const BLOCKS = 105
const ALL = 4 * BLOCKS

let at: string
let record: string
let serving: Serving
beforeAll(async () => {
  at = home()
  let left = 1500
  await play(shippedStudy(at, 'concert-tickets', BLOCKS), () => left-- <= 0)
  record = join(at, 'studies', 'concert-tickets', 'record.sqlite')
  serving = await serveHome(at, { command: 'serve' })
})
afterAll(() => serving?.close())

const study = async (): Promise<StudyPage> => (await get(serving, '/api/studies/concert-tickets')).json

/** The page when everything that ended is in its figures. */
async function whole(): Promise<StudyPage> {
  let page: StudyPage | undefined
  await expect
    .poll(async () => {
      page = await study()
      return !page.reading && shown(page) === page.progress.completed
    })
    .toBe(true)
  return page!
}

/** A report calls parties by their ids, a page by their names. */
const forReaders = (tables: StudyPage['tables']): StudyPage['tables'] =>
  tables.map((table) => ({
    ...table,
    caption: table.caption.replace('buyer, seller: each', 'Buyer, Seller: each'),
  }))

/** How many completed ones the figures of a page are made of: the first table counts them by pairing. */
const shown = ({ tables }: StudyPage): number =>
  (tables[0]?.rows ?? [])
    .filter(([pairing]) => pairing !== '')
    .reduce((sum, row) => sum + Number(row[tables[0]!.head.indexOf('completed')]), 0)

async function indexed(): Promise<RecordIndex> {
  const index = new RecordIndex(await openReader(record), record, makePricer())
  await index.look()
  return index
}

test('its page counts what has ended before anything of it was read', async () => {
  const { progress, resultsUntil, sections } = await study()
  expect(progress.planned).toBe(ALL)
  expect(progress.completed).toBeGreaterThan(20)
  expect(progress.completed + progress.running + progress.notStarted).toBe(ALL)
  // Either way it is a page to read: set-up, design and protocol stand there.
  if (resultsUntil === undefined) expect(sections.map(({ id }) => id)).toContain('protocol')
})

test('then its tables are those of the report, its list that of the record', async () => {
  const page = await whole()
  const { report } = await reportStudy(record)
  expect(page.tables).toEqual(forReaders(report.tables))
  const index = await indexed()
  const query = { sort: '-joint', outcome: 'agreement' }
  const { json } = await get(serving, '/api/studies/concert-tickets/attempts?sort=-joint&outcome=agreement')
  expect(json).toEqual(attemptsOf(index, 'concert-tickets', query))
  expect(json.rows[0].words).toBeUndefined()
  const { json: found } = await get(serving, '/api/studies/concert-tickets/attempts?q=price')
  expect(found).toEqual(attemptsOf(index, 'concert-tickets', { q: 'price' }))
  await index.close()
})

test('that outcomes were shown is noted', async () => {
  await whole()
  const reader = await openReader(record)
  const events = (await reader.read('study')).map(({ body }) => JSON.parse(body))
  await reader.close()
  expect(studyPlan(events)!.looks.map(({ command }) => command)).toContain('serve')
})

test('its negotiations, its scenario and comparisons have their pages', async () => {
  const page = await whole()
  const [row] = page.attempts.rows
  const { json: one } = await get(serving, `/api/studies/concert-tickets/negotiations/${row!.id}`)
  expect(one).toMatchObject({ kind: 'negotiation', row: { id: row!.id } })
  const { json: scenario } = await get(serving, '/api/scenarios/concert-tickets')
  expect(scenario.results[0].pairings.map(({ pairing }: { pairing: string }) => pairing)).toEqual(
    page.pairings.map(({ name }) => name),
  )
  const side = (name: string) => `${name}.study=concert-tickets&${name}.pairing=`
  const { json: both } = await get(serving, `/api/compare?${side('left')}clock&${side('right')}trader`)
  expect([both.left.label, both.right.label]).toEqual(['clock', 'trader'])
})

test('its list and its figures can be had as files', async () => {
  const page = await whole()
  expect(page.downloads.map(({ file }) => file)).toEqual(['study.yaml', 'attempts.csv', 'report.json'])
  const file = (name: string) => get(serving, `/api/studies/concert-tickets/files/${name}`)
  const csv = await file('attempts.csv')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="attempts.csv"')
  expect(csv.text.trimEnd().split('\n')).toHaveLength(ALL + 1)
  expect((await file('report.json')).json.negotiations).toHaveLength(ALL)
  expect((await file('study.yaml')).text).toContain('id: concert-tickets')
  for (const name of ['record.sqlite', 'report.md', '..%2fstudy.yaml'])
    expect((await file(name)).status).toBe(404)
})

test('what is played on reaches it, rows and figures', async () => {
  const before = await whole()
  await play(join(at, 'studies', 'concert-tickets'))
  expect(before.progress.completed).toBeLessThan(ALL)
  let page = await whole()
  while (page.progress.completed < ALL) page = await whole()
  const { report } = await reportStudy(record)
  expect(page.tables).toEqual(forReaders(report.tables))
  const index = await indexed()
  expect((await get(serving, '/api/studies/concert-tickets/attempts')).json).toEqual(
    attemptsOf(index, 'concert-tickets'),
  )
  await index.close()
})
