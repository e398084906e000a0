import { expect, test } from 'vitest'
import { named, termsOf } from './probe.ts'

test('terms come from the twin and from the ids of what is cited', () => {
  const about = {
    twin: 'battery-pack',
    bibliography: [{ id: 'fisher-ury-1981' }, { id: 'thompson_hastie_1990' }, { id: 'fisher-1969' }],
  }
  expect(termsOf({ about } as never)).toEqual({
    twin: ['battery pack'],
    sources: ['fisher', 'ury', 'thompson', 'hastie'],
  })
  expect(termsOf({})).toEqual({ twin: [], sources: [] })
})

test('a term is found as words of its own, whatever their case', () => {
  const text = 'The two sisters and the ORANGE ("Getting to Yes", Fisher & Ury).'
  expect(named(text, ['orange', 'fisher', 'ury', 'getting to yes', 'hastie'])).toEqual([
    'orange',
    'fisher',
    'ury',
    'getting to yes',
  ])
  expect(named('a fishery of luxury', ['fisher', 'ury'])).toEqual([])
  expect(named('Two oranges', ['orange'])).toEqual(['orange'])
  expect(named('', ['orange', ''])).toEqual([])
})
