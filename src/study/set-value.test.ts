import { describe, expect, test } from 'vitest'
import { pathKeys, setValue } from './set-value.ts'

const PACK = `# A comment
id: small
vars:
  tone: warm # how they speak
  price: 1.50
parties:
  - { id: buyer, reservation: 20 }
  - id: seller
    reservation: 0.10
protocol: { type: alternating-offers }
issues:
  - id: price
    options: [a, b]
`
const set = (path: string, text: string, yaml = PACK): string | undefined =>
  setValue(yaml, pathKeys(path)!, text)

describe('one value is set, and all else stays as it was written', () => {
  test.each([
    ['vars.tone', '"cold"', 'tone: warm #', 'tone: "cold" #'],
    ['vars.price', '2.50', 'price: 1.50', 'price: 2.50'],
    ['parties.buyer.reservation', '3', 'reservation: 20', 'reservation: 3'],
    ['parties[1].reservation', '0.30', 'reservation: 0.10', 'reservation: 0.30'],
    ['issues.0.options', '["x"]', '[a, b]', '["x"]'],
    ['issues.price.options[1]', '"c"', '[a, b]', '[a, "c"]'],
  ])('%s to %s', (path, text, before, after) => {
    expect(set(path, text)).toBe(PACK.replace(before, after))
  })

  test('a key that is missing is added, in a block, between braces, and with what is above it', () => {
    expect(set('vars.mood', '"good"')).toBe(PACK.replace('  tone:', '  "mood": "good"\n  tone:'))
    expect(set('protocol.turns', '8')).toBe(PACK.replace('{ type', '{ "turns": 8, type'))
    expect(set('observer.name', '"Olga"')).toContain('"observer": { "name": "Olga" }\nid: small')
  })

  test('a block is set as a whole, and the next key stays on its line', () => {
    expect(set('vars', '{"tone":"cold"}')).toContain('vars:\n  {"tone":"cold"}\nparties:')
  })

  test('a path that leads nowhere is told, not guessed at', () => {
    expect(set('parties.nobody.reservation', '1')).toBeUndefined()
    expect(set('id.more', '1')).toBeUndefined()
    expect(set('parties[7].reservation', '1')).toBeUndefined()
    expect(pathKeys('vars..tone')).toBeUndefined()
    expect(pathKeys('vars.the tone')).toBeUndefined()
  })
})
