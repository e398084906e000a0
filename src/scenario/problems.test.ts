import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changed, LOT } from '../../test/support/packs.ts'
import { parsePack } from './pack.ts'

/** What was changed, and every problem that must follow: line, column, part of the message, part of the mend. */
type Case = readonly [from: string, to: string, ...problems: readonly Expected[]]
type Expected = readonly [line: number, column: number, message: string, mend?: string]

const BUYER_POINTS = '    reservation: 2\n    points:\n      price: { 0: 5'
const SELLER_POINTS = '    points:\n      price: { 0: 0, 10: 5 }\n      place: { south: 2.50 }\n'

const CASES: Readonly<Record<string, Case>> = {
  'points that leave a range uncovered': [
    'price: { 0: 5, 10: 0 }',
    'price: { 0: 5, 9: 0 }',
    [12, 7, 'do not cover its range', 'ends of the range'],
  ],
  'a number issue without points': [
    '      price: { 0: 5, 10: 0 }\n',
    '',
    [11, 5, 'do not cover its range', 'add "price: { 0.0: 0, 10.0: 0 }"'],
  ],
  'an unknown issue': [
    'price: { 0: 5, 10: 0 }',
    'prise: { 0: 5, 10: 0 }',
    [11, 5, 'do not cover'],
    [12, 7, 'No issue is called "prise"', 'did you mean "price"?'],
  ],
  'an unknown option': ['{ north: 1 }', '{ nort: 1 }', [13, 16, 'No option is called "nort"', '"north"']],
  'a reversed range': ['min: 0, max: 10', 'min: 10, max: 0', [5, 37, 'reversed', 'exchange']],
  'an end finer than the decimals': ['max: 10,', 'max: 10.05,', [5, 45, 'finer than', 'raise decimals to 2']],
  'a step that does not arrive': [
    'decimals: 1 }',
    'decimals: 1, step: 3 }',
    [5, 68, 'do not arrive', 'set max to 9.0'],
  ],
  'a step finer than the decimals': ['decimals: 1 }', 'decimals: 1, step: 0.05 }', [5, 68, 'finer than']],
  'a step of nothing': ['decimals: 1 }', 'decimals: 1, step: 0 }', [5, 68, 'larger than 0']],
  'a range beyond exact counting': ['max: 10,', 'max: 900719925474100,', [5, 45, 'too large', 'larger unit']],
  'points without a reservation value': [
    BUYER_POINTS,
    '    points:\n      price: { 0: 5',
    [8, 5, 'no reservation value', 'reservation: 0'],
  ],
  'one party without points': [SELLER_POINTS, '', [14, 5, 'this one has none', 'every party']],
  'an unknown key, and the one it was meant for missing': [
    'label: Buyer',
    'lable: Buyer',
    [8, 5, '"label" is missing'],
    [9, 5, '"lable" is not known', 'did you mean "label"?'],
  ],
  'an unknown protocol': [
    'alternating-offers',
    'alternatingoffers',
    [20, 19, 'type is not known', 'did you mean "alternating-offers"?'],
  ],
  'a protocol block with several slips': [
    '{ type: alternating-offers }',
    '{ type: alternating-offers, opener: buyr, turns: 0, trns: 3 }',
    [20, 47, 'No party is called "buyr"', '"buyer"'],
    [20, 60, 'too small'],
    [20, 63, '"trns" is not known', '"turns"'],
  ],
  'too many parties for the protocol': [
    'protocol:',
    '  - { id: third, label: Third, reservation: 0, points: { price: { 0: 1, 10: 1 } } }\nprotocol:',
    [7, 1, 'is for 2 parties'],
  ],
  'numbers in a protocol of options': ['alternating-offers', 'package-votes', [5, 24, 'issues with options']],
  'a newer format': ['format: 1', 'format: 2', [1, 9, 'newer than this version', 'update']],
  'a format in quotes': ['format: 1', 'format: "1"', [1, 9, 'not known']],
  'no format': ['format: 1\n', '', [1, 1, '"format" is missing']],
  'a reserved id': ['id: buyer', 'id: observer', [8, 9, 'reserved']],
  'an id that is a path': ['id: lot', 'id: ../lot', [2, 5, 'An id is a letter']],
  'an id that objects have': ['id: buyer', 'id: constructor', [8, 9, 'reserved']],
  'ids that differ in case alone': ['id: buyer', 'id: Seller', [14, 9, 'Two parties are called']],
  'labels that are the same': ['label: Buyer', 'label: Seller', [15, 12, 'have the label "Seller"']],
  'issues that are the same': ['id: place', 'id: price', [6, 11, 'Two issues are called "price"']],
  'options that are the same': ['[north, south]', '[north, north]', [6, 49, 'stands twice']],
  'a value listed twice': ['{ 0: 5, 10: 0 }', '{ 0: 5, 0.0: 3, 10: 0 }', [12, 22, 'listed twice']],
  'a value that is no number': ['{ 0: 5, 10: 0 }', '{ 0: 5, ten: 0, 10: 0 }', [12, 22, '"ten" is no number']],
  'a number as 1e2': [
    BUYER_POINTS,
    changed(BUYER_POINTS, ['2\n', '1e2\n']),
    [10, 18, 'written plainly', 'write 100'],
  ],
  'a number in quotes': [
    BUYER_POINTS,
    changed(BUYER_POINTS, ['2\n', '"2"\n']),
    [10, 18, 'not what belongs', 'without quotes'],
  ],
  'numbers as 0x5 and 1_000': [
    '{ 0: 5, 10: 0 }',
    '{ 0: 0x5, 10: 1_000 }',
    [12, 19, 'written plainly', 'write 5'],
    [12, 28, 'not what belongs', 'plain number'],
  ],
  'numbers as .5 and .inf': [
    '{ 0: 5, 10: 0 }',
    '{ 0: .5, 10: .inf }',
    [12, 19, 'written plainly', 'write 0.5'],
    [12, 27, 'written plainly', 'in digits'],
  ],
  'numbers as +5 and 007': [
    '{ 0: 5, 10: 0 }',
    '{ 0: +5, 10: 007 }',
    [12, 19, 'written plainly', 'write 5'],
    [12, 27, 'written plainly', 'write 7'],
  ],
  'a value listed as 1e1': ['{ 0: 5, 10: 0 }', '{ 0: 5, 1e1: 0 }', [12, 22, 'written plainly', 'write 10']],
  'a number with more digits than anyone means': [
    '{ 0: 5, 10: 0 }',
    `{ 0: ${'9'.repeat(51)}, 10: 0 }`,
    [12, 19, 'too many digits', 'round'],
  ],
  'text that is a number': ['label: Buyer', 'label: 7', [9, 12, 'not what belongs', 'put it in quotes']],
  'a key twice': ['id: lot', 'id: lot\nid: two', [3, 1, 'stands twice']],
  'a merge key': ['situation:', '<<: { title: x }\nsituation:', [3, 1, 'Merge keys']],
  'a tab': ['  - id: buyer', '\t- id: buyer', [8, 1, 'A tab is used']],
  'an alias without an anchor': ['id: lot', 'id: lot\ntitle: *name', [3, 8, 'No anchor "&name"']],
  'a tag': ['situation: one', 'situation: !x one', [3, 12, 'Tags are not read']],
  'a name that no object may have': ['id: lot', 'id: lot\n__proto__: { a: 1 }', [3, 1, 'cannot be used']],
  'no value': ['situation: one lot', 'situation:', [3, 11, '"situation" has no value']],
  'a list where text belongs': ['situation:', 'vars: { a: [1] }\nsituation:', [3, 12, 'not what belongs']],
  'issues that are no list': [
    'issues:',
    'issues: 3\nissue:',
    [4, 9, 'not what belongs'],
    [5, 1, '"issue"', '"issues"'],
  ],
  'a text with a colon': ['situation: one', 'situation: here: one', [3, 12, 'Not readable', 'in quotes']],
  'more turns than can be counted': [
    '{ type: alternating-offers }',
    '{ type: alternating-offers, turns: 99999999999999999999 }',
    [20, 46, 'too large'],
  ],
  'a bracket left open': ['{ type: alternating-offers }', '[a, b', [21, 1, 'Not readable as YAML']],
  'no protocol': ['protocol: { type: alternating-offers }\n', '', [1, 1, '"protocol" is missing']],
  'an unknown kind of information': ['protocol:', 'information: publc\nprotocol:', [20, 14, 'not known']],
  'an observer closed by nothing': [
    'protocol:',
    'observer: { closes: done, fields: { doen: boolean } }\nprotocol:',
    [20, 21, 'closed by a field', '"doen"'],
  ],
  'an observer that can close nothing': [
    'protocol:',
    'observer: { fields: { kind: [none, full] } }\nprotocol:',
    [20, 13, 'none is true or false', 'agreement_reached'],
  ],
  'a kind of agreement that is no list': [
    'protocol:',
    'observer: { kind: done, fields: { done: boolean, kinds: [none, full] } }\nprotocol:',
    [20, 19, 'one of a list'],
  ],
  'a kind for no agreement that there is not': [
    'protocol:',
    'observer: { none: nothing, fields: { done: boolean, kind: [none, full] } }\nprotocol:',
    [20, 19, '"kind" has no such option', 'none'],
  ],
  'an option of the observer that stands twice': [
    'protocol:',
    'observer: { fields: { done: boolean, kind: [none, full, full] } }\nprotocol:',
    [20, 44, 'stands twice'],
  ],
  'a message of too few words for its sentences': [
    '{ type: alternating-offers }',
    '{ type: free-talk, message: { words: 2, sentences: { min: 3, max: 4 } } }',
    [20, 48, 'at least as many words'],
  ],
  'a message of at least more sentences than at most': [
    '{ type: alternating-offers }',
    '{ type: free-talk, message: { sentences: { min: 3, max: 2 } } }',
    [20, 59, 'at least more sentences'],
  ],
  'more readings than there are': [
    '{ type: alternating-offers }',
    '{ type: free-talk, confirm: { readings: 2, needed: 3 } }',
    [20, 62, 'More readings are needed'],
  ],
  'a formula that disagrees': [
    'label: Buyer',
    'label: Buyer\n    formula: 5 - price / 2',
    [10, 14, 'disagrees with the points at price 0.0, place north'],
  ],
}

