import { describe, expect, test } from 'vitest'
import { kindKeys, press, type Session, startSession, withNote } from './session.ts'
import { drawSheet, itemName, transcriptText } from './sheet.ts'

const KINDS = ['integrative_full', 'integrative_partial', 'distributive']
const talks = Array.from({ length: 20 }, (_, i) => ({ negotiation: `negotiation-fruit-b${i}-sonnet-a1` }))

describe('the sheet', () => {
  test('has an order and names that come from the seed alone', () => {
    const sheet = drawSheet(talks, 'one')
    expect(drawSheet(talks.toReversed(), 'one')).toEqual(sheet)
    expect(drawSheet(talks, 'two').map(({ talk }) => talk)).not.toEqual(sheet.map(({ talk }) => talk))
    expect(new Set(sheet.map(({ talk }) => talk))).toEqual(new Set(talks))
    for (const { item, talk } of sheet) {
      expect(item).toMatch(/^[0-9a-f]{6}$/)
      expect(item).toBe(itemName('one', talk.negotiation))
    }
    expect(drawSheet(talks, 'one', 5)).toEqual(sheet.slice(0, 5))
  })

  test('shows words and labels, and says where nothing was said', () => {
    const text = transcriptText({
      situation: 'a single orange',
      messages: [
        { turn: 1, label: 'Party A', message: 'All of it is mine.' },
        { turn: 2, label: 'Party B', message: '' },
      ],
    })
    expect(text).toBe('a single orange\n\n1  Party A: All of it is mine.\n\n2  Party B said nothing.')
  })
})

/** Presses keys one after another; returns the session and what was asked for. */
function pressAll(from: Session, keys: string) {
  let session = from
  const effects = [...keys].map((key) => {
    const pressed = press(session, key, KINDS)
    session = pressed.session
    return pressed.effect
  })
  return { session, effects }
}

describe('labelling by key', () => {
  const items = ['aa', 'bb', 'cc']

  test('goes from item to item and keeps what each key says', () => {
    const { session, effects } = pressAll(startSession(items, new Map()), '1nuf')
    expect([...session.labels]).toEqual([
      ['aa', { agreed: 'yes', kind: 'integrative_full' }],
      ['bb', { agreed: 'no' }],
      ['cc', { agreed: 'unsure' }],
    ])
    expect(effects.map(({ kind }) => kind)).toEqual(['label', 'label', 'label', 'finish'])
  })

  test('goes back and changes a label, takes a note along, skips and quits', () => {
    const first = pressAll(startSession(items, new Map()), 'sb').session
    expect(first.at).toBe(0)
    const { session, effects } = pressAll(withNote(first, 'they shake hands'), 'aq')
    expect(session.labels.get('aa')).toEqual({ agreed: 'yes', note: 'they shake hands' })
    expect(session.note).toBeUndefined()
    expect(effects.at(-1)).toEqual({ kind: 'quit' })
    expect(pressAll(session, 'b').session.at).toBe(0)
    expect(pressAll(startSession(items, new Map()), 'bb').session.at).toBe(0)
  })

  test('resumes at the first item without a label', () => {
    const labels = new Map([
      ['aa', {}],
      ['cc', {}],
    ] as const)
    expect(startSession(items, labels).at).toBe(1)
    expect(startSession([], new Map()).at).toBe(0)
  })

  test('does nothing at a key that is none', () => {
    const start = startSession(items, new Map())
    expect(press(start, '9', KINDS)).toEqual({ session: start, effect: { kind: 'unknown' } })
    expect(press(start, 'f', KINDS).effect).toEqual({ kind: 'unknown' })
    const past = pressAll(start, 'nnn').session
    expect(press(past, 'n', KINDS).effect).toEqual({ kind: 'unknown' })
    expect(kindKeys(KINDS)).toEqual([
      ['1', 'integrative_full'],
      ['2', 'integrative_partial'],
      ['3', 'distributive'],
    ])
  })
})
