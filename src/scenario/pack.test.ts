import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { changed, LOT, scenarioOf } from '../../test/support/packs.ts'
import { valueText } from '../core/issue.ts'
import { UserError } from '../core/problem.ts'
import { exactText, parseRational } from '../core/rational.ts'
import { makeGame } from './game.ts'
import { packText, parsePack } from './pack.ts'
import { belowReservation, gains, isScored, scoreEnd } from './score.ts'

test('numbers are what was typed', () => {
  const scenario = scenarioOf(changed(LOT, ['reservation: 2', 'reservation: 121.1880'], ['10: 0', '10: 0.1']))
  const [buyer] = scenario.parties
  expect(buyer!.reservation.text).toBe('121.1880')
  expect(exactText(buyer!.reservation.value)).toBe('121.188')
  expect(exactText(buyer!.utility!.points([1, 1]))).toBe('4.951')
})

test('what is left out has its default', () => {
  const scenario = scenarioOf(LOT)
  expect(scenario).toMatchObject({ title: 'lot', information: 'private', vars: {} })
  expect(scenario.protocol.settings).toMatchObject({
    turns: 12,
    final_reply: true,
    on_fault: 'pass',
    message_words: 80,
  })
  expect(scenario.parties[0]).toMatchObject({
    name: 'Buyer',
    about: '',
    veto: false,
    threshold: { text: '2' },
  })
  expect(scenario.issues[0]).toEqual({ type: 'number', id: 'price', min: 0, max: 100, step: 1, decimals: 1 })
  expect(scenario.parties[0]!.sheet[1]).toEqual({
    issue: 'place',
    options: [
      { option: 'north', points: '1' },
      { option: 'south', points: '0' },
    ],
  })
})

test('options may look like numbers or flags; they are text', () => {
  const scenario = scenarioOf(
    changed(LOT, ['[north, south]', '[1.50, true]'], ['north: 1', '1.50: 1'], ['south: 2.50', 'true: 2.50']),
  )
  expect(scenario.issues[1]).toMatchObject({ options: ['1.50', 'true'] })
  expect(exactText(scenario.parties[1]!.utility!.points([0, 1]))).toBe('2.5')
})

test('ends are scored exactly: agreements by points, no agreement by reservation values, unknown not at all', () => {
  const scenario = scenarioOf(LOT)
  const agreed = scoreEnd(scenario, {
    kind: 'agreement',
    offer: 'O1',
    by: 'buyer',
    turn: 2,
    outcome: [90, 1],
  })!
  expect([exactText(agreed.buyer!), exactText(agreed.seller!)]).toEqual(['0.5', '7'])
  expect(belowReservation(scenario, agreed)).toEqual(['buyer'])
  expect(exactText(gains(scenario, agreed).buyer!)).toBe('-1.5')
  const none = scoreEnd(scenario, { kind: 'no-agreement', reason: 'ended', turn: 2 })!
  expect([exactText(none.buyer!), exactText(none.seller!)]).toEqual(['2', '2'])
  expect(scoreEnd(scenario, { kind: 'interrupted', reason: 'absent', turn: 2 })).toBeUndefined()
  const unscored = scenarioOf(LOT.replace(/ {4}reservation: 2\n {4}points:\n.*\n.*\n/g, ''))
  expect(isScored(unscored)).toBe(false)
  expect(scoreEnd(unscored, { kind: 'no-agreement', reason: 'ended', turn: 2 })).toBeUndefined()
})

test('the game is opened by whom the caller names, else the pack, else the first party', () => {
  expect(makeGame(scenarioOf(LOT)).opener).toBe('buyer')
  const own = scenarioOf(changed(LOT, ['alternating-offers', 'alternating-offers, opener: seller']))
  expect(makeGame(own).opener).toBe('seller')
  expect(makeGame(own, 'buyer').opener).toBe('buyer')
  expect(() => makeGame(own, 'byer')).toThrow(UserError)
  const talk = scenarioOf(changed(LOT, ['alternating-offers', 'free-talk']), { system: 'Talk.' })
  expect(makeGame(talk, 'seller')).toMatchObject({ opener: 'seller', protocol: { name: 'free-talk' } })
})

test('the pack’s text depends on its own files alone, in one order, whatever the line ends', () => {
  const files = { 'prompts/turn.liquid': 'a\nb\n', 'scenario.yaml': LOT }
  const windows = {
    'scenario.yaml': LOT.replaceAll('\n', '\r\n'),
    'README.md': 'x',
    'prompts/turn.liquid': 'a\r\nb\r\n',
  }
  expect(packText(windows)).toBe(packText(files))
  expect(packText({ ...files, 'prompts/turn.liquid': 'a\nb' })).not.toBe(packText(files))
  expect(parsePack(windows).scenario).toMatchObject({ files })
})

