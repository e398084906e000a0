/** A study registered, amended, extended and looked at, by the commands as they are typed. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EXIT } from '../src/core/problem.ts'
import { openEvent } from '../src/record/chain.ts'
import type { Stamped, StudyEvent } from '../src/record/events.ts'
import { studyPlan } from '../src/record/study-plan.ts'
import { nodeSha256, openReader, openWriter } from '../src/store/index.ts'
import { loadStudy } from '../src/study/load.ts'
import { registerStudy } from '../src/study/register.ts'
import { runStudy } from '../src/study/run.ts'
import { type Outcome, parley } from './run-parley.ts'
import { studyFolder } from './study-folder.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
const fresh = (): string => {
  const folder = studyFolder({ repetitions: 2 })
  folders.push(folder)
  return folder
}
/** A folder like one that was made by this command before: what many tests begin with is done once. */
const bases = new Map<string, string>()
const after = (command: 'register' | 'run', ...more: readonly string[]): string => {
  const base = bases.get(command) ?? fresh()
  if (!bases.has(command)) well(parley([command, base, ...more]))
  bases.set(command, base)
  const folder = mkdtempSync(join(tmpdir(), 'parley-study-'))
  folders.push(folder)
  cpSync(base, folder, { recursive: true })
  return folder
}
const registered = (): string => after('register')
const played = (): string => after('run', '--blind')
const edit = (folder: string, name: string, from: string, to: string): void => {
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  expect(text).toContain(from)
  writeFileSync(file, text.replace(from, to))
}
const well = (outcome: Outcome): Outcome => {
  expect(outcome.err).not.toMatch(/fault of Parley/)
  expect([outcome.code, outcome.err]).toEqual([EXIT.ok, expect.any(String)])
  return outcome
}
async function planOf(folder: string) {
  const reader = await openReader(join(folder, 'record.sqlite'))
  try {
    const stored = await reader.read('study')
    return studyPlan(stored.map((event) => openEvent(event).event as Stamped<StudyEvent>))!
  } finally {
    await reader.close()
  }
}

describe('registering', () => {
  test('writes the same bytes as the record leads to, and the hash is that of the file', async () => {
    const folder = fresh()
    const { out } = well(parley(['register', folder]))
    const text = readFileSync(join(folder, 'registration.json'), 'utf8')
    const plan = await planOf(folder)
    expect(plan.registered!.registration).toBe(nodeSha256(text))
    expect(out).toContain(nodeSha256(text))
    expect(out).toContain('self-attested')
    const told = JSON.parse(text) as Record<string, unknown> & { assignments: { id: string }[] }
    expect(told.registered).toEqual({ at: plan.registered!.at, attested: 'self' })
    expect(told.assignments.map(({ id }) => id)).toEqual(
      (await loadStudy(folder)).assignments.map(({ id }) => id),
    )
    expect(told).toMatchObject({
      study: 'small',
      scenarios: [
        { sha256: expect.stringMatching(/^[0-9a-f]{64}$/), files: { 'scenario.yaml': expect.any(String) } },
      ],
      prompts: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      settings: { sha256: expect.any(String), negotiators: { late: { script: 'boulware' } } },
      rules: { protocol: 'alternating-offers', golden_vectors: expect.stringMatching(/^[0-9a-f]{64}$/) },
      runtime: { node: process.version, packages: { zod: expect.any(String), liquidjs: expect.any(String) } },
    })
    expect(well(parley(['replay', folder])).out).toContain('rules     passed')
  })

  test('is the same bytes for the same study at the same time', async () => {
    const options = {
      now: () => new Date('2025-03-03T09:00:00.000Z'),
      random: () => '0'.repeat(32),
      versions: { parley: '0.1.0', node: 'v24.0.0' },
      packages: { zod: '4.0.0' },
      platform: 'linux x64',
    }
    const [one, two] = await Promise.all(
      [fresh(), fresh()].map(async (folder) => registerStudy(await loadStudy(folder), options)),
    )
    expect(one!.text).toBe(two!.text)
    const later = { ...options, now: () => new Date('2025-03-04T09:00:00.000Z') }
    const three = await registerStudy(await loadStudy(fresh()), later)
    expect(three.text).toBe(one!.text.replace('2025-03-03T09', '2025-03-04T09'))
  })

  test('again: says so while nothing was run, and is refused once a run has begun', () => {
    const folder = registered()
    const before = readFileSync(join(folder, 'registration.json'))
    expect(well(parley(['register', folder])).out).toContain('Registered before')
    edit(folder, 'study.yaml', 'title: A small study', 'title: Another')
    expect(parley(['register', folder])).toMatchObject({
      code: EXIT.invalid,
      err: expect.stringContaining('Its title has changed'),
    })
    edit(folder, 'study.yaml', 'title: Another', 'title: A small study')
    well(parley(['run', folder, '--blind']))
    const again = parley(['register', folder])
    expect(again.code).toBe(EXIT.invalid)
    expect(again.err).toContain('a run has begun: it cannot be registered again')
    expect(readFileSync(join(folder, 'registration.json'))).toEqual(before)
  })

  test('is refused where an unregistered run has begun; its report calls it exploratory', () => {
    const folder = fresh()
    well(parley(['run', folder, '-q']))
    expect(parley(['register', folder])).toMatchObject({
      code: EXIT.invalid,
      err: expect.stringContaining('A run has begun'),
    })
    expect(well(parley(['report', folder])).out).toMatch(/exploratory|not registered|never registered/i)
  })
})

