/** The shipped clones are one game: whatever anybody is sent differs in the words of `vars` and in nothing else. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { protocolOf } from '../protocols/index.ts'
import { checkScenario, readPack } from './folder.ts'
import { makeGame } from './game.ts'
import { parsePack } from './pack.ts'
import { makeRenderer } from './render.ts'
import type { Scenario } from './types.ts'

const CLONES = ['orange', 'battery-pack', 'parachute', 'sash-windows', 'honeycomb', 'encyclopedia', 'mussels']
const folder = (name: string) => fileURLToPath(new URL(`../../scenarios/${name}`, import.meta.url))
const yamlOf = (name: string) => parse(readFileSync(`${folder(name)}/scenario.yaml`, 'utf8'))

/** What the words of a pack are called: the place of each, and what stands there. */
function wordsOf({ vars, situation, parties }: Scenario): Map<string, string> {
  const words = new Map([['situation', situation]])
  for (const [name, value] of Object.entries(vars)) words.set(`vars.${name}`, value)
  for (const { id, vars: own } of parties) {
    for (const [name, value] of Object.entries(own)) words.set(`${id}.vars.${name}`, value)
  }
  return words
}

const placeholder = (name: string) => `⟦${name}⟧`

/** The pack with the name of each word in its place. */
async function blank(name: string): Promise<Scenario> {
  const yaml = yamlOf(name)
  const named = (vars: Record<string, unknown>, base: string) =>
    Object.fromEntries(Object.keys(vars).map((key) => [key, placeholder(`${base}${key}`)]))
  const pack = {
    ...yaml,
    situation: placeholder('situation'),
    vars: named(yaml.vars, 'vars.'),
    parties: yaml.parties.map((party: { id: string; vars: Record<string, string> }) => ({
      ...party,
      vars: named(party.vars, `${party.id}.vars.`),
    })),
  }
  const { files } = await readPack(folder(name))
  const { scenario, problems } = parsePack({ ...files, 'scenario.yaml': stringify(pack) })
  if (!scenario) throw new Error(JSON.stringify(problems))
  return scenario
}

/** All that the seats of a scenario are sent in a short talk: briefings, first and later messages, repairs, transcripts. */
function prompts(scenario: Scenario): Record<string, unknown> {
  const { config } = makeGame(scenario)
  const protocol = protocolOf(scenario.protocol.type)!
  const renderer = makeRenderer(scenario)
  const sent: Record<string, unknown> = {}
  let state = protocol.start(config)
  const say = 'One sentence. And "another".'
  const reading = {
    agreement_reached: false,
    allocation_type: 'none',
    allocation: '-',
    rationale: '-',
    confidence: 0.5,
  }
  for (let step = 0; step < 8; step++) {
    const seat = protocol.actor(state)!
    const view = protocol.view(state, seat)
    sent[`${step} ${seat}`] = renderer.prompt(seat, view)
    const observes = seat === 'observer'
    const faulty = protocol.check(observes ? {} : 'Too short', view)
    if (faulty.ok) throw new Error('the sample of a faulty reply is none')
    const repaired = protocol.fault(state, seat, faulty.fault)
    sent[`${step} ${seat} repair`] = renderer.prompt(seat, protocol.view(repaired, seat), 'Too short')
    const checked = protocol.check(observes ? reading : say, view)
    if (!checked.ok) throw new Error(JSON.stringify(checked.fault))
    state = protocol.apply(state, seat, checked.submission)
  }
  expect(Object.keys(sent)).toContain('2 observer repair')
  return sent
}

/** Each word's name replaced by what the pack says there. */
const filled = (text: string, words: ReadonlyMap<string, string>) =>
  text.replace(/⟦([^⟧]*)⟧/g, (_, name: string) => JSON.stringify(words.get(name)!).slice(1, -1))