describe('each mistake is told with its place and how to mend it', () => {
  test.each(Object.entries(CASES))('%s', (_, [from, to, ...expected]) => {
    const { scenario, problems } = parsePack(
      { 'scenario.yaml': changed(LOT, [from, to]) },
      (path) => `here/${path}`,
    )
    expect(scenario).toBeUndefined()
    expect(problems.map(({ file, line, column }) => [file, line, column])).toEqual(
      expected.map(([line, column]) => ['here/scenario.yaml', line, column]),
    )
    for (const [i, [, , message, mend]] of expected.entries()) {
      expect(problems[i]!.message).toContain(message)
      if (mend) expect(problems[i]!.mend).toContain(mend)
    }
  })
})

test('everything wrong is told at once, whatever part it is in', () => {
  const yaml = changed(
    LOT,
    ['format: 1', 'format: 1\nformt: 2'],
    ['min: 0, max: 10', 'min: 10, max: 0'],
    ['north: 1', 'nort: 1'],
    ['south: 2.50', 'south: 0x2'],
    ['{ type: alternating-offers }', '{ type: alternating-offers, turns: no }'],
  )
  const { problems } = parsePack({
    'scenario.yaml': yaml,
    'prompts/turn.liquid': '{{ you.nam',
    'prompts/tern.liquid': '',
  })
  expect(problems.map(({ file, line }) => [file, line])).toEqual([
    ['scenario.yaml', 2],
    ['scenario.yaml', 6],
    ['scenario.yaml', 14],
    ['scenario.yaml', 20],
    ['scenario.yaml', 21],
    ['prompts/turn.liquid', 1],
    ['prompts/tern.liquid', undefined],
  ])
})