describe('a registered study that was changed is refused, and what changed is named', () => {
  test.each([
    ['scenario/scenario.yaml', 'reservation: 10', 'reservation: 11', 'file scenario.yaml has changed'],
    ['study.yaml', 'script: boulware', 'script: conceder', 'Negotiator late has changed'],
    ['study.yaml', 'repetitions: 2', 'repetitions: 3', 'The number of repetitions has changed'],
    ['study.yaml', 'seed: seed', 'seed: other', 'Its seed has changed'],
    [
      'study.yaml',
      'repetitions: 2',
      'repetitions: 2\nanalysis: { kind: confirmatory }',
      'The planned analysis was added',
    ],
    ['study.yaml', 'repetitions: 2', 'repetitions: 2\nroles: rotate', 'Factor roles was added'],
  ])('%s: %s', (file, from, to, message) => {
    const folder = registered()
    edit(folder, file, from, to)
    const { code, err } = parley(['run', folder])
    expect(code).toBe(EXIT.invalid)
    expect(err).toContain(message)
    expect(err).toContain('since the study was registered')
  })

  test('a prompt that was added', () => {
    const folder = registered()
    mkdirSync(join(folder, 'scenario', 'prompts'))
    writeFileSync(join(folder, 'scenario', 'prompts', 'turn.liquid'), 'Your turn.\n')
    const { code, err } = parley(['run', folder])
    expect(code).toBe(EXIT.invalid)
    expect(err).toContain('file prompts/turn.liquid was added since the study was registered')
  })
})

describe('amending', () => {
  test('notes what changed and plays what begins later so; every depth of the record holds', async () => {
    const folder = registered()
    edit(folder, 'scenario/scenario.yaml', 'name: Blue', 'name: Green')
    expect(parley(['amend', folder, '--reason', ' ']).code).toBe(EXIT.usage)
    const { out } = well(parley(['amend', folder, '--reason', 'Blue was taken']))
    expect(out).toContain('nothing had been run')
    well(parley(['run', folder, '--blind']))
    const plan = await planOf(folder)
    expect(plan.amendments).toMatchObject([
      { amendment: 'm1', reason: 'Blue was taken', seen: 'nothing-run', begun: 0 },
    ])
    expect(plan.now.own.pack['scenario.yaml']).toContain('Green')
    const reader = await openReader(join(folder, 'record.sqlite'))
    const [first] = await reader.read(plan.assignments[0]!.id)
    await reader.close()
    expect(openEvent(first!).event).toMatchObject({ amendment: 'm1', scenario: plan.now.own.scenario })
    expect(well(parley(['replay', folder])).out).toContain('rules     passed')
    // A second one, of words alone.
    edit(folder, 'study.yaml', 'title: A small study', 'title: Renamed')
    well(parley(['amend', folder, '--reason', 'A better title', '--json']))
    expect(well(parley(['report', folder])).out).toContain('Renamed')
  })

  test('what has begun cannot go on by other rules: it is refused, or ended with an unknown outcome', async () => {
    const folder = registered()
    let steps = 0
    const summary = await runStudy(await loadStudy(folder), {
      now: () => new Date(),
      random: () => randomBytes(16).toString('hex'),
      versions: { parley: '0.1.0', node: process.version },
      stopAsked: () => ++steps > 20,
    })
    expect(summary.ended).toBe('asked')
    edit(folder, 'study.yaml', '{ script: boulware }', '{ script: conceder }')
    const refused = parley(['amend', folder, '--reason', 'A slip'])
    expect(refused).toMatchObject({ code: EXIT.invalid, err: expect.stringContaining('--interrupt') })
    const { out } = well(parley(['amend', folder, '--reason', 'A slip', '--interrupt', '--json']))
    const { interrupted, seen } = JSON.parse(out) as { interrupted: string[]; seen: string }
    expect([interrupted.length, seen]).toEqual([1, 'run-not-seen'])
    well(parley(['run', folder, '-q']))
    const replayed = well(parley(['replay', folder])).out
    expect(replayed).toMatch(/rules {5}passed .*1 interrupted/)
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('amended')
  })

  test('a design is not amended', () => {
    const folder = registered()
    edit(folder, 'study.yaml', 'repetitions: 2', 'repetitions: 4')
    expect(parley(['amend', folder, '--reason', 'More'])).toMatchObject({
      code: EXIT.invalid,
      err: expect.stringContaining('A design is not amended'),
    })
  })
})

