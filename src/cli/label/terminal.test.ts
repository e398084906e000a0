import { expect, test } from 'vitest'
import type { Label } from '../../record/passes/label.ts'
import type { LabelPass } from '../../study/passes/label-pass.ts'
import type { Io } from '../io.ts'
import { type Keys, labelByKey } from './terminal.ts'

const talk = (negotiation: string, message: string) => ({
  negotiation,
  situation: 'one lot',
  messages: [
    { turn: 1, label: 'Ann', message },
    { turn: 2, label: 'Bob', message: 'Fine by me.\u001b[2J' },
  ],
  kinds: ['split', 'whole'],
  means: { split: 'Each takes a part.' },
})

/** Goes through two talks with these keys; what is typed for notes follows a `t`. */
async function labelled(
  keys: string,
  notes: readonly string[] = [],
  before: [string, Label][] = [],
  ahead = false,
) {
  const items = [
    { item: 'aaaaaa', talk: talk('negotiation-secret-pairing-1', 'Half each?') },
    { item: 'bbbbbb', talk: talk('negotiation-secret-pairing-2', 'All mine?') },
  ]
  const given: [string, Label][] = []
  const labels = new Map<string, Label>(before)
  const pass: LabelPass = {
    ...{ pass: 'lab1', items, labels, resumed: false },
    label: async (item, label) => {
      given.push([item, label])
      labels.set(item, label)
    },
    finish: async () => items.every(({ item }) => labels.has(item)),
    leave: async () => undefined,
  }
  const shown: string[] = []
  const io = { out: (text) => void shown.push(text), columns: 80 } as Io
  const line = [...keys]
  const typed = [...notes]
  const source: Keys = {
    next: async () => line.shift() ?? 'q',
    forget: () => void (ahead && line.splice(0)),
    line: async () => typed.shift() ?? '',
    close: () => void shown.push('closed'),
  }
  return { finished: await labelByKey(pass, io, source), given, shown }
}

test('labels by key, with a note, and finishes', async () => {
  const { finished, given, shown } = await labelled('1t2f', ['they shake hands'])
  expect(finished).toBe(true)
  expect(given).toEqual([
    ['aaaaaa', { agreed: 'yes', kind: 'split' }],
    ['bbbbbb', { agreed: 'yes', kind: 'whole', note: 'they shake hands' }],
  ])
  const all = shown.join('\n')
  expect(all).toContain('Talk 1 of 2, aaaaaa')
  expect(all).toContain('1 Ann: Half each?')
  expect(all).toContain('Each takes a part.')
  expect(all).toContain('All 2 talks are labelled.')
  // Neither who talked nor what could move the terminal is shown.
  for (const never of ['secret', '\u001b']) expect(all).not.toContain(never)
  expect(shown.at(-1)).toBe('closed')
})

test('a wrong key does nothing, back changes a label, quitting leaves the rest', async () => {
  const { finished, given } = await labelled('xnbuq')
  expect(finished).toBe(false)
  expect(given).toEqual([
    ['aaaaaa', { agreed: 'no' }],
    ['aaaaaa', { agreed: 'unsure' }],
  ])
})

test('keys that were pressed before a talk was shown do not label it', async () => {
  const { given } = await labelled('12', [], [], true)
  expect(given).toEqual([['aaaaaa', { agreed: 'yes', kind: 'split' }]])
})

test('goes on at the first talk without a label', async () => {
  const { given, shown } = await labelled('s', [], [['aaaaaa', { agreed: 'no' }]])
  expect(shown[0]).toContain('Talk 2 of 2, bbbbbb')
  expect(given).toEqual([['bbbbbb', {}]])
})
