/** Designs with factors: what varies, in which cells, by which scenario each assignment is played. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { makeRenderer } from '../scenario/render.ts'
import { checkStudy, loadStudy } from './load.ts'

const SCENARIO = `format: 1
id: small
title: Small
situation: Two sides agree on a price.
vars: { tone: calm }
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
  early: { script: conceder }
pairings:
  hh: { buyer: late, seller: late }
  oo: { buyer: late, seller: early }
`

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folderWith(study: string, more: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-factors-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({
    'study.yaml': study,
    'scenario/scenario.yaml': SCENARIO,
    ...more,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}
const load = (more: string, files?: Record<string, string>) => loadStudy(folderWith(STUDY + more, files))
const told = async (more: string, files?: Record<string, string>): Promise<string[]> =>
  (await checkStudy(folderWith(STUDY + more, files)))
    .filter(({ severity }) => severity !== 'warning')
    .map(({ line, column, message }) => `${line}:${column} ${message}`)

describe('cells', () => {
  test('two pairings, roles and openers (a1 to a4), five blocks: forty assignments, each block complete', async () => {
    const study = await load('roles: rotate\nblocks: 5\n')
    expect(study.assignments).toHaveLength(40)
    for (let block = 1; block <= 5; block++) {
      const cells = study.assignments
        .filter((one) => one.block === block)
        .map((one) => `${one.pairing} ${one.assignment}`)
      expect(cells.toSorted()).toEqual(
        ['hh', 'oo'].flatMap((pairing) => [1, 2, 3, 4].map((a) => `${pairing} a${a}`)),
      )
    }
    const a4 = study.assignments.find(({ pairing, assignment }) => pairing === 'oo' && assignment === 'a4')!
    expect(a4.levels).toEqual({ roles: 'swapped', opener: 'seller' })
    expect(a4.seats).toEqual({ buyer: 'early', seller: 'late' })
    expect(a4.id).toMatch(/^negotiation-trial-b01-p0[1-8]-oo-a4$/)
    expect(new Set(study.assignments.map(({ id }) => id)).size).toBe(40)
  })

  test('repetitions are parted into blocks: each cell so many times in each', async () => {
    const study = await load('repetitions: 6\nblocks: 2\n')
    expect(study.assignments).toHaveLength(2 * 2 * 6)
    const counts = Map.groupBy(
      study.assignments,
      ({ block, pairing, opener }) => `${block} ${pairing} ${opener}`,
    )
    expect([...counts.values()].map((list) => list.length)).toEqual(Array(8).fill(3))
    expect(await told('repetitions: 5\nblocks: 2\n')).toEqual([
      '13:9 The repetitions cannot be parted into so many complete blocks.',
    ])
    expect(await told('')).toEqual(['1:1 The study does not say how often it is played.'])
  })
})

describe('what a level changes', () => {
  test("a value at a path; its first level is the study's own scenario", async () => {
    const study = await load(
      'repetitions: 1\nfactors:\n  information: { path: information, levels: [private, common] }\n  tone: { path: vars.tone, levels: { calm: calm, loud: LOUD } }\n',
    )
    expect(study.variants.map(({ name }) => name)).toEqual([
      undefined,
      'information=private,tone=loud',
      'information=common,tone=calm',
      'information=common,tone=loud',
    ])
    expect(study.assignments).toHaveLength(2 * 2 * 4)
    for (const assignment of study.assignments) {
      const { scenario } = study.variant(assignment)
      expect(scenario.information).toBe(assignment.levels!.information)
      expect(scenario.vars.tone).toBe(assignment.levels!.tone === 'loud' ? 'LOUD' : 'calm')
    }
  })

  test('the wording: a folder of templates, or a single one', async () => {
    const study = await load(
      'repetitions: 1\nopener: [buyer]\nfactors:\n  wording:\n    levels:\n      plain: {}\n      curt: { prompts: curt }\n      odd: { templates: { turn: odd.liquid } }\n',
      {
        'curt/system.liquid': 'Curt.\n',
        'odd.liquid': 'Odd {{ vars.tone }}.\n',
      },
    )
    const prompts = new Map(
      study.variants.map((variant) => {
        const { protocol, config } = variant.game('buyer')
        return [
          variant.name,
          makeRenderer(variant.scenario).prompt('buyer', protocol.view(protocol.start(config), 'buyer')),
        ]
      }),
    )
    expect(prompts.get('wording=curt')!.system).toBe('Curt.')
    expect(prompts.get('wording=odd')!.messages[0]!.content).toBe('Odd calm.')
    expect(prompts.get(undefined)!.system).not.toBe('Curt.')
    expect(prompts.get('wording=odd')!.system).toBe(prompts.get(undefined)!.system)
  })

  test('several scenarios are a factor', async () => {
    const study = await loadStudy(
      folderWith(
        `${STUDY.replace('scenario: scenario', 'scenario: { one: scenario, two: other }')}repetitions: 1\n`,
        {
          'other/scenario.yaml': SCENARIO.replace('id: small', 'id: other')
            .replace('max: 10', 'max: 20')
            .replaceAll('10: ', '20: '),
        },
      ),
    )
    expect(study.assignments.map(({ levels, variant }) => [levels!.scenario, variant])).toContainEqual([
      'two',
      'scenario=two',
    ])
    expect(study.variants.map(({ scenario }) => scenario.id)).toEqual(['small', 'other'])
    expect(study.assignments).toHaveLength(8)
  })

  test('what is wrong is told with line and column', async () => {
    expect(
      await told('repetitions: 1\nfactors:\n  tone: { path: nobody.here.x[3], levels: [a, b] }\n'),
    ).not.toEqual([])
    expect(
      await told('repetitions: 1\nfactors:\n  one: { path: information, levels: [private, everything] }\n'),
    ).toEqual([expect.stringMatching(/With one everything: .*/)])
    expect(await told('repetitions: 1\nfactors:\n  w: { levels: [a, b] }\n')).toEqual([
      expect.stringMatching(/^14:\d+ A list of levels needs a path/),
    ])
    expect(await told('repetitions: 1\nfactors:\n  w: { levels: { a: {}, b: { promts: x } } }\n')).toEqual([
      expect.stringMatching(/^14:\d+ The key "promts" is not known here/),
    ])
    expect(
      await told('repetitions: 1\nfactors:\n  w: { levels: { a: {}, b: { prompts: nowhere } } }\n'),
    ).toEqual([expect.stringMatching(/^14:\d+ The templates' folder cannot be read \(ENOENT\)/)])
    expect(
      await told('repetitions: 1\nfactors:\n  opener: { path: information, levels: [private, common] }\n'),
    ).toHaveLength(1)
  })
})

describe('the planned analysis', () => {
  test('names what the design has', async () => {
    const study = await load(
      'repetitions: 1\nanalysis:\n  kind: confirmatory\n  primary: gain.buyer\n  comparisons:\n    - { of: oo, minus: hh, within: { opener: buyer } }\n    - { factor: opener, of: seller, minus: buyer, outcome: turns }\n',
    )
    expect(study.analysis).toMatchObject({ kind: 'confirmatory', primary: 'gain.buyer', confidence: 0.95 })
    expect(
      await told(
        'repetitions: 1\nanalysis:\n  primary: gain.nobody\n  comparisons:\n    - { of: ohoh, minus: hh }\n    - { factor: moon, of: a, minus: b }\n',
      ),
    ).toEqual([
      '14:12 There is no party "nobody" in this study.',
      '16:13 There is no level of pairing "ohoh" in this study.',
      '17:17 There is no factor "moon" in this study.',
    ])
  })
})
