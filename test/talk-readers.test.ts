/**
 * Later readers of a scripted study, from end to end without a key: a rule-based observer with parley observe, a person
 * with parley label, one clone against the other; the talks' own streams stay as they are, and all of it is checked,
 * reported and published.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { splitStream } from '../src/record/passes/names.ts'
import { openReader } from '../src/store/index.ts'
import { parley } from './run-parley.ts'
import { talkHome, talkStudy } from './support/talk-study.ts'

const home = talkHome()
const study = talkStudy(
  home,
  'readers',
  `negotiators:
  asks: { script: ask-purpose }
  splits: { script: split-by-part }
  halves: { script: offer-half }
  claims: { script: claim-whole }
  rules: { script: rule-observer }
observer: rules
pairings:
  trade: { a: asks, b: splits }
  half: { a: halves, b: halves }
  none: { a: claims, b: claims }
opener: [a]
repetitions: 2
`,
)
const record = join(study, 'record.sqlite')
writeFileSync(
  join(study, 'study.yaml'),
  readFileSync(join(study, 'study.yaml'), 'utf8').replace(
    'scenario: ../../scenarios/orange',
    'scenario: { orange: ../../scenarios/orange, battery: ../../scenarios/battery-pack }',
  ),
)
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** The head of every stream of a talk. */
async function talkHeads(): Promise<Record<string, string>> {
  const reader = await openReader(record)
  try {
    const streams = (await reader.streams()).filter(
      ({ stream }) => stream !== 'study' && !splitStream(stream),
    )
    return Object.fromEntries(streams.map(({ stream, head }) => [stream, head]))
  } finally {
    await reader.close()
  }
}

interface Report {
  readonly readers: {
    readonly readers: readonly { readonly name: string; readonly as: string; readonly talks: number }[]
    readonly pairs: readonly {
      readonly first: string
      readonly second: string
      readonly of: string
      readonly raw?: number
      readonly kappa?: { readonly kappa: number }
      readonly table: { readonly units: number }
    }[]
    readonly disputed: readonly {
      readonly observer: string
      readonly closedTooEarly: readonly string[]
      readonly leftOpen: readonly string[]
    }[]
    readonly calibration: readonly { readonly of: { readonly n: number; readonly brier: number } }[]
  }
  readonly notes: readonly string[]
}

