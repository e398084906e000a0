/** The chain: what it gives back, that every change shows and where, and that a stranger can compute it. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EXIT, UserError } from '../core/problem.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { checkChain, GENESIS, openEvent, sealEvent, tryOpenEvent } from './chain.ts'
import type { Stamped } from './events.ts'
import { sha256 } from './hash.ts'
import type { StoredEvent } from './stored.ts'

/** Any text, halves of characters and control characters included. */
const anyText = fc
  .string({ unit: 'binary', maxLength: 40 })
  .chain((text) =>
    fc.constantFrom('', '\ud800', '\udc00x', '\ud83d\ude00', '\u0000', '\u2028"\\').map((odd) => text + odd),
  )

const at = '2025-01-01T00:00:00.000Z'
const reply = (seq: number, text: string): Stamped => ({
  seq,
  at,
  type: 'reply.received',
  seat: 'buyer',
  turn: seq,
  repair: 0,
  text,
})
const salt = (seq: number): string => seq.toString(16).padStart(32, '0')

function chainOf(texts: readonly string[]): StoredEvent[] {
  const events: StoredEvent[] = []
  for (const [seq, text] of texts.entries()) {
    const previous = events.at(-1)?.hash ?? GENESIS
    const sealed = seq % 2 === 0 ? { detail: { salt: salt(seq), value: text } } : undefined
    events.push(sealEvent(reply(seq, text), previous, sha256, sealed))
  }
  return events
}

describe('sealing and opening', () => {
  test('gives the event and the sealed values back, for any text', () => {
    fc.assert(
      fc.property(anyText, anyText, (text, value) => {
        const event = reply(3, text)
        const stored = sealEvent(event, GENESIS, sha256, { detail: { salt: salt(1), value } })
        expect(openEvent(stored)).toEqual({ event, sealed: { detail: value.toWellFormed() } })
      }),
    )
  })

  test('bytes hashed are bytes stored: every text that is kept survives UTF-8', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 5 }), (texts) => {
        const events = chainOf(texts)
        const through = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')
        for (const event of events) {
          expect(through(event.body)).toBe(event.body)
          expect(through(event.sealed ?? '')).toBe(event.sealed ?? '')
        }
        expect(checkChain(events, sha256)).toBeUndefined()
        expect(checkChain(events, nodeSha256)).toBeUndefined()
      }),
    )
  })

  test('two texts that differ in half a character have two hashes', () => {
    const hash = (text: string): string => sealEvent(reply(0, text), GENESIS, sha256).hash
    expect(new Set(['\ud800', '\ud801', '\udc00', '\ufffd'].map(hash)).size).toBe(4)
  })

  test('a stranger computes the same with a few lines', () => {
    const [first, second] = chainOf(['héllo', 'x']) as [StoredEvent, StoredEvent]
    const digest = (...parts: string[]): string =>
      createHash('sha256')
        .update(Buffer.from(parts.join('\n')))
        .digest('hex')
    expect(first.hash).toBe(digest('parley:link:1', '0'.repeat(64), first.body))
    expect(second.hash).toBe(digest('parley:link:1', first.hash, second.body))
    expect(JSON.parse(first.body).sealed.detail).toBe(digest('parley:sealed:1', salt(0), 'héllo'))
  })

  test('refuses what would make the construction ambiguous', () => {
    const event = reply(0, 'x')
    expect(() => sealEvent(event, 'abc', sha256)).toThrow(RangeError)
    expect(() => sealEvent(event, GENESIS, sha256, { a: { salt: 'abc', value: '' } })).toThrow(RangeError)
    expect(() => sealEvent({ ...event, sealed: {} } as unknown as Stamped, GENESIS, sha256)).toThrow(
      RangeError,
    )
  })
})

