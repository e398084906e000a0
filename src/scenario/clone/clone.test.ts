import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { changed } from '../../../test/support/packs.ts'
import { loadScenario } from '../folder.ts'
import { parsePack } from '../pack.ts'
import type { Scenario } from '../types.ts'
import { cloneForm } from './form.ts'
import { leftWords } from './left-words.ts'
import { clonePackText } from './pack-text.ts'
import { readCloneWords } from './vars-file.ts'

const folder = (name: string) => fileURLToPath(new URL(`../../../scenarios/${name}`, import.meta.url))
const orange = await loadScenario(folder('orange'))
const CLONES = ['battery-pack', 'parachute', 'sash-windows', 'honeycomb', 'encyclopedia', 'mussels']

/** The words of a scenario as a file. */
const wordsFile = ({ id, title, situation, vars, parties }: Scenario): string =>
  stringify({
    id,
    title,
    situation,
    vars,
    parties: Object.fromEntries(parties.map((party) => [party.id, party.vars])),
  })

function cloned(file: string): Scenario {
  const { words, problems } = readCloneWords(file, 'words.yaml', orange)
  if (!words) throw new Error(JSON.stringify(problems, null, 2))
  const text = clonePackText(orange, words, file, '../orange/prompts')
  const made = parsePack({ ...orange.files, 'scenario.yaml': text })
  expect(made.problems).toEqual([])
  return made.scenario!
}

const bare = ({ about: _, files: __, ...rest }: Scenario) => rest

describe('a clone', () => {
  test.each(CLONES)('of the orange in the words of %s is that scenario', async (name) => {
    const shipped = await loadScenario(folder(name))
    const made = cloned(wordsFile(shipped))
    expect(bare(made)).toEqual(bare(shipped))
    expect(made.files['scenario.yaml']).toContain('\nprompts: ../orange/prompts\n')
  })

  test('keeps no word of what a page says of its original, and takes what the file says', async () => {
    const shipped = await loadScenario(folder('mussels'))
    expect(cloned(wordsFile(shipped)).about).toBeUndefined()
    const text = readFileSync(`${folder('mussels')}/scenario.yaml`, 'utf8')
    const about = text.slice(text.indexOf('\nabout:'))
    const made = cloned(wordsFile(shipped) + about)
    expect(made.about).toEqual(shipped.about)
    expect(made.files['scenario.yaml']).not.toMatch(/textbook: two sides/)
  })

  test('words with any characters stand in it as they were given', async () => {
    const odd = ['yes', '1.50', 'a: b # c', 'it\'s "so"', '- x', '{ y }', 'two\nlines', '*x', 'null', '  x ']
    const file = wordsFile(await loadScenario(folder('mussels')))
    for (const word of odd) {
      const made = cloned(changed(file, ['object: bucket', `object: ${JSON.stringify(word)}`]))
      expect(made.vars.object).toBe(word)
    }
    expect(cloned(changed(file, ['object: bucket', 'object: 1.50'])).vars.object).toBe('1.50')
  })
})

