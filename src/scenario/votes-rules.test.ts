/** Settings of package votes that do not fit the pack are told, all at once and with their places. */
import { expect, test } from 'vitest'
import { parsePack } from './pack.ts'

const pack = (protocol: string, points = true): string => `format: 1
id: bridge
situation: a bridge
issues:
  - { id: Site, type: choice, options: [hill, shore] }
  - { id: Pace, type: choice, options: [1, 2.50] }
parties:
${['ann', 'bob', 'cid']
  .map(
    (id) =>
      `  - { id: ${id}, label: ${id}${points ? ', reservation: 1, points: { Site: { hill: 10 } }' : ''} }`,
  )
  .join('\n')}
protocol:
  type: package-votes
${protocol}
`
const told = (yaml: string) =>
  parsePack({ 'scenario.yaml': yaml }).problems.map(({ path, message, mend }) => [path, message, mend])

test('a package with every issue, parties that there are, points where they are needed', () => {
  const whole = `  opening_package: { Site: hill, Pace: 2.50 }
  opening_party: bob
  final_proposer: cid
  unanimity_bonus: { points: 1.5, to: [ann] }
  accept: all-but-one
  agreement: sheets`
  expect(told(pack(whole))).toEqual([])
})

test.each<[string, [string, string][]]>([
  ['  opener: an', [['protocol.opener', 'No party is called "an", so it cannot open.']]],
  ['  final_proposer: dee', [['protocol.final_proposer', 'No party is called "dee".']]],
  [
    '  opening_party: dee',
    [
      ['protocol.opening_party', 'There is no opening package that could be anybody’s.'],
      ['protocol.opening_party', 'No party is called "dee".'],
    ],
  ],
  [
    '  unanimity_bonus: { points: 1, to: [ann, dee] }',
    [['protocol.unanimity_bonus.to[1]', 'No party is called "dee".']],
  ],
  [
    '  opening_package: { Sit: hill, Pace: 3 }',
    [
      ['protocol.opening_package', 'The opening package says nothing of Site.'],
      ['protocol.opening_package.Sit', 'No issue is called "Sit".'],
      ['protocol.opening_package.Pace', '"Pace" has no such option.'],
    ],
  ],
  [
    '  unanimity_bonus: { points: 1 }\n  settle: at-once',
    [['protocol.settle', 'With a unanimity bonus a deal cannot be settled at the first vote that suffices.']],
  ],
])('%s', (protocol, expected) => {
  expect(told(pack(protocol)).map(([path, message]) => [path, message])).toEqual(expected)
})

test('what goes by points needs some', () => {
  expect(told(pack('  agreement: sheets\n  unanimity_bonus: { points: 1 }', false))).toEqual([
    ['protocol.agreement', 'This needs parties with points, and here none has any.', 'add "points"'],
    ['protocol.unanimity_bonus', 'This needs parties with points, and here none has any.', 'add "points"'],
  ])
  expect(told(pack('  rounds: 2', false))).toEqual([])
})

test('all but one is no rule for two', () => {
  const yaml = pack('  accept: all-but-one').replace(/ {2}- \{ id: cid.*\n/, '')
  expect(told(yaml).map(([path]) => path)).toEqual(['protocol.accept'])
})
