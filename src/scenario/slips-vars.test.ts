import { expect, test } from 'vitest'
import { changed, LOT } from '../../test/support/packs.ts'
import { parsePack } from './pack.ts'

const PACK = `format: 1
id: nuts
situation: a sack of walnuts
vars: { object: sack, part_b: walnut shells, short_b: shells, none: true }
parties:
  - { id: a, label: A, vars: { need: walnut kernels, as_many: as many, more: the more cake } }
  - { id: b, label: B, vars: { need: walnut shells, as_many: as much, more: the more wool } }
protocol: { type: free-talk }
`
const SYSTEM =
  'You want {{ situation }}, a {{ vars.object }}. You need {{ you.vars.need }}, {{ you.vars.as_many }} as can be: {{ you.vars.more }}.'
const OBSERVER = 'Who gets the {{ vars.part_b }} ({{ vars.short_b }})? {{ vars.none }}'

const slips = (pack: string, system = SYSTEM, observer = OBSERVER, more: Record<string, string> = {}) =>
  parsePack({
    'scenario.yaml': pack,
    'prompts/system.liquid': system,
    'prompts/observer.liquid': observer,
    ...more,
  }).problems.map(({ file, line, severity, message, found }) => ({ file, line, severity, message, found }))

test('a pack that uses all its vars and tells nobody what the other needs has no slips', () => {
  expect(slips(PACK)).toEqual([])
})

test('a var that no template uses is told with its line', () => {
  expect(slips(changed(PACK, ['object: sack', 'object: sack, objekt: sack']))).toEqual([
    {
      file: 'scenario.yaml',
      line: 4,
      severity: 'warning',
      message: 'No template uses vars.objekt.',
      found: 'objekt',
    },
  ])
  const own = slips(changed(PACK, ['need: walnut shells,', 'need: walnut shells, haste: great,']))
  expect(own).toEqual([
    {
      file: 'scenario.yaml',
      line: 7,
      severity: 'warning',
      message: 'No template uses you.vars.haste where B reads it.',
      found: 'haste',
    },
  ])
})

test('a pack without templates of its own keeps its vars as facts', () => {
  const bargain = changed(LOT, ['    reservation: 2\n', '    reservation: 2\n    vars: { role: p1 }\n'])
  expect(parsePack({ 'scenario.yaml': bargain }).problems).toEqual([])
})

test("a party's own template uses its own vars, and only for that party", () => {
  const own = { 'prompts/system.b.liquid': `${SYSTEM} {{ you.vars.haste }}` }
  const hasty = (pack: string) => slips(pack, SYSTEM, OBSERVER, own).map(({ message }) => message)
  expect(hasty(changed(PACK, ['need: walnut shells,', 'need: walnut shells, haste: great,']))).toEqual([])
  const both = changed(
    PACK,
    ['need: walnut shells,', 'need: walnut shells, haste: great,'],
    ['need: walnut kernels,', 'need: walnut kernels, haste: great,'],
  )
  expect(hasty(both)).toEqual(['No template uses you.vars.haste where A reads it.'])
})

test('vars that are looked up by a name known only later count as used', () => {
  const all = `${SYSTEM} {% assign name = "objekt" %}{{ vars[name] }}`
  expect(slips(changed(PACK, ['object: sack', 'object: sack, objekt: sack']), all)).toEqual([])
})

test.each([
  ['by a var of all', '{{ vars.part_b }}', 'walnut shells'],
  ['by a shorter name', '{{ vars.short_b }}', 'shells'],
  ['in words of its own', 'Walnut Shells', 'walnut shells'],
])("a brief that tells the other's need %s", (_, word, words) => {
  const told = slips(PACK, `${SYSTEM} They want the ${word}!`)
  expect(told).toEqual([
    expect.objectContaining({
      file: 'prompts/system.liquid',
      severity: 'warning',
      message: `This tells "${words}", which is B's own (in what is sent to A).`,
    }),
  ])
})

test('it may be told where all is common knowledge, and words of no weight are nobody’s', () => {
  const common = changed(PACK, ['protocol:', 'information: common\nprotocol:'])
  expect(slips(common, `${SYSTEM} They want the {{ vars.part_b }}!`)).toEqual([])
  expect(slips(PACK, `${SYSTEM} Say as much as you like, as many times as you like.`)).toEqual([])
  expect(slips(PACK, `${SYSTEM} Eggshells are none of it, and walnuts are all of it.`)).toEqual([])
})

test('kinds that the observer may report and is told nothing of', () => {
  const pack = `${PACK}observer: { fields: { agreed: boolean, type: [split, all, none] } }\n`
  expect(slips(pack, SYSTEM, `${OBSERVER} split: halves. all: one has it.`)).toEqual([])
  expect(slips(pack, SYSTEM, `${OBSERVER} Splitting, allocation.`)).toEqual([])
  expect(slips(pack, SYSTEM, `${OBSERVER} split: halves. Splitting, allocation.`)).toEqual([
    {
      file: 'prompts/observer.liquid',
      line: undefined,
      severity: 'warning',
      message: 'The observer may report "all", and its instructions name other kinds alone.',
      found: 'split',
    },
  ])
})
