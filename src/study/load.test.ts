import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { UserError } from '../core/problem.ts'
import { checkStudy, loadStudy } from './load.ts'

const SCENARIO = `format: 1
id: small
title: Small
situation: Two sides agree on a price.
issues:
  - { id: price, type: number, min: 0, max: 10, decimals: 0 }
parties:
  - { id: buyer, label: B, name: Blue, about: buys, reservation: 0, points: { price: { 0: 10, 10: 0 } } }
  - { id: seller, label: S, name: Red, about: sells, reservation: 0, points: { price: { 0: 0, 10: 10 } } }
protocol: { type: alternating-offers }
information: private
`

const STUDY = `format: 1
id: trial
title: A trial
scenario: scenario
seed: 007a
negotiators:
  late: { script: boulware }
pairings:
  both: { buyer: late, seller: late }
repetitions: 2
`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderWith(study: string, scenario = SCENARIO): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-load-'))
  folders.push(folder)
  mkdirSync(join(folder, 'scenario'))
  writeFileSync(join(folder, 'study.yaml'), study)
  writeFileSync(join(folder, 'scenario', 'scenario.yaml'), scenario)
  return folder
}

/** Each problem as `line: message | mend`, without the folder. */
async function told(study: string, scenario?: string): Promise<string[]> {
  const problems = await checkStudy(folderWith(study, scenario))
  return problems.map(({ line, message, mend }) => `${line}: ${message}${mend ? ` | ${mend}` : ''}`)
}

describe('loading a study', () => {
  test('defaults: every party opens; the file may be named itself', async () => {
    const folder = folderWith(STUDY)
    const study = await loadStudy(join(folder, 'study.yaml'))
    expect(study.opener).toEqual(['buyer', 'seller'])
    expect(study.assignments).toHaveLength(4)
    expect(study.record).toBe(join(folder, 'record.sqlite'))
    expect(study.negotiators.late).toMatchObject({ script: 'boulware', exponent: 0.2 })
    expect(await checkStudy(folder)).toEqual([])
  })

  test('a seed is its text as it was written', async () => {
    const seedOf = async (seed: string) => (await loadStudy(folderWith(STUDY.replace('007a', seed)))).seed
    expect(await seedOf('007a')).toBe('007a')
    expect(await seedOf('1.50')).toBe('1.50')
    expect(await seedOf('20261027')).toBe('20261027')
  })

  test('everything wrong is told at once, each with its line and what may have been meant', async () => {
    const study = STUDY.replace('{ buyer: late, seller: late }', '{ buyer: lat, sellr: late }')
      .replace('repetitions: 2', 'repetitions: 2\nopener: [buyer, selling, buyer]')
      .replace('  late:', '  LATE: { script: boulware }\n  late:')
    expect(await told(study)).toEqual([
      '8: "late" differs from "LATE" in capital letters alone, and ids are written without them. | give one of them another name',
      '10: There is no negotiator "lat". | did you mean "LATE"?',
      '10: There is no party "sellr". | did you mean "seller"?',
      '10: Pairing "both" has no negotiator for the party "seller".',
      '7: Negotiator "LATE" sits in no pairing.',
      '12: There is no party "selling".',
      '12: "buyer" opens twice; every opener opens equally often. | list each party once',
    ])
  })

  test('an unknown script, unsafe names and a missing key', async () => {
    const study = STUDY.replace('script: boulware', 'script: bulware')
      .replace('both:', 'a/b:')
      .replace('id: trial', 'id: ../up')
      .replace('title: A trial\n', '')
    const lines = await told(study)
    expect(lines.some((line) => /^6: .*did you mean "boulware"/.test(line))).toBe(true)
    expect(lines.some((line) => line.startsWith('8: '))).toBe(true)
    expect(lines.some((line) => line.startsWith('2: '))).toBe(true)
    expect(lines.some((line) => /"title" is missing/.test(line))).toBe(true)
  })

  test("a scenario's own problems are told with the study's", async () => {
    const lines = await told(
      STUDY.replace('buyer: late', 'buyer: let'),
      SCENARIO.replace('{ 0: 0, 10: 10 }', '{ 0: 0, 9: 10 }'),
    )
    expect(lines[0]).toBe('4: The scenario "scenario" cannot be used; its own problems are listed too.')
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.some((line) => line.startsWith('9: There is no negotiator "let"'))).toBe(true)
  })

  test("a scenario's warnings are the study's too, and stop nothing", async () => {
    const scenario = SCENARIO.replace('{ 0: 10, 10: 0 }', '{ 0: 10, 10: 0, 20: -10 }')
    expect(await told(STUDY, scenario)).toEqual([
      '8: This value lies outside the range of its issue; only what lies inside counts.',
    ])
    expect((await loadStudy(folderWith(STUDY, scenario))).assignments).toHaveLength(4)
  })

  test('the texts of a scenario lie where they were read, shared templates too', async () => {
    const folder = folderWith(STUDY, `${SCENARIO}prompts: ../shared\n`)
    mkdirSync(join(folder, 'shared'))
    writeFileSync(join(folder, 'shared', 'turn.liquid'), 'It is turn {{ turn }}.\n')
    const study = await loadStudy(folder)
    expect(study.place('scenario.yaml')).toBe(join(folder, 'scenario', 'scenario.yaml'))
    expect(study.place('prompts/turn.liquid')).toBe(join(folder, 'shared', 'turn.liquid'))
  })

  test('a newer format is told alone', async () => {
    const study = STUDY.replace('format: 1', 'format: 2').replace('id: trial', 'surprise: yes')
    expect(await told(study)).toEqual([
      '1: This file is in a format newer than this version of Parley reads. | update Parley',
    ])
  })

  test('a folder without a study, a scenario that is not there', async () => {
    const [problem] = await checkStudy(join(tmpdir(), 'no-such-study'))
    expect(problem?.message).toMatch(/There is no study here/)
    await expect(
      loadStudy(folderWith(STUDY.replace('scenario: scenario', 'scenario: elsewhere'))),
    ).rejects.toThrow(UserError)
  })

  test('the shipped study plans forty negotiations', async () => {
    const shipped = fileURLToPath(new URL('../../studies/concert-tickets', import.meta.url))
    const study = await loadStudy(shipped)
    expect(study.assignments).toHaveLength(40)
    expect(Object.keys(study.pairings)).toHaveLength(2)
    expect(await checkStudy(shipped)).toEqual([])
  })
})
