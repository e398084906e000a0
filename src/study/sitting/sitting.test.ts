/** A table's folder: a study that loads as written, with a copy of its pack; and who may sit there. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../core/problem.ts'
import { loadScenario } from '../../scenario/folder.ts'
import { makeTable, negotiatorNames, type TableSpec } from './folder.ts'
import { readSeat, usualOpponent } from './spec.ts'

const fresh = (): string => mkdtempSync(join(tmpdir(), 'parley-sitting-'))

const spec = (more: Partial<TableSpec> = {}): TableSpec => ({
  id: 'play-x',
  title: 'A "play": <b>&amp;</b>',
  scenario: 'scenarios/concert-tickets',
  seats: { buyer: { person: true }, seller: { script: 'time-dependent', exponent: 0.3 } },
  opener: 'seller',
  seed: 'any: words # at all',
  ...more,
})

describe('a table as a study', () => {
  test('loads as it was asked for: one negotiation, its opener, its seed, its seats', async () => {
    const study = await makeTable(join(fresh(), 'table'), spec())
    expect(study).toMatchObject({
      id: 'play-x',
      title: 'A "play": <b>&amp;</b>',
      seed: 'any: words # at all',
    })
    expect(study.assignments).toHaveLength(1)
    expect(study.assignments[0]).toMatchObject({
      opener: 'seller',
      seats: { buyer: 'person-buyer', seller: 'time-dependent-seller' },
    })
    expect(study.negotiators['time-dependent-seller']).toMatchObject({ exponent: 0.3 })
  })

  test('holds the pack as it was: what is changed elsewhere later changes nothing here', async () => {
    const [packs, folder] = [fresh(), join(fresh(), 'table')]
    cpSync('scenarios/concert-tickets', join(packs, 'own'), { recursive: true })
    const study = await makeTable(folder, spec({ scenario: join(packs, 'own') }))
    expect(study.scenarioFolder).toBe(join(folder, 'scenario'))
    expect(study.scenario.files).toEqual((await loadScenario('scenarios/concert-tickets')).files)
  })

  test('takes templates along that its pack shares with another', async () => {
    const [packs, folder] = [fresh(), join(fresh(), 'table')]
    cpSync('scenarios/concert-tickets', join(packs, 'own'), { recursive: true })
    mkdirSync(join(packs, 'other', 'prompts'), { recursive: true })
    writeFileSync(join(packs, 'other', 'prompts', 'system.liquid'), 'You are {{ you.label }}.')
    const file = join(packs, 'own', 'scenario.yaml')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nprompts: ../other/prompts\n`)
    const study = await makeTable(folder, spec({ scenario: join(packs, 'own') }))
    expect(study.scenario.files['prompts/system.liquid']).toBe('You are {{ you.label }}.')
    expect(existsSync(join(folder, 'other', 'prompts', 'system.liquid'))).toBe(true)
    expect(study.scenario.files).toEqual((await loadScenario(join(packs, 'own'))).files)
  })

  test('seats an observer where talks are observed', async () => {
    const seats = {
      a: { person: true },
      b: { script: 'offer-half' },
      observer: { script: 'rule-observer' },
    } as const
    const study = await makeTable(
      join(fresh(), 't'),
      spec({ scenario: 'scenarios/orange', seats, opener: 'a' }),
    )
    expect(study.assignments[0]!.seats).toEqual({
      a: 'person-a',
      b: 'offer-half-b',
      observer: 'rule-observer-observer',
    })
  })

  test('does not write over another study', async () => {
    const folder = join(fresh(), 'table')
    await makeTable(folder, spec())
    await expect(makeTable(folder, spec())).rejects.toThrow('EEXIST')
  })

  test('names its negotiators by who they are and where they sit, each once', () => {
    const long = { provider: 'openai', model: 'gpt/5.1 (a very long name of a model, preview)' }
    const names = Object.values(
      negotiatorNames({
        a: long,
        b: long,
        'a-very-long-party-1': long,
        'a-very-long-party-2': { person: true },
      }),
    )
    expect(new Set(names).size).toBe(4)
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/)
    for (const name of names) expect(name.length).toBeLessThanOrEqual(40)
  })
})

describe('who sits at a seat', () => {
  const read = (text: string, protocol = 'alternating-offers', observer = false) =>
    readSeat({ text, where: '--against', protocol, observer })

  test('a person, a script, a model, or a negotiator as a study has it', () => {
    expect(read('person')).toEqual({ person: true })
    expect(read('boulware')).toEqual({ script: 'boulware' })
    expect(read('{ script: boulware, exponent: 0.1 }')).toEqual({ script: 'boulware', exponent: 0.1 })
    expect(read('anthropic:claude-sonnet-4-5')).toMatchObject({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      params: { stream: true },
    })
    expect(read('rule-observer', 'free-talk', true)).toEqual({ script: 'rule-observer' })
  })

  test.each([
    ['bolware', 'did you mean "boulware"'],
    ['walker', 'cannot play alternating-offers'],
    ['nobody:gpt', 'no provider "nobody"'],
    ['{ script: boulware, exponent: 7 }', 'exponent'],
    ['{ [', 'cannot be read'],
    ['', 'no script'],
  ])('%j is told to be wrong', (text, words) => {
    const told = (): void => void read(text)
    expect(told).toThrow(UserError)
    expect(told).toThrow(words)
  })

  test('a talker cannot observe, nor an observer talk', () => {
    expect(() => read('offer-half', 'free-talk', true)).toThrow('cannot observe')
    expect(() => read('rule-observer', 'free-talk')).toThrow('cannot play')
  })

  test('somebody sits opposite where nobody was named', () => {
    for (const protocol of ['alternating-offers', 'package-votes', 'free-talk'])
      expect(read(usualOpponent(protocol), protocol)).toHaveProperty('script')
  })
})
