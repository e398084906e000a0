import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { changed, LOT } from '../../test/support/packs.ts'
import { scenario } from './schema.ts'

const json = z.toJSONSchema(scenario, { io: 'input' })
const valid = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(json)

describe('the JSON Schema for editors', () => {
  test('takes a pack that Parley takes', () => {
    expect([valid(parse(LOT)), valid.errors]).toEqual([true, null])
  })

  test.each([
    ['an unknown key', ['label: Buyer', 'label: Buyer\n    lable: x']],
    ['an unknown protocol', ['alternating-offers', 'haggling']],
    ['text in the place of a number', ['10: 0 }', '10: none }']],
    ['a missing key', ['situation: one lot\n', '']],
    ['another format', ['format: 1', 'format: 2']],
  ] as const)('refuses %s', (_, change) => {
    expect(valid(parse(changed(LOT, change)))).toBe(false)
  })

  test('describes every key of the file', () => {
    const described = Object.entries(json.properties!).filter(
      ([, property]) => typeof property === 'object' && 'description' in property,
    )
    expect(described.map(([key]) => key)).toEqual(Object.keys(json.properties!))
  })
})