describe('checking', () => {
  const events = chainOf(['a', 'b', 'c', 'd', 'e'])
  const change = (seq: number, part: Partial<StoredEvent>): StoredEvent[] =>
    events.map((event) => (event.seq === seq ? { ...event, ...part } : event))
  const check = (list: readonly StoredEvent[]) => checkChain(list, sha256, GENESIS, 'study')

  test('a whole chain, any tail of it, and one with a sealed value left out pass', () => {
    expect(check(events)).toBeUndefined()
    expect(checkChain(events.slice(2), sha256, events[1]!.hash)).toBeUndefined()
    expect(check([])).toBeUndefined()
    const { sealed: _, ...bare } = events[2]!
    expect(check([...events.slice(0, 2), bare, ...events.slice(3)])).toBeUndefined()
  })

  test('a changed body, hash, order or number is named with its place', () => {
    const body = events[2]!.body.replace('"c"', '"k"')
    expect(check(change(2, { body }))).toMatchObject({
      place: 'study, event 2',
      message: expect.stringMatching('body was changed'),
    })
    expect(check(change(2, { hash: sha256('other') }))).toMatchObject({
      place: 'study, event 2',
      message: expect.stringMatching('stored hash was changed'),
    })
    expect(check(change(4, { hash: sha256('other') }))?.message).toMatch('does not follow')
    expect(check(events.toSpliced(1, 1))).toMatchObject({
      place: 'study, event 1',
      message: 'An event is missing here.',
      found: 'event 2',
    })
    expect(check(events.toSpliced(1, 0, events[1]!))).toMatchObject({
      place: 'study, event 2',
      message: expect.stringMatching('twice'),
    })
    expect(checkChain(events.slice(2), sha256, events[0]!.hash)?.place).toBe('event 2')
  })

  test('a sealed value, salt or name that was changed does not match its commitment', () => {
    const detail = (fields: object): string => JSON.stringify({ detail: fields })
    for (const sealed of [
      detail({ salt: salt(2), value: 'x' }),
      detail({ salt: salt(3), value: 'c' }),
      detail({ salt: `${salt(2)}0`, value: 'c' }),
      detail({ salt: salt(2), value: 'c\ud800' }),
      detail({ value: 'c' }),
      detail({ salt: salt(2), value: 'c', more: 1 }),
      `${detail({ salt: salt(2), value: 'c' })} `,
      JSON.stringify({ other: { salt: salt(2), value: 'c' } }),
      'null',
      '{',
    ]) {
      expect(check(change(2, { sealed })), sealed).toMatchObject({ depth: 'chain', place: 'study, event 2' })
    }
  })

  test('an event rehashed by hand with the number of another is seen', () => {
    const odd = sealEvent(reply(7, 'x'), events[4]!.hash, sha256)
    expect(check([...events, { ...odd, seq: 5 }])?.message).toMatch('number of another event')
  })

  test('any one byte changed anywhere is found, at its event', () => {
    fc.assert(
      fc.property(
        fc.nat(4),
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        fc.boolean(),
        (seq, where, by, open) => {
          const { body, sealed } = events[seq]!
          const bytes = Buffer.from(open && sealed !== undefined ? sealed : body)
          bytes[where % bytes.length]! ^= by
          const changed =
            open && sealed !== undefined ? { sealed: bytes.toString() } : { body: bytes.toString() }
          expect(check(change(seq, changed))?.place).toBe(`study, event ${seq}`)
        },
      ),
    )
  })
})

describe('records of strangers', () => {
  const stored = (body: string): StoredEvent => ({ seq: 0, body, hash: GENESIS })

  test.each([
    ['', 'no JSON object'],
    ['[1]', 'no JSON object'],
    ['{"seq":0}', 'no event that this version of Parley knows'],
    [`{"seq":0,"at":"${at}","type":"reply.received","seat":4}`, 'seat'],
    [`{"seq":0,"at":"yesterday","type":"run.lost","run":"1"}`, 'at'],
    [`{"seq":0,"at":"${at}","type":"toString"}`, 'no event'],
    [`{"seq":1,"at":"${at}","type":"run.lost","run":"1"}`, 'number of another'],
  ])('%s is told, not crashed on', (body, message) => {
    expect(tryOpenEvent(stored(body), 'study')).toMatchObject({
      depth: 'chain',
      place: 'study, event 0',
      message: expect.stringContaining(message),
    })
    expect(() => openEvent(stored(body))).toThrow(UserError)
  })

  test('no JSON value whatever makes opening or checking crash', () => {
    fc.assert(
      fc.property(fc.json(), fc.option(fc.json(), { nil: undefined }), (body, sealed) => {
        const event = { ...stored(body), ...(sealed !== undefined && { sealed }) }
        expect(tryOpenEvent(event)).toHaveProperty('depth', 'chain')
        const linked = sealEvent(reply(0, 'x'), GENESIS, sha256)
        expect(() =>
          checkChain([{ ...linked, ...(sealed !== undefined && { sealed }) }], sha256),
        ).not.toThrow()
      }),
    )
  })

  test('a newer format is refused plainly, with the exit code of a record that cannot be read', () => {
    const body = `{"seq":0,"at":"${at}","type":"study.created","format":2,"more":true}`
    const error = (() => {
      try {
        return openEvent(stored(body))
      } catch (thrown) {
        return thrown
      }
    })() as UserError
    expect(error.exit).toBe(EXIT.record)
    expect(error.message).toMatch('newer format')
  })

  test('a field that a later version added is let through', () => {
    const body = `{"seq":0,"at":"${at}","type":"run.lost","run":"1","why":"power"}`
    expect(openEvent(stored(body)).event).toMatchObject({ run: '1', why: 'power' })
  })
})
