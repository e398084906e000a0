/** A study as a whole: run, stopped, gone on with, refused, reported; on a real record in a folder of its own. */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EXIT, UserError } from '../src/core/problem.ts'
import { makeNegotiator } from '../src/negotiators/registry.ts'
import { loadStudy } from '../src/study/load.ts'
import { NEGOTIATOR_FAILED } from '../src/study/play.ts'
import { type RunOptions, runStudy } from '../src/study/run.ts'
import { studyStatus } from '../src/study/status.ts'
import { reportStudy } from '../src/study/study-report.ts'
import { studyFolder, writeStudy } from './study-folder.ts'
import { dump } from './study-record.ts'

let drawn = 0
const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  now: () => new Date(),
  random: () => (++drawn).toString(16).padStart(32, '0'),
  versions: { parley: 'test', node: process.version },
  ...more,
})

const run = async (folder: string, more: Partial<RunOptions> = {}) =>
  runStudy(await loadStudy(folder), options(more))

const digest = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

const problemsOf = async (work: Promise<unknown>): Promise<UserError> => {
  try {
    await work
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('a run', () => {
  test('plays every assignment in order, and closes each', async () => {
    const folder = studyFolder()
    const seen: number[] = []
    const summary = await run(folder, { progress: ({ done }) => seen.push(done) })
    expect(summary).toMatchObject({
      ended: 'complete',
      already: false,
      planned: 12,
      closed: 12,
      failures: [],
    })
    expect(seen[0]).toBe(0)
    expect(seen.at(-1)).toBe(12)
    const { study, negotiations, closed } = await dump(join(folder, 'record.sqlite'))
    expect(study).toEqual([
      'study.created',
      'run.started',
      ...Array.from({ length: 12 }, () => 'negotiation.closed'),
      'run.stopped',
    ])
    const planned = (await loadStudy(folder)).assignments.map(({ id }) => id)
    expect(Object.keys(closed)).toEqual(planned)
    expect(Object.keys(negotiations)).toEqual(planned)
  })

  test('of a study that is complete says so and writes nothing', async () => {
    const folder = studyFolder({ repetitions: 1 })
    await run(folder)
    const before = digest(join(folder, 'record.sqlite'))
    expect(await run(folder)).toMatchObject({ already: true, ended: 'complete', planned: 4, closed: 4 })
    expect(digest(join(folder, 'record.sqlite'))).toBe(before)
  })

  test('in another folder, and with several negotiations in flight, gives the same replies and outcomes', async () => {
    const [one, two, three] = [studyFolder(), studyFolder(), studyFolder({ seed: 'another' })]
    await run(one)
    await run(two, { concurrency: 3 })
    await run(three)
    const [a, b, c] = await Promise.all(
      [one, two, three].map((folder) => dump(join(folder, 'record.sqlite'))),
    )
    expect(b!.negotiations).toEqual(a!.negotiations)
    const replies = (d: typeof a): string[] => Object.values(d!.negotiations).map((lines) => lines.join('\n'))
    expect(replies(c)).not.toEqual(replies(a))
  })

  test('stopped after any step goes on to the same replies and outcomes', async () => {
    const whole = studyFolder({ repetitions: 1 })
    await run(whole)
    const expected = await dump(join(whole, 'record.sqlite'))
    for (const every of [1, 2, 5]) {
      const folder = studyFolder({ repetitions: 1 })
      let runs = 0
      for (;;) {
        let steps = 0
        runs++
        const summary = await run(folder, { stopAsked: () => ++steps > every })
        if (summary.ended === 'complete') break
        expect(runs).toBeLessThan(100)
      }
      const found = await dump(join(folder, 'record.sqlite'))
      expect(found.negotiations).toEqual(expected.negotiations)
      expect(Object.values(found.closed)).toEqual([1, 1, 1, 1])
      expect(found.study.filter((type) => type === 'run.stopped')).toHaveLength(runs)
      expect(found.resumed).toBeGreaterThan(0)
    }
  })

  test('a negotiator that throws interrupts its negotiation, and the study goes on', async () => {
    const folder = studyFolder({ repetitions: 1 })
    const summary = await run(folder, {
      make: (name, spec) =>
        name === 'trader'
          ? {
              name,
              sit: () => ({
                reply: () => {
                  throw new TypeError('a bug')
                },
              }),
            }
          : makeNegotiator(name, spec),
    })
    expect(summary).toMatchObject({ ended: 'complete', closed: 4 })
    expect(summary.failures.map(({ negotiator, seat }) => [negotiator, seat])).toEqual([
      ['trader', 'seller'],
      ['trader', 'seller'],
    ])
    const { analysis, differences } = await reportStudy(join(folder, 'record.sqlite'))
    expect(differences).toEqual([])
    const mixed = analysis.pairings.find(({ pairing }) => pairing === 'Mixed')
    expect(mixed).toMatchObject({ completed: 0, unknown: 2, reasons: { [NEGOTIATOR_FAILED]: 2 } })
    const status = await studyStatus(join(folder, 'record.sqlite'))
    expect(status).toMatchObject({
      completed: 2,
      interrupted: 2,
      running: 0,
      notStarted: 0,
      lastRun: 'complete',
    })
  })
})

describe('a changed study is refused, and nothing is touched', () => {
  const changes: readonly [what: string, change: (folder: string) => void, told: RegExp][] = [
    ['the scenario', (f) => writeStudy(f, { turns: 9 }), /scenario.yaml has changed/],
    [
      'a prompt',
      (f) => {
        mkdirSync(join(f, 'scenario', 'prompts'))
        writeFileSync(join(f, 'scenario', 'prompts', 'turn.liquid'), 'Your turn.\n')
      },
      /prompts\/turn.liquid was added/,
    ],
    ['a negotiator', (f) => writeStudy(f, { first: '{ script: linear }' }), /Negotiator late has changed/],
    ['the seed', (f) => writeStudy(f, { seed: 'other' }), /Its seed has changed/],
    ['the design', (f) => writeStudy(f, { repetitions: 4 }), /The number of repetitions has changed/],
    ['the id', (f) => writeStudy(f, { id: 'other' }), /Its id has changed/],
  ]
  test.each(changes)('%s', async (_, change, told) => {
    const folder = studyFolder()
    let steps = 0
    await run(folder, { stopAsked: () => ++steps > 20 })
    const before = digest(join(folder, 'record.sqlite'))
    change(folder)
    const error = await problemsOf(run(folder))
    expect(error.exit).toBe(EXIT.invalid)
    expect(error.message).toMatch(told)
    expect(digest(join(folder, 'record.sqlite'))).toBe(before)
  })

  test('put back as it was, it goes on', async () => {
    const folder = studyFolder({ repetitions: 1 })
    let steps = 0
    await run(folder, { stopAsked: () => ++steps > 5 })
    writeStudy(folder, { repetitions: 2 })
    await problemsOf(run(folder))
    writeStudy(folder, { repetitions: 1 })
    expect(await run(folder)).toMatchObject({ ended: 'complete', closed: 4 })
  })
})

describe('the report of a study', () => {
  test('is of what was played so far while it is unfinished', async () => {
    const folder = studyFolder({ repetitions: 2 })
    let steps = 0
    await run(folder, { stopAsked: () => ++steps > 30 })
    const { analysis, report } = await reportStudy(join(folder, 'record.sqlite'))
    const count = (key: 'completed' | 'running' | 'notStarted'): number =>
      analysis.pairings.reduce((n, cell) => n + cell[key], 0)
    expect(count('completed') + count('running') + count('notStarted')).toBe(8)
    expect(count('running')).toBeLessThanOrEqual(1)
    expect(report.notes.join('\n')).toMatch(/not finished/)
  })

  test('needs a record', async () => {
    const error = await problemsOf(reportStudy(join(studyFolder(), 'record.sqlite')))
    expect(error.exit).toBe(EXIT.record)
  })
})
