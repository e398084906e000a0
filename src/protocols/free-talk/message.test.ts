/** What may be said: words, sentences, lists and stage directions, each checked so that what is doubtful passes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listLine, messageFault, shortestMessage, stageDirection } from './message.ts'
import { countSentences } from './sentences.ts'
import { settings } from './settings.ts'

const limits = (message: object) => settings.parse({ type: 'free-talk', message }).message

describe('sentences', () => {
  test.each([
    // [text, at least, at most]
    ['Hello.', 1, 1],
    ['Hello', 1, 1],
    ['Hello. I need the peel!  Do you?', 3, 3],
    ['I need 3.5 kg. That is all.', 1, 2],
    ['I need 3.5 of them. No. 5 is mine. No. Never.', 4, 5],
    ['Mr. Smith and Dr. Jones agree.', 1, 3],
    ['Let us meet at 5 p.m. Tuesday.', 1, 2],
    ['Let us meet, e.g. At noon.', 1, 2],
    ['I, J. Doe, agree.', 1, 2],
    ['Well... I am not sure.', 1, 2],
    ['Well… maybe', 1, 2],
    ['Really? yes.', 1, 2],
    ['"Never." She said it. "Ever?" "No!"', 4, 4],
    ['I take the peel (all of it.) You take the rest.', 2, 2],
    ['First line\nsecond line', 1, 2],
    ['See www.example.org for it', 1, 1],
    ['Wait!!! What?! No.', 3, 3],
    ['1. The peel. 2. The juice.', 1, 4],
    ['你要皮吗？我要汁。好！', 3, 3],
    ['¿Quieres la piel? Sí. Ándale.', 3, 3],
    ['Stop. *Now.* Go.', 3, 3],
    ['…', 0, 0],
    ['', 0, 0],
    ['🙂 🙂', 0, 0],
  ])('%j has at least %i and at most %i', (text, least, most) => {
    expect(countSentences(text)).toEqual({ least, most })
  })

  test('at least is never more than at most, whatever the text', () => {
    const part = fc.constantFrom('. ', 'A', 'b', '? ', '…', '\n', 'Mr. ', '"', '。', '5', ' ', '!)', '*')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(part).map((all) => all.join('')),
        ),
        (text) => {
          const { least, most } = countSentences(text)
          expect(least).toBeLessThanOrEqual(most)
        },
      ),
      { numRuns: 500 },
    )
  })

  test.each([
    ['abbreviations', 'Mr. A says so. (Well... '],
    ['ends without words', '. ! … '],
    ['one word', 'a'],
    ['quotes', '"“. '],
    ['asterisks', '*nods '],
    ['brackets', '. ('],
    ['blanks', '.    '],
    ['line ends', '\n'],
    ['list lines', '1. \n'],
  ])('take time in proportion to the length of a message: %s', (_, part) => {
    const time = (length: number): number => {
      const text = `${part.repeat(length / part.length)} b. C`
      const before = performance.now()
      countSentences(text)
      stageDirection(text)
      listLine(text)
      return performance.now() - before
    }
    time(10_000)
    // What grew with the square would take minutes.
    expect(time(300_000)).toBeLessThan(3000)
  })
})

describe('lists', () => {
  test.each([
    ['I offer:\n- the peel\n- the juice', '- the peel'],
    ['* the peel', '* the peel'],
    ['So:\n • the peel', '• the peel'],
    ['So:\r\n1. the peel\r\n2. the juice', '1. the peel'],
    ['So:\na) the peel\nb) the juice', 'a) the peel'],
    ['(1) the peel\n(2) the juice', '(1) the peel'],
  ])('%j is one', (text, line) => {
    expect(listLine(text)).toBe(line)
  })

  test.each([
    ['- Well, I think so.'],
    ['I need 5.\n2. would be too few.'],
    ['*nods* Yes.'],
    ['**Really** I do.'],
    ['A well-known fact - so it is.'],
    ['I take the peel\n— you the juice.'],
    ['-5 degrees\nis cold'],
  ])('%j is none', (text) => {
    expect(listLine(text)).toBeUndefined()
  })
})

describe('stage directions', () => {
  test.each([
    ['*nods* I see.', '*nods*'],
    ['*Nods slowly*\nI see.', '*Nods slowly*'],
    ['(smiles) Hello!', '(smiles)'],
    ['[pauses]', '[pauses]'],
    ['I see. *leans back* You want it all?', '*leans back*'],
    ['Deal! (shakes hands)', '(shakes hands)'],
    ['_sighs deeply_ Fine.', '_sighs deeply_'],
    ['*slowly shaking my head* No.', '*slowly shaking my head*'],
    ['“(laughs) Never.”', '(laughs)'],
  ])('%j holds one', (text, direction) => {
    expect(stageDirection(text)).toBe(direction)
  })

  test.each([
    ['I *really* need it.'],
    ['*Really* good, that.'],
    ['*I* want it.'],
    ['(Yes) I agree.'],
    ['(I need all of it) You see.'],
    ['(yes) Of course.'],
    ['I agree (perhaps) Now what?'],
    ['The peel (needs care) is mine.'],
    ['2 * 3 * 4 is a lot.'],
    ['Party A nods and smiles.'],
    ['*Deal!* Let us do it.'],
    ['(This) I want.'],
  ])('%j holds none', (text) => {
    expect(stageDirection(text)).toBeUndefined()
  })
})

describe('the limits of a message', () => {
  const all = limits({
    words: 8,
    sentences: { min: 2, max: 3 },
    bullets: false,
    stage_directions: false,
  })

  test.each([
    [' \n ', 'empty', {}],
    ['\ud83d. Yes.', 'bad-unicode', {}],
    ['One two three. Four five six seven eight nine.', 'message-too-long', { found: '9', expected: '8' }],
    ['Yes. No. Yes. No.', 'too-many-sentences', { found: '4', expected: '3' }],
    ['Yes, perhaps', 'too-few-sentences', { found: '1', expected: '2' }],
    ['So:\n* peel\n* juice.', 'bullets', { found: '* peel' }],
    ['*nods* Yes. Good.', 'stage-direction', { found: '*nods*' }],
  ])('%j breaks one: %s', (text, code, detail) => {
    expect(messageFault(text, all)).toEqual({ code, detail })
  })

  test('are none unless given', () => {
    const none = limits({})
    for (const text of ['*nods* Yes.', '- a\n- b', 'So. '.repeat(50), 'word '.repeat(1000)])
      expect(messageFault(text, none)).toBeUndefined()
  })

  test('leave what is doubtful', () => {
    expect(messageFault('Mr. A. Well... maybe.', limits({ sentences: { max: 1 } }))).toBeUndefined()
    expect(messageFault('one line\nanother', limits({ sentences: { min: 2 } }))).toBeUndefined()
  })

  test('are kept by the shortest message', () => {
    for (const given of [{}, all, limits({ words: 1 }), limits({ sentences: { min: 5 } })]) {
      const message = given as ReturnType<typeof limits>
      expect(messageFault(shortestMessage(message), message)).toBeUndefined()
    }
  })
})