describe('the form', () => {
  const form = cloneForm(orange, ['Fill this in.'])

  test('names all that is needed; filled in, it is taken', () => {
    expect(form).toContain('# Fill this in.\n\nid:')
    expect(form).toContain('\n  object: # orange\n')
    const filled = form.replaceAll(/: # (.*)$/gm, ': other $1').replace(/^id: .*$/m, 'id: other')
    const { words, problems } = readCloneWords(filled, 'words.yaml', orange)
    expect(problems).toEqual([])
    expect(words!.vars.object).toBe('other orange')
    expect(Object.keys(words!.parties.b!)).toEqual(Object.keys(orange.parties[1]!.vars))
  })

  test('as it is, every value in it is missing, each with its line', () => {
    const { words, problems } = readCloneWords(form, 'words.yaml', orange)
    expect(words).toBeUndefined()
    const empty = form.split('\n').flatMap((line, i) => (/: # /.test(line) ? [i + 1] : []))
    expect(problems.map(({ line }) => line)).toEqual(empty)
    expect(new Set(problems.map(({ message }) => message.replace(/".*"/, '…')))).toEqual(
      new Set(['… has no value.']),
    )
  })
})

describe('words that do not fit', async () => {
  const file = wordsFile(await loadScenario(folder('mussels')))
  const told = (...changes: [string, string][]) =>
    readCloneWords(changed(file, ...changes), 'words.yaml', orange).problems.map(
      ({ line, path, message, mend }) => [line, path, message, mend],
    )

  test('what is missing and what nothing would use, with lines', () => {
    expect(told(['  short_b: shells\n', ''], ['  part_a:', '  part_aa:'])).toEqual([
      [4, 'vars', '"part_a" is missing.', 'add it under "vars"'],
      [4, 'vars', '"short_b" is missing.', 'add it under "vars"'],
      [
        7,
        'vars.part_aa',
        'No var of the original is called "part_aa", so nothing would use it.',
        'did you mean "part_a"?',
      ],
    ])
    expect(
      told(['    as_many: as much\n', ''], ['    need: mussel shells', '    needs: mussel shells']),
    ).toEqual([
      [12, 'parties.a', '"as_many" is missing.', 'add it under "parties.a"'],
      [19, 'parties.b', '"need" is missing.', 'add it under "parties.b"'],
      [
        21,
        'parties.b.needs',
        'No var of the party "b" of the original is called "needs", so nothing would use it.',
        'did you mean "need"?',
      ],
    ])
  })

  test('parties that there are not, and the id of the original', () => {
    const problems = told(['  b:\n', '  c:\n'], ['id: mussels', 'id: orange'])
    expect(problems).toContainEqual([
      1,
      'id',
      expect.stringMatching(/^This is the id of the original/),
      undefined,
    ])
    expect(problems).toContainEqual([20, 'parties.c', 'The original has no party "c".', 'did you mean "a"?'])
    expect(problems.map(([, , message]) => message)).toContain('"parties.b" is missing.')
    expect(problems.length).toBe(3)
  })

  test('an about block whose kinds are not the observer’s', () => {
    const about = 'about:\n  measures: x\n  taxonomy:\n    split: { name: S, means: S. }\n'
    const { problems } = readCloneWords(file + about, 'words.yaml', orange)
    expect(problems.map(({ path }) => path)).toEqual(['about.taxonomy', 'about.taxonomy.split'])
  })

  test('what is no YAML, or nothing', () => {
    expect(readCloneWords('a: [', 'w.yaml', orange).problems.length).toBeGreaterThan(0)
    expect(readCloneWords('', 'w.yaml', orange).problems.map(({ message }) => message)).toEqual([
      'The file is empty.',
    ])
    expect(readCloneWords('- a\n', 'w.yaml', orange).problems.length).toBeGreaterThan(0)
  })
})

test('words of the original that a template holds itself are told', async () => {
  const pack = `format: 1
id: nuts
situation: a sack of walnuts
vars: { object: sack, part: kernels }
parties:
  - { id: a, label: A }
  - { id: b, label: B }
protocol: { type: free-talk }
observer: { fields: { agreed: boolean } }
`
  const prompts = {
    'prompts/system.liquid': 'About {{ situation }}: the {{ vars.object }} with kernels in it.',
    'prompts/observer.liquid': 'Who gets the {{ vars.part }} of the sack?',
  }
  const original = parsePack({ 'scenario.yaml': pack, ...prompts }).scenario!
  const words =
    'id: plums\ntitle: Plums\nsituation: a crate of plums\nvars: { object: crate, part: stones }\n'
  const read = readCloneWords(words, 'w.yaml', original)
  const text = clonePackText(original, read.words!, words, '../nuts/prompts')
  const clone = parsePack({ 'scenario.yaml': text, ...prompts }).scenario!
  expect(leftWords(original, clone, 'new.yaml').map(({ message }) => message)).toEqual([
    `"sack" of the original still stands in the observer's instructions.`,
    '"kernels" of the original still stands in what A is told and in what B is told.',
  ])
})