describe('extending, and what had been seen', () => {
  test('blocks and single cells are added, never replaced; the record says who had looked', async () => {
    const folder = fresh()
    expect(parley(['extend', folder, '--blocks', '1', '--reason', 'More']).err).toContain(
      'neither been registered nor run',
    )
    well(parley(['register', folder]))
    const registered = (await planOf(folder)).assignments.map(({ id }) => id)
    expect(
      JSON.parse(well(parley(['extend', folder, '--blocks', '1', '--reason', 'More', '--json'])).out),
    ).toMatchObject({
      extension: 'x1',
      seen: 'nothing-run',
      assignments: [
        { block: 3, position: 1, extension: 'x1' },
        ...Array(registered.length / 2 - 1).fill(expect.any(Object)),
      ],
    })
    const blind = well(parley(['run', folder, '--blind']))
    expect(blind.out).not.toMatch(/joint|mean|agreed/i)
    expect(() => readFileSync(join(folder, 'report.md'))).toThrow('ENOENT')
    const cell = (await planOf(folder)).assignments[0]!
    const name = `${cell.pairing}/${cell.assignment}`
    expect(parley(['extend', folder, '--add', 'no/a9', '--reason', 'x'])).toMatchObject({
      code: EXIT.invalid,
    })
    expect(well(parley(['extend', folder, '--add', name, '--reason', 'Once more'])).out).toContain(
      'negotiations had been run, and no outcome had been seen',
    )
    well(parley(['report', folder]))
    expect(well(parley(['extend', folder, '--add', name, '--reason', 'And again'])).out).toContain(
      'results had been seen',
    )
    const { extensions, looks, assignments } = await planOf(folder)
    expect(extensions.map(({ extension, seen }) => [extension, seen])).toEqual([
      ['x1', 'nothing-run'],
      ['x2', 'run-not-seen'],
      ['x3', 'seen'],
    ])
    expect(looks.map(({ command }) => command)).toEqual(['report'])
    expect(assignments.slice(0, registered.length).map(({ id }) => id)).toEqual(registered)
    expect(new Set(assignments.map(({ id }) => id)).size).toBe(assignments.length)
    well(parley(['run', folder, '-q']))
    expect(well(parley(['replay', folder])).out).toContain(
      `rules     passed          ${assignments.length} negotiations`,
    )
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toContain('descriptive')
  })

  test.each([['report'], ['show'], ['replay']])('a look by %s is noted, and noted once', async (command) => {
    const folder = played()
    well(parley([command, folder]))
    const size = (await planOf(folder)).looks
    expect(size).toMatchObject([{ command, begun: 8, closed: 8 }])
    well(parley([command, folder]))
    well(parley(['report', folder, '--json']))
    expect((await planOf(folder)).looks).toHaveLength(1)
  })

  test('a folder written for readers shows outcomes: what is added after it is added having seen them', async () => {
    const folder = registered()
    well(parley(['run', folder, '--blind']))
    well(parley(['export', folder, `${folder}-published`]))
    expect(well(parley(['extend', folder, '--blocks', '1', '--reason', 'More'])).out).toContain(
      'results had been seen',
    )
    const { looks, exports, extensions } = await planOf(folder)
    expect([looks.length, exports.length, extensions[0]!.seen]).toEqual([0, 1, 'seen'])
    well(parley(['run', folder, '--blind']))
    expect(well(parley(['replay', folder])).out).toContain('rules     passed')
  })

  test.each([['export'], ['site']])(
    'a folder by %s without a seal is a look like any other',
    async (command) => {
      const folder = played()
      well(parley([command, folder, `${folder}-${command}`, '--no-seal']))
      const { looks, exports } = await planOf(folder)
      expect(looks).toMatchObject([{ command, begun: 8, closed: 8 }])
      expect(exports).toHaveLength(0)
    },
  )

  test('a run that is not blind counts as a look; a copy elsewhere stays as it is', async () => {
    const folder = fresh()
    well(parley(['run', folder, '-q']))
    expect((await planOf(folder)).looks).toMatchObject([{ command: 'run', begun: 8, closed: 8 }])
    const other = played()
    const copy = fresh()
    rmSync(join(copy, 'study.yaml'))
    copyFileSync(join(other, 'record.sqlite'), join(copy, 'record.sqlite'))
    const before = readFileSync(join(copy, 'record.sqlite'))
    well(parley(['report', join(copy, 'record.sqlite')]))
    expect(readFileSync(join(copy, 'record.sqlite'))).toEqual(before)
  })

  test('while a run holds the record a look waits beside it, and the next writer takes it in', async () => {
    const folder = played()
    const holder = await openWriter(join(folder, 'record.sqlite'))
    try {
      expect(well(parley(['report', folder])).err).not.toContain('could not be noted')
    } finally {
      await holder.close()
    }
    expect((await planOf(folder)).looks).toEqual([])
    expect(well(parley(['extend', folder, '--blocks', '1', '--reason', 'More'])).out).toContain(
      'results had been seen',
    )
    expect((await planOf(folder)).looks).toMatchObject([{ command: 'report', seenAt: expect.any(String) }])
  })

  test('a record that cannot be written breaks no report: it says that the look could not be noted', () => {
    const folder = played()
    // A folder in the lock's place: a writer cannot take it, also where the rights of files mean nothing (root).
    rmSync(join(folder, 'record.sqlite-lock'), { force: true })
    mkdirSync(join(folder, 'record.sqlite-lock'))
    const { err, out } = well(parley(['report', folder]))
    expect(err).toContain('could not be noted')
    expect(out).toContain('A small study')
  })
})

