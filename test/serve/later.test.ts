/** What others have read of free talks afterwards: on their pages as in the report, also when it comes later. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notesOf, tablesFor } from '../../src/pages/sections/results.ts'
import type { NegotiationPage, StudyPage } from '../../src/pages/types.ts'
import type { Serving } from '../../src/server/app/serve.ts'
import { reportStudy, studyReportJson } from '../../src/study/study-report.ts'
import { parley } from '../run-parley.ts'
import { events, get, home, play, readWhole, serveHome, shippedStudy } from '../support/serving.ts'

const KEY = 'orange-battery'
const READ_BY = 'How far readers agree'
const CLONES = 'One scenario against its clones'

/** Somebody reads every talk as not agreed. */
function label(study: string, coder: string): void {
  const { out, code, err } = parley(['label', study, '--coder', coder, '--sheet'])
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  const rows = parse(out, { columns: true }) as Record<string, string>[]
  const sheet = join(study, `${coder}.csv`)
  writeFileSync(
    sheet,
    stringify(
      rows.map((row) => ({ ...row, agreed: 'no', note: `by ${coder}` })),
      { header: true },
    ),
  )
  const taken = parley(['label', study, '--coder', coder, '--labels', sheet])
  expect({ code: taken.code, err: taken.code === 0 ? '' : taken.err }).toEqual({ code: 0, err: '' })
}

/** Small: read by the thread that answers; large: by the one behind it. */
describe.each([
  { size: 'small', repetitions: 1 },
  { size: 'large', repetitions: 41 },
])('a $size study', ({ size, repetitions }) => {
  let study: string
  let record: string
  let serving: Serving
  beforeAll(async () => {
    const at = home()
    study = shippedStudy(at, KEY, repetitions)
    record = join(study, 'record.sqlite')
    await play(study)
    expect(parley(['observe', study, '--with', 'rule-observer', '--quiet']).code).toBe(0)
    label(study, 'anna')
    serving = await serveHome(at)
  })
  afterAll(() => serving?.close())

  const page = async (): Promise<StudyPage> => (await get(serving, `/api/studies/${KEY}`)).json
  const talk = async (id: string): Promise<NegotiationPage> =>
    (await get(serving, `/api/studies/${KEY}/negotiations/${id}`)).json

  /** The page when it shows this. */
  async function shows(text: string): Promise<StudyPage> {
    let found: StudyPage | undefined
    await expect
      .poll(async () => {
        found = await page()
        return found.resultsUntil === undefined ? '' : JSON.stringify(found.sections)
      })
      .toContain(text)
    return found!
  }

  test('has the tables of its report, readings, labels and clones among them', async () => {
    const { tables, notes, sections, progress } = await shows(READ_BY)
    expect(progress.planned > 400).toBe(size === 'large')
    const report = await reportStudy(record)
    expect(tables).toEqual(tablesFor(report))
    expect(notes).toEqual(notesOf(report.report.notes))
    const text = JSON.stringify(sections)
    for (const said of [CLONES, 'rules (in the talk, rule-based)', 'anna (lab1)', 'rule-observer (obs1'])
      expect(text).toContain(said)
  })

  test('shows in a talk who has read it again, after the messages that they read', async () => {
    const { rows } = (await shows(READ_BY)).attempts
    const { later, turns } = await talk(rows[0]!.id)
    expect(later!.readers.map(({ name, as }) => [name, as])).toEqual([
      ['rules', 'first'],
      ['rule-observer', 'observer'],
      ['anna', 'person'],
    ])
    expect(later!.readers.at(-1)).toMatchObject({ said: 'not agreed', note: 'by anna' })
    const again = turns.flatMap(({ readings }) => readings.filter(({ pass }) => pass === 'obs1'))
    expect(again.length).toBe(later!.readings.length)
    expect(again.length).toBeGreaterThan(0)
  })

  test('is told of a pass that closes while it is shown, and a live view fetches it', async () => {
    const before = await shows(READ_BY)
    expect(JSON.stringify(before.sections)).not.toContain('bert')
    label(study, 'bert')
    const after = await shows('bert (lab2)')
    expect(after.resultsUntil).not.toBe(before.resultsUntil)
    expect(after.tables).toEqual(tablesFor(await reportStudy(record)))
    const [row] = after.attempts.rows
    expect((await talk(row!.id)).later!.readers.map(({ name }) => name)).toContain('bert')
    const [told] = await events(serving, `/api/studies/${KEY}/live`, (seen) =>
      seen.some(({ data }) => data.results === after.resultsUntil),
    )
    expect(told).toBeDefined()
  })

  test('gives as a file what the report gives, however soon it is asked for', async () => {
    label(study, 'cleo')
    await wait(150)
    const { json } = await get(serving, `/api/studies/${KEY}/files/report.json`)
    expect(json).toEqual(JSON.parse(JSON.stringify(studyReportJson(await reportStudy(record)))))
    expect(JSON.stringify(json)).toContain('cleo')
  })
})

test('a study of other protocols shows nothing of the kind', async () => {
  const at = home()
  await play(shippedStudy(at, 'concert-tickets', 1))
  const serving = await serveHome(at)
  try {
    const { attempts, resultsUntil } = await readWhole(serving, 'concert-tickets')
    expect(resultsUntil).toBeDefined()
    const { json: one } = await get(
      serving,
      `/api/studies/concert-tickets/negotiations/${attempts.rows[0]!.id}`,
    )
    expect(one.later).toBeUndefined()
  } finally {
    await serving.close()
  }
})
