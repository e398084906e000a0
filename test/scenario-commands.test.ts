/** The commands of a scenario, as a person runs them: validate, render, schema. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parley, ROOT, TRACE } from './run-parley.ts'
import { changed, LOT } from './support/packs.ts'

const TICKETS = 'scenarios/concert-tickets'
const reference = join(ROOT, '../shared/reference')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-commands-'))
  await writeFile(join(folder, 'scenario.yaml'), changed(LOT, ['north: 1', 'nort: 1']))
})
afterAll(() => rm(folder, { recursive: true }))

describe('validate', () => {
  test('a scenario and a study that are valid are said to be, in one line', () => {
    const scenario = parley(['validate', TICKETS])
    expect(scenario).toMatchObject({ code: 0, err: '' })
    expect(scenario.out).toBe(
      'valid: "Concert tickets" (concert-tickets), alternating-offers between Buyer and Seller, 3 issues, 384,174,423,601 outcomes, private information\n',
    )
    const study = parley(['validate', 'studies/concert-tickets'])
    expect(study).toMatchObject({ code: 0, err: '' })
    expect(study.out).toMatch(/^valid: .*: 40 negotiations of "Concert tickets"/)
  })

  test('as JSON: the findings, or the problems with their places', () => {
    const good = parley(['validate', TICKETS, '--json'])
    expect(JSON.parse(good.out)).toMatchObject({ ok: true, kind: 'scenario', problems: [] })
    const bad = parley(['validate', folder, '--json'])
    expect(bad.code).toBe(3)
    expect(JSON.parse(bad.out)).toMatchObject({
      ok: false,
      exit: 3,
      problems: [
        {
          file: join(folder, 'scenario.yaml'),
          line: 13,
          column: 16,
          found: 'nort',
          mend: 'did you mean "north"?',
        },
      ],
    })
  })

  test('problems are told on standard error, with exit code 3 and without a stack trace', () => {
    const { code, out, err } = parley(['validate', folder])
    expect([code, out]).toEqual([3, ''])
    expect(err).toContain(`${join(folder, 'scenario.yaml')}:13:16: No option is called "nort".`)
    expect(err).not.toMatch(TRACE)
    expect(parley(['validate', join(folder, 'nowhere')])).toMatchObject({ code: 3, out: '' })
  })

  test.skipIf(!existsSync(reference))(
    'warnings are marked and do not fail (skipped without the reference material)',
    () => {
      const { code, out, err } = parley(['validate', join(reference, 'packs/concert-tickets')])
      expect(code).toBe(0)
      expect(out).toMatch(/^valid: /)
      expect(err).toContain('scenario.yaml:44:14: warning: The formula is not checked against the points')
      expect(err).toContain('2 warnings')
    },
  )
})

describe('render', () => {
  test('the first prompt: both messages under headings, nothing made up but who opens', () => {
    const { code, out, err } = parley(['render', TICKETS, '--party', 'seller'])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^===== system prompt for Seller =====\nYou negotiate on behalf of Marquee Ticket Agency/,
    )
    expect(out).toContain(
      '\n\n===== user message for Seller, turn 1 =====\nYou are the Seller, and you speak first.',
    )
    expect(err).toBe('Seller speaks first here.\n')
  })

  test('a later turn: the turns before are made up, which is said, and the same for the same seed', () => {
    const line = ['render', TICKETS, '--party', 'buyer', '--turn', '3']
    const first = parley(line)
    expect(first.err).toContain('Turns 1 to 2 are made up')
    expect(first.out).toContain('[2] Seller said "(Sample words of turn 2.)"')
    expect(first.out).toContain('This is turn 3 of at most 12')
    expect(parley(line)).toEqual(first)
    expect(parley([...line, '--seed', 'other']).out).not.toBe(first.out)
  })

  test('the final reply and a repair', () => {
    expect(parley(['render', TICKETS, '--turn', '13', '--raw', 'user']).out).toContain(
      'this reply ends the talk',
    )
    const repair = parley(['render', TICKETS, '--repair', '--raw', 'user'])
    expect(repair.out).toContain('# Your reply could not be used')
    expect(repair.err).toContain('made up too')
  })

  test('a talk: a party’s thread, and what the observer is sent after a message', () => {
    const orange = join(ROOT, 'scenarios/orange')
    const party = parley(['render', orange, '--party', 'a', '--turn', '3'])
    expect(party.code).toBe(0)
    expect(party.out).toMatch(
      /user message for Party A, before =====\n.*\n\n===== assistant message for Party A, before =====\n.*turn 1\..*\n\n===== user message for Party A, turn 3 =====\n.*turn 2\./,
    )
    const observer = ['render', orange, '--party', 'observer', '--turn', '2']
    const { out, err } = parley([...observer, '--raw', 'user'])
    expect(err).toContain('Turns 1 to 2 are made up')
    expect(out).toMatch(/Party A: .*turn 1\..*Party B: .*turn 2\..*"agreement_reached"/s)
    const json = JSON.parse(parley([...observer, '--json']).out)
    expect(json.messages.map(({ role }: { role: string }) => role)).toEqual(['user'])
    expect(parley(['render', orange, '--party', 'observer', '--raw', 'system']).out).toBe(`${json.system}\n`)
    expect(parley([...observer, '--repair', '--raw', 'user']).out).toContain('could not be used')
  })

  test('raw and JSON are the same texts', () => {
    const line = ['render', TICKETS, '--party', 'seller', '--turn', '2', '--opener', 'buyer']
    const json = JSON.parse(parley([...line, '--json']).out)
    expect(json).toMatchObject({
      scenario: 'concert-tickets',
      party: 'seller',
      turn: 2,
      opener: 'buyer',
      madeUpTurns: 1,
    })
    expect(parley([...line, '--raw', 'system']).out).toBe(`${json.system}\n`)
    expect(parley([...line, '--raw', 'user']).out).toBe(`${json.messages[0].content}\n`)
  })

  test.skipIf(!existsSync(reference))(
    'the bytes of a reference prompt (skipped without the reference material)',
    () => {
      const pack = join(reference, 'packs/northgate')
      const { code, out, err } = parley(['render', pack, '--party', 'casey', '--raw', 'system'])
      expect(code).toBe(0)
      expect(out).toBe(
        readFileSync(join(reference, 'northgate/casey.system.txt'), 'utf8').replace(/\n?$/, '\n'),
      )
      expect(err).toContain('Casey speaks first here')
      const talk = ['render', join(reference, 'packs/battery-pack'), '--party', 'a', '--raw', 'system']
      expect(parley(talk).out).toBe(
        readFileSync(join(reference, 'battery/party-a.briefing.txt'), 'utf8').replace(/\n?$/, '\n'),
      )
      const observer = parley([
        'render',
        join(reference, 'packs/battery-pack'),
        '--party',
        'observer',
        '--raw',
        'system',
      ])
      expect(observer.out).toBe(
        readFileSync(join(reference, 'battery/observer.txt'), 'utf8').replace(/\n?$/, '\n'),
      )
    },
  )

  test('the turns of six parties, made up as far as they are asked for', () => {
    const northgate = join(ROOT, 'scenarios/northgate')
    const line = ['render', northgate, '--turn', '15', '--party', 'casey', '--opener', 'avery']
    const wrong = parley(line)
    expect(wrong.code).toBe(2)
    expect(wrong.err).toContain('Turn 15 is ')
    const json = JSON.parse(parley(['render', northgate, '--turn', '15', '--json']).out)
    expect(json).toMatchObject({ scenario: 'northgate', turn: 15, madeUpTurns: 14 })
    expect(json.messages[0].content).toContain('in round 3 of 4')
    expect(json.system).toContain('Holds a veto: no deal passes that')
  })

  test.each([
    [['--party', 'buyr'], 'did you mean "buyer"?'],
    [['--turn', 'three'], 'A turn is a whole number'],
    [['--turn', '0'], 'A turn is a whole number'],
    [['--turn', '14'], 'No talk of this scenario comes to turn 14'],
    [['--party', 'buyer', '--opener', 'buyer', '--turn', '2'], "Turn 2 is seller's"],
    [['--raw', 'both'], 'Allowed choices are system, user'],
  ])('%j is a slip in the command line', (args, message) => {
    const { code, out, err } = parley(['render', TICKETS, ...args])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(err).not.toMatch(TRACE)
  })
})

test.each(['scenario', 'study', 'theme'])('schema: the JSON Schema of a %s, with descriptions', (file) => {
  const { code, out } = parley(['schema', file])
  expect(code).toBe(0)
  const schema = JSON.parse(out)
  expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
  expect(JSON.stringify(schema)).toContain('"description"')
})