describe('beginning a study', () => {
  test('init writes a study that is valid, plans and runs; it never writes over one', () => {
    const home = fresh()
    const args = [
      'init',
      join(home, 'new'),
      '--scenario',
      join(home, 'scenario'),
      '--negotiators',
      'boulware',
      'conceder',
    ]
    well(parley([...args, '--repetitions', '1', '--yes']))
    const text = readFileSync(join(home, 'new', 'study.yaml'), 'utf8')
    expect(text).toMatch(/^# A study/)
    expect(well(parley(['validate', join(home, 'new')])).err).toBe('')
    const { out } = well(parley(['plan', join(home, 'new')]))
    expect(out).toContain('12 negotiations: 3 pairings, 4 assignments of each, in 1 block.')
    expect(out).toMatch(/a4 +swapped +seller/)
    well(parley(['run', join(home, 'new'), '-q']))
    expect(parley([...args, '--yes'])).toMatchObject({
      code: EXIT.invalid,
      err: expect.stringContaining('a study here already'),
    })
    expect(
      parley([
        'init',
        join(home, 'x'),
        '--scenario',
        join(home, 'scenario'),
        '--negotiators',
        'bulware',
        '--yes',
      ]).err,
    ).toContain('boulware')
  })

  test('models and the shipped scenario: a folder that carries all it needs', () => {
    const home = fresh()
    well(
      parley(
        [
          'init',
          join(home, 'm'),
          '--negotiators',
          'anthropic:claude-haiku-5-5',
          'google:gemini-3-flash',
          '--yes',
        ],
        { cwd: home },
      ),
    )
    expect(well(parley(['validate', join(home, 'm')])).out).toContain('concert-tickets')
    expect(readFileSync(join(home, 'm', 'scenario', 'scenario.yaml'), 'utf8')).toContain('concert-tickets')
  })
})
