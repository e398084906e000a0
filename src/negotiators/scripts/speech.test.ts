import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { concertGame, optionsGame, playOut } from '../../../test/support/games.ts'
import type { Issue } from '../../core/issue.ts'
import { PHRASES, SHORT } from './phrases.ts'
import { listed, wordingOf } from './wording.ts'

const CONCERT = wordingOf(concertGame().issues)

describe('wording', () => {
  test('speaks of issues in plain words, with their units', () => {
    expect(CONCERT.sentence([6750, 2400, 9600])).toBe(
      '67.50 USD for the unit price, 24% for the cancellation fee and 96 hours for the name change notice',
    )
    expect(CONCERT.terms([6000, 1235, 100])).toBe(
      'unit price 60 USD, cancellation fee 12.35%, name change notice 1 hour',
    )
    expect(wordingOf(optionsGame().issues).sentence([0, 9, 3])).toBe(
      'grade 0 for the model, grade 9 for the colour and grade 3 for the delivery',
    )
  })

  test('leaves ids that are no words as they are', () => {
    const number = { type: 'number', min: 0, max: 9, step: 1, decimals: 0 } as const
    const issues: Issue[] = [
      { ...number, id: 'hours' },
      { ...number, id: 'Q2' },
      { type: 'choice', id: '__', options: ['$&', '{offer}'] },
    ]
    expect(wordingOf(issues).sentence([3, 1, 1])).toBe('3 for the hours, 1 for Q2 and {offer} for __')
    expect(listed([])).toBe('')
    expect(listed(['a'])).toBe('a')
  })
})

describe('speech', () => {
  const talk = (messageWords: number, seed = 'seed', script = 'linear') =>
    playOut(concertGame({ message_words: messageWords }), [{ script }, { script: 'boulware' }], seed).moves

  test('tells the terms of every offer and acceptance, each time', () => {
    for (const { view, submission } of talk(80)) {
      const outcome = submission.action === 'OFFER' ? submission.outcome : view.standing!.outcome
      expect(submission.message.toLowerCase()).toContain(CONCERT.sentence(outcome).toLowerCase())
    }
  })

  test('no side says the same phrase twice running, nor what the other has just said', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const starts = talk(80, seed).map(({ submission }) => submission.message.slice(0, 12))
        starts.forEach((start, i) => {
          if (i > 0) expect(start).not.toBe(starts[i - 1])
          if (i > 1) expect(start).not.toBe(starts[i - 2])
        })
      }),
      { numRuns: 50 },
    )
  })

  test('grows short as the limit does, down to silence', () => {
    expect(talk(0).every(({ submission }) => submission.message === '')).toBe(true)
    const said = (words: number) => talk(words).map(({ submission }) => submission.message)
    expect(said(5)[0]).toBe('Here is our offer.')
    expect(said(2)[0]).toBe('Our offer.')
    expect(said(1)[0]).toBe('')
    expect(said(14)[0]).toMatch(/^We propose unit price 60 USD, /)
  })

  test('words follow what happens: opening, answer, movement, last offer, acceptance', () => {
    const messages = talk(80).map(({ submission }) => submission.message)
    const phrases = (occasion: keyof typeof PHRASES) =>
      PHRASES[occasion].map((phrase) => phrase.slice(0, phrase.indexOf('{')))
    const isOne = (message: string, occasion: keyof typeof PHRASES) =>
      phrases(occasion).some((start) => message.startsWith(start))
    expect(isOne(messages[0]!, 'opening')).toBe(true)
    expect(isOne(messages[1]!, 'answer')).toBe(true)
    expect(isOne(messages[2]!, 'concession')).toBe(true)
    expect(isOne(messages.at(-1)!, 'accept')).toBe(true)
  })

  test('every phrase for an offer or an acceptance has a place for the terms; the shortest have five words', () => {
    for (const [occasion, phrases] of Object.entries(PHRASES)) {
      const tells = occasion !== 'end' && occasion !== 'none'
      for (const phrase of phrases) expect(/\{[oO]ffer\}/.test(phrase)).toBe(tells)
    }
    for (const short of Object.values(SHORT)) expect(short.at(-1)!.split(' ').length).toBeLessThanOrEqual(2)
  })
})