/** A decimal of a few digits, as a person may write it. */
const decimal = fc
  .tuple(fc.integer({ min: -9999, max: 9999 }), fc.option(fc.integer({ min: 0, max: 999 })))
  .map(([whole, part]) => (part === null ? `${whole}` : `${whole}.${part}`))

const issues = fc.uniqueArray(
  fc.oneof(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
      type: fc.constant('number' as const),
      decimals: fc.nat({ max: 4 }),
      low: fc.integer({ min: -5000, max: 5000 }),
      steps: fc.nat({ max: 50 }),
      step: fc.integer({ min: 1, max: 40 }),
      points: fc.array(decimal, { minLength: 2, maxLength: 2 }),
    }),
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
      type: fc.constant('choice' as const),
      options: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter(plain), {
        minLength: 1,
        maxLength: 5,
      }),
      points: fc.array(decimal, { minLength: 5, maxLength: 5 }),
    }),
  ),
  { selector: (issue) => issue.id, minLength: 1, maxLength: 4 },
)

/** What may be a name in a pack. */
function plain(text: string): boolean {
  return (
    text.trim() === text &&
    !/[\p{Cc}[\]]/u.test(text) &&
    text !== '__proto__' &&
    text !== '<<' &&
    text.isWellFormed()
  )
}

test('generated packs come back as they were written', () => {
  const units = (value: number, decimals: number): string => {
    const text = String(Math.abs(value)).padStart(decimals + 1, '0')
    const cut = text.length - decimals
    return `${value < 0 ? '-' : ''}${text.slice(0, cut)}${decimals ? `.${text.slice(cut)}` : ''}`
  }
  const number = (text: string) => `@${text.replace(/^-0$/, '0')}@`
  fc.assert(
    fc.property(
      issues.filter((list) => list.every((issue) => plain(issue.id))),
      decimal,
      (list, reservation) => {
        const points = Object.fromEntries(
          list.map((issue) => [
            issue.id,
            issue.type === 'choice'
              ? Object.fromEntries(issue.options.map((option, i) => [option, number(issue.points[i]!)]))
              : Object.fromEntries(
                  [...new Set([issue.low, issue.low + issue.steps * issue.step])].map((value, i) => [
                    number(units(value, issue.decimals)),
                    number(issue.points[i]!),
                  ]),
                ),
          ]),
        )
        const described = list.map((issue) =>
          issue.type === 'choice'
            ? { id: issue.id, type: 'choice', options: issue.options }
            : {
                id: issue.id,
                type: 'number',
                min: number(units(issue.low, issue.decimals)),
                max: number(units(issue.low + issue.steps * issue.step, issue.decimals)),
                step: number(units(issue.step, issue.decimals)),
                decimals: issue.decimals,
              },
        )
        const party = (id: string) => ({ id, label: id, reservation: number(reservation), points })
        const data = {
          format: 1,
          id: 'made',
          situation: 's',
          issues: described,
          parties: [party('a'), party('b')],
        }
        const yaml = stringify(
          { ...data, protocol: { type: 'alternating-offers' } },
          { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' },
        ).replace(/"@([-\d.]+)@"/g, '$1')
        const { scenario, problems } = parsePack({ 'scenario.yaml': yaml })
        expect(problems).toEqual([])
        expect(scenario!.issues.map((issue) => issue.id)).toEqual(list.map((issue) => issue.id))
        const { utility, reservation: kept } = scenario!.parties[1]!
        expect(kept.text).toBe(reservation.replace(/^-0$/, '0'))
        for (const [i, issue] of list.entries()) {
          const made = scenario!.issues[i]!
          if (issue.type === 'choice') {
            expect(made).toMatchObject({ type: 'choice', options: issue.options })
            issue.options.forEach((_, k) => {
              expect(utility!.valuePoints(i, k).equals(parseRational(issue.points[k]!)!)).toBe(true)
            })
          } else {
            const high = issue.low + issue.steps * issue.step
            expect(made).toEqual({
              type: 'number',
              id: issue.id,
              min: issue.low,
              max: high,
              step: issue.step,
              decimals: issue.decimals,
            })
            expect(valueText(made, issue.low)).toBe(units(issue.low, issue.decimals))
            expect(utility!.valuePoints(i, issue.low).equals(parseRational(issue.points[0]!)!)).toBe(true)
            const last = issue.points[issue.steps === 0 ? 0 : 1]!
            expect(utility!.valuePoints(i, high).equals(parseRational(last)!)).toBe(true)
          }
        }
      },
    ),
  )
})