test('aliases are followed, and not without end', () => {
  const shared = changed(
    LOT,
    ['price: { 0: 5, 10: 0 }', 'price: &p { 0: 5, 10: 0 }'],
    ['price: { 0: 0, 10: 5 }', 'price: *p'],
  )
  expect(parsePack({ 'scenario.yaml': shared }).scenario?.parties[1]?.sheet[0]?.options[0]?.points).toBe('5')
  const bomb = Array.from({ length: 12 }, (_, i) => `  v${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]`)
  const { problems } = parsePack({ 'scenario.yaml': `vars:\n  v0: &a0 [x]\n${bomb.join('\n')}\n${LOT}` })
  expect(problems.some(({ message }) => message.includes('More than 100 aliases'))).toBe(true)
  const circle = parsePack({ 'scenario.yaml': `vars: &v { a: *v }\n${LOT}` })
  expect(circle.scenario).toBeUndefined()
  expect(circle.problems.length).toBeGreaterThan(0)
})

test('a warning leaves the scenario: points listed beyond the range count inside it alone', () => {
  const { scenario, problems } = parsePack({
    'scenario.yaml': changed(LOT, ['{ 0: 5, 10: 0 }', '{ 0: 5, 20: 0 }']),
  })
  expect(problems.map(({ line, column, severity }) => [line, column, severity])).toEqual([
    [12, 22, 'warning'],
  ])
  const table = scenario?.parties[0]?.utility?.tables[0]
  expect(
    table?.type === 'linear' && table.knots.map((knot) => [knot.at.toString(), knot.points.toString()]),
  ).toEqual([
    ['0', '5'],
    ['10', '2.5'],
  ])
})