describe('the shipped clones', async () => {
  const base = await blank('orange')
  const form = JSON.stringify(prompts(base))

  test.each(CLONES)('%s is valid, without a warning', async (name) => {
    const { scenario, problems } = await checkScenario(folder(name))
    expect(problems).toEqual([])
    expect(scenario!.id).toBe(name)
  })

  test.each(CLONES)('whatever anybody is sent in %s is the same text around its words', async (name) => {
    const { scenario } = await checkScenario(folder(name))
    expect(JSON.stringify(prompts(await blank(name)))).toBe(form)
    expect(JSON.stringify(prompts(scenario!))).toBe(filled(form, wordsOf(scenario!)))
  })

  test.each(CLONES)(
    '%s has the same rules: it differs in id, title, situation, vars and what its page says',
    (name) => {
      const bare = (pack: ReturnType<typeof yamlOf>) => ({
        ...pack,
        ...{ id: '', title: '', situation: '', prompts: '', about: '' },
        vars: Object.keys(pack.vars),
        parties: pack.parties.map((party: { vars: object }) => ({ ...party, vars: Object.keys(party.vars) })),
      })
      expect(bare(yamlOf(name))).toEqual(bare(yamlOf('orange')))
      expect(yamlOf(name).prompts).toBe(name === 'orange' ? undefined : '../orange/prompts')
    },
  )

  test('every word is used', () => {
    const names = [...wordsOf(base).keys()]
    expect(names.length).toBe(21)
    expect(names.filter((name) => !form.includes(placeholder(name)))).toEqual([])
  })

  test('no party is told what the other needs, and each needs a part of its own', async () => {
    for (const name of CLONES) {
      const { scenario } = await checkScenario(folder(name))
      const { vars, parties } = scenario!
      const renderer = makeRenderer(scenario!)
      const [a, b] = [renderer.system('a'), renderer.system('b')]
      expect(parties.map((party) => party.vars.need)).toEqual([vars.part_a, vars.part_b])
      expect(parties.map((party) => party.vars.need_with_article)).toEqual([
        `the ${vars.part_a}`,
        `the ${vars.part_b}`,
      ])
      const word = (text: string) => new RegExp(`\\b${text}\\b`, 'i')
      expect([a, b].map((text) => [word(vars.short_a!).test(text), word(vars.short_b!).test(text)])).toEqual([
        [true, false],
        [false, true],
      ])
    }
  })

  test('no two of them share an object or a part', () => {
    const words = CLONES.flatMap((name) => {
      const { object, part_a, part_b, short_a, short_b } = yamlOf(name).vars
      return [...new Set([object, part_a, part_b, short_a, short_b])]
    })
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
  })

  test('each has a page: what it measures, expectations that cite what is listed, a twin that is shipped', async () => {
    for (const name of CLONES) {
      const { about } = (await checkScenario(folder(name))).scenario!
      expect(about!.benchmarks).toEqual([])
      expect(about!.expectations.length).toBeGreaterThan(0)
      expect(CLONES).toContain(about!.twin)
      expect(Object.keys(about!.taxonomy!)).toEqual(yamlOf(name).observer.fields.allocation_type)
    }
  })
})

const reference = new URL('../../../shared/reference/', import.meta.url)
test.skipIf(!existsSync(reference))(
  'no sentence of theirs is one of the reference prompts (skipped where the reference material is not at hand)',
  async () => {
    const sentences = (text: string) =>
      text
        .replaceAll(/\s+/g, ' ')
        .split(/(?<=[.:;!?])\s/)
        .map((part) =>
          part
            .toLowerCase()
            .replaceAll(/[^\p{L}\p{N} ]/gu, '')
            .trim(),
        )
        .filter((part) => part.split(' ').length > 4)
    const theirs = ['party-a.briefing.txt', 'party-b.briefing.txt', 'observer.txt'].flatMap((name) =>
      sentences(readFileSync(new URL(`battery/${name}`, reference), 'utf8')),
    )
    const { scenario } = await checkScenario(folder('battery-pack'))
    const renderer = makeRenderer(scenario!)
    const ours = [renderer.system('a'), renderer.system('b'), renderer.observer()].flatMap(sentences)
    expect(ours.filter((sentence) => theirs.includes(sentence))).toEqual([])
    expect(ours.length).toBeGreaterThan(20)
  },
)
