import { describe, expect, test } from 'vitest'
import { labelRead, labelText, readLabel } from './label.ts'
import { nextPass, passStream, splitStream } from './names.ts'

describe('the streams of passes', () => {
  test('name their pass and their negotiation', () => {
    expect(splitStream(passStream('obs2', 'negotiation-fruit-b01'))).toEqual({
      pass: 'obs2',
      negotiation: 'negotiation-fruit-b01',
    })
    for (const other of ['study', 'negotiation-fruit-b01', 'obs/x', 'obs0/x', 'obs1/', 'else1/x'])
      expect(splitStream(other)).toBeUndefined()
  })

  test('are numbered by kind', () => {
    const passes = ['obs1', 'lab1', 'obs3', 'obsx'].map((pass) => ({ pass }))
    expect(nextPass('observe', passes)).toBe('obs4')
    expect(nextPass('label', passes)).toBe('lab2')
    expect(nextPass('probe', passes)).toBe('probe1')
  })
})

describe('labels', () => {
  const kinds = ['full', 'half']

  test('go into a text and come out of it', () => {
    for (const label of [
      {},
      { agreed: 'yes', kind: 'full' },
      { agreed: 'yes' },
      { agreed: 'no', note: 'ends in "maybe"' },
      { agreed: 'unsure' },
    ] as const)
      expect(readLabel(labelText(label), kinds)).toEqual(label)
    expect(['skipped', 'yes full', 'no']).toEqual(
      [{}, { agreed: 'yes', kind: 'full' } as const, { agreed: 'no' } as const].map(labelRead),
    )
  })

  test('are refused where they say what no key says', () => {
    expect(readLabel('yes', kinds)).toEqual({ problem: 'it is no JSON' })
    expect(readLabel('{"agreed":"perhaps"}', kinds)).toHaveProperty('problem')
    expect(readLabel('{"agreed":"yes","kind":"third"}', kinds)).toEqual({
      problem: 'there is no kind "third"',
    })
    expect(readLabel('{"agreed":"no","kind":"full"}', kinds)).toEqual({
      problem: 'a kind of agreement needs an agreement',
    })
  })
})