test.each([
  ['nothing at all', {}, 'There is no scenario.yaml'],
  ['an empty file', { 'scenario.yaml': '' }, 'empty'],
  ['a file of comments', { 'scenario.yaml': '# nothing\n' }, 'empty'],
  ['a list', { 'scenario.yaml': '- a\n' }, 'keys and values'],
  ['text', { 'scenario.yaml': 'hello' }, 'keys and values'],
  ['a huge file', { 'scenario.yaml': 'a'.repeat(2_000_001) }, 'longer than'],
  ['deep nesting', { 'scenario.yaml': `${'['.repeat(60)}${']'.repeat(60)}` }, 'levels deep'],
])('%s is told, not thrown', (_, files, message) => {
  const { scenario, problems } = parsePack(files as Record<string, string>)
  expect(scenario).toBeUndefined()
  expect(problems.map((problem) => problem.message).join('\n')).toContain(message)
})

test('whatever is done to a pack, it is read or told of, never thrown at anyone', () => {
  const piece = fc.constantFrom(
    '',
    '{',
    '}',
    '[',
    ']',
    ':',
    '- ',
    '"',
    '~',
    '1',
    '\n',
    '  ',
    '*a',
    '&a ',
    '!!int ',
    '0x1',
    'null',
    '? ',
    '|',
    '#',
    'type',
    '%',
    '{{ you',
  )
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), piece), { minLength: 1, maxLength: 4 })
  const edit = (text: string, list: readonly (readonly [number, number, string])[]): string =>
    list.reduce((now, [at, length, put]) => {
      const from = at % (now.length + 1)
      return now.slice(0, from) + put + now.slice(from + length)
    }, text)
  fc.assert(
    fc.property(edits, edits, (yaml, template) => {
      const files = {
        'scenario.yaml': edit(LOT, yaml),
        'prompts/turn.liquid': edit(
          '{% for e in record %}{{ e.label | upcase }}{% else %}-{% endfor %}{{ turn }}',
          template,
        ),
      }
      const { scenario, problems } = parsePack(files)
      const errors = problems.filter(({ severity }) => severity !== 'warning')
      expect(scenario === undefined).toBe(errors.length > 0)
      for (const { message, line } of problems) {
        expect(message).not.toMatch(/undefined is|cannot read|not a function/i)
        if (line !== undefined) expect(line).toBeGreaterThan(0)
      }
    }),
    { numRuns: 200 },
  )
})