describe('a scripted study that is read again', () => {
  let before: Record<string, string>

  beforeAll(async () => {
    expect(parley(['run', study, '--quiet'])).toMatchObject({ code: EXIT.ok })
    before = await talkHeads()
    expect(Object.keys(before)).toHaveLength(12)
  })

  test('a rule-based observer reads every message, agrees with the first readings, and touches no talk', async () => {
    const { code, out } = parley(['observe', study, '--with', 'rule-observer', '--json', '--quiet'])
    expect(code).toBe(EXIT.ok)
    const told = JSON.parse(out) as { pass: object } & Report['readers']
    expect(told.pass).toMatchObject({ pass: 'obs1', ended: 'complete', talks: 12, closed: 12 })
    expect(told.readers.map(({ as }) => as)).toEqual(['first', 'observer'])
    expect(told.readers.every(({ name }) => name.includes('rule-based'))).toBe(true)
    const of = (what: string) => told.pairs.find((pair) => pair.of === what)!
    expect(of('kind')).toMatchObject({ raw: 1, kappa: { kappa: 1 }, table: { units: 12 } })
    expect(of('messages').table.units).toBeGreaterThan(80)
    expect(of('messages').raw).toBe(1)
    expect(await talkHeads()).toEqual(before)
  })

  test('what was read is not read again unless that is asked for; another moment is another pass', () => {
    const again = parley(['observe', study, '--with', 'rule-observer', '--quiet'])
    expect(again).toMatchObject({ code: EXIT.ok, out: '' })
    expect(again.err).toContain('--again')
    const end = parley(['observe', study, '--with', 'rules', '--at', 'end', '--json', '--quiet'])
    expect(JSON.parse(end.out)).toMatchObject({ pass: { pass: 'obs2', closed: 12 } })
  })

  test('a talker and a name that nobody has are refused in words, before anything is written', () => {
    const talker = parley(['observe', study, '--with', 'halves'])
    expect(talker.code).toBe(EXIT.invalid)
    expect(talker.err).toContain('halves cannot observe')
    const nobody = parley(['observe', study, '--with', 'rulez'])
    expect(nobody.code).toBe(EXIT.invalid)
    expect(nobody.err).toContain('did you mean "rules"')
    const asked = parley(['probe', study])
    expect(asked.code).toBe(EXIT.invalid)
    expect(asked.err).toContain('No model talked in this study')
  })

  test('a person labels a blind sheet, piece by piece, and the labels are compared', () => {
    const label = (...more: string[]) =>
      parley(['label', study, '--coder', 'anna', '--seed', 'sheet', ...more])
    const sheet = label('--sheet')
    expect(sheet.code).toBe(EXIT.ok)
    const rows = parse(sheet.out, { columns: true }) as Record<string, string>[]
    expect(rows).toHaveLength(12)
    // Nothing in it tells who talked: no id, no pairing, no negotiator.
    expect(sheet.out).not.toMatch(/negotiation-|trade|splits|halves|claims|rules|ask-purpose/)
    const file = join(home, 'sheet.csv')
    const fill = (filled: readonly Record<string, string>[]) =>
      writeFileSync(file, stringify([...filled], { header: true }))
    const kindOf = (text: string): string =>
      /Then it is settled/.test(text) ? (/half/.test(text) ? 'distributive' : 'integrative_full') : ''
    const filled = rows.map((row) => {
      const kind = kindOf(row.transcript!)
      return { ...row, kind, agreed: kind === '' ? 'no' : 'yes' }
    })
    // She thinks that one of the closed talks is not closed, and leaves two rows for later.
    const one = filled.find(({ kind }) => kind === 'integrative_full')!
    Object.assign(one, { agreed: 'no', kind: '', note: 'never said which part' })
    const later = filled.filter((row) => row !== one).slice(0, 2)
    fill(filled.map((row) => (later.includes(row) ? { ...row, agreed: '', kind: '' } : row)))
    expect(label('--labels', file).code).toBe(EXIT.stopped)
    expect(parley(['replay', study]).code).toBe(EXIT.ok)
    expect(parley(['status', study]).out).toMatch(/lab1 +label by anna, 12 talks; not done/)
    fill(later)
    const done = label('--labels', file, '--json')
    expect(done.code).toBe(EXIT.ok)
    expect(JSON.parse(done.out)).toMatchObject({ pass: 'lab1', talks: 12, labelled: 12, finished: true })
    const report = JSON.parse(parley(['report', study, '--json']).out) as Report
    const pair = report.readers.pairs.find(
      ({ first, second, of }) => first.startsWith('rules (in') && second.startsWith('anna') && of === 'kind',
    )
    expect(pair).toMatchObject({ raw: 11 / 12, table: { units: 12 } })
    expect(report.readers.disputed[0]).toMatchObject({ leftOpen: [] })
    expect(report.readers.disputed[0]!.closedTooEarly).toHaveLength(1)
    expect(report.readers.calibration[0]!.of).toMatchObject({ n: 12, brier: expect.closeTo(1 / 12, 9) })
  })

  test('a sheet that says what cannot be is refused with its lines, and changes nothing', () => {
    const file = join(home, 'wrong.csv')
    writeFileSync(file, 'item,agreed,kind\nffffff,yes,\n')
    const none = parley(['label', study, '--coder', 'ben', '--labels', file])
    expect(none.code).toBe(EXIT.invalid)
    expect(none.err).toContain('ben has no sheet that is open')
    const { code, err } = parley(['label', study, '--coder', 'ben', '--seed', 'b', '--labels', file])
    expect(code).toBe(EXIT.invalid)
    expect(err).toContain('wrong.csv:2')
    expect(err).toContain('No talk of this pass has that name')
    const bare = parley(['label', study, '--coder', 'ben'])
    expect(bare.code).toBe(EXIT.usage)
    expect(bare.err).toContain('needs a terminal')
  })

  test('one clone is set against the others, by the first readings or by labels', () => {
    const { code, out } = parley(['contrast', study, '--json'])
    expect(code).toBe(EXIT.ok)
    const told = JSON.parse(out)
    expect(told).toMatchObject({ reference: 'orange', kind: 'integrative_full' })
    const all = told.models.find(({ model }: { model: string }) => model === 'all')
    expect(all.cells.map(({ clone, talks }: { clone: string; talks: number }) => [clone, talks])).toEqual([
      ['orange', 6],
      ['battery', 6],
    ])
    expect(all.contrast).toMatchObject({ clones: 1, difference: 0 })
    expect(all.contrast.interval).toBeUndefined()
    const text = parley(['contrast', study, '--by', 'lab1'])
    expect(text.out).toContain('There is one other clone')
    expect(text.out).toContain('anna (lab1)')
    expect(parley(['contrast', study, '--by', 'obs9']).code).toBe(EXIT.usage)
    expect(parley(['contrast', study, '--reference', 'apple']).code).toBe(EXIT.usage)
  })

  test('all of it is published, and a label that was changed is found', () => {
    const folder = join(home, 'published')
    expect(parley(['export', study, folder])).toMatchObject({ code: EXIT.ok })
    const rowsOf = (name: string) =>
      parse(readFileSync(join(folder, name), 'utf8'), { columns: true }) as Record<string, string>[]
    const labels = rowsOf('labels.csv')
    expect(labels).toHaveLength(12)
    expect(labels.filter(({ agreed }) => agreed === 'no')).toHaveLength(5)
    const readings = rowsOf('later-readings.csv')
    expect(new Set(readings.map(({ pass }) => pass))).toEqual(new Set(['obs1', 'obs2']))
    expect(readings.every(({ observer_is }) => observer_is === 'rule-observer')).toBe(true)
    expect(parley(['verify', folder])).toMatchObject({ code: EXIT.ok })
    const file = join(folder, 'labels.csv')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/,no,/, ',yes,'))
    const wrong = parley(['verify', folder])
    expect(wrong.code).toBe(EXIT.differs)
    expect(wrong.out).toContain('labels.csv, row')
  })
})
