/** The rules of free talk one by one: who speaks, who reads, what closes a talk, and what leaves its end unknown. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO, OBSERVER_BLOCK, reply, talk, talkGame, YES } from '../../../test/support/talk.ts'
import { isObserver, observerSeat } from '../seats.ts'
import { type Config, freeTalk, type Reading, type State } from './index.ts'

const endOf = (config: Config, letters: string) => freeTalk.outcome(talk(config, letters))
const settled = (turn: number, by = 'observer', kind = 'full') =>
  expect.objectContaining({ kind: 'settled', turn, by, type: kind })

describe('who moves', () => {
  test('the parties in turn, the observer after each message from the second on', () => {
    let state = freeTalk.start(talkGame({ turns: 4 }))
    const order: string[] = []
    for (let seat = freeTalk.actor(state); seat !== undefined; seat = freeTalk.actor(state)) {
      order.push(`${state.turn} ${seat}`)
      state = reply(state, isObserver(seat) ? NO : 'Well.')
    }
    expect(order).toEqual(['1 ann', '2 bob', '2 observer', '3 ann', '3 observer', '4 bob', '4 observer'])
    expect(freeTalk.outcome(state)).toEqual({ kind: 'no-agreement', reason: 'turns-used', turn: 4 })
  })

  test('a turn that is lost is not read, and does not count as a message', () => {
    const config = talkGame({ turns: 4 })
    // Ann says nothing in turn 1, so that bob's is the first message, and ann's in turn 3 the second.
    expect(freeTalk.actor(talk(config, '-- w'))).toBe('ann')
    expect(freeTalk.actor(talk(config, '-- w w'))).toBe('observer')
    expect(endOf(config, '-- w w n --')).toMatchObject({ kind: 'no-agreement', turn: 4 })
  })

  test('nobody reads where the pack has no observer', () => {
    const state = talk(talkGame({ turns: 3 }, null), 'www')
    expect(state.readings.length).toBe(0)
    expect(freeTalk.outcome(state)).toEqual({ kind: 'no-agreement', reason: 'turns-used', turn: 3 })
  })
})

describe('the close', () => {
  test('is the reading that reports an agreement, with all that it reports', () => {
    expect(endOf(talkGame(), 'w w n w y')).toEqual({
      kind: 'settled',
      turn: 3,
      by: 'observer',
      type: 'full',
      fields: { agreed: true, kind: 'full', who: 'each a part', sure: 0.9 },
    })
  })

  test('has the type "agreed" where the observer tells no kinds apart', () => {
    const config = talkGame({}, { fields: { agreed: 'boolean' } })
    const state = reply(talk(config, 'w w'), '{"agreed": true}')
    expect(state.end).toEqual({
      kind: 'settled',
      turn: 2,
      by: 'observer',
      type: 'agreed',
      fields: { agreed: true },
    })
  })

  test('may name another field, list and option than the first ones', () => {
    const config = talkGame(
      {},
      {
        closes: 'done',
        kind: 'how',
        none: 'no',
        fields: { polite: 'boolean', tone: ['none', 'warm'], done: 'boolean', how: ['no', 'well'] },
      },
    )
    const asked = talk(config, 'w w')
    const odd = reply(asked, '{"polite": true, "tone": "none", "done": true, "how": "no"}')
    expect(odd.faults[0]!.code).toBe('agreed-without-kind')
    const closed = reply(asked, '{"polite": false, "tone": "none", "done": true, "how": "well"}')
    expect(closed.end).toMatchObject({ kind: 'settled', type: 'well' })
  })

  test('does not come of a kind alone', () => {
    const state = reply(talk(talkGame(), 'w w'), NO.replace('none', 'full'))
    expect(state.readings.at(-1)).toMatchObject({ agreed: false, type: 'full' })
    expect(freeTalk.actor(state)).toBe('ann')
  })

  test('under an audit is kept while the talk goes on and is read on to its bound', () => {
    const config = talkGame({ turns: 4, audit: true })
    const state = talk(config, 'w w y w n w')
    expect(state.closed).toMatchObject({ turn: 2, by: 'observer', type: 'full' })
    expect(freeTalk.actor(state)).toBe('observer')
    for (const last of ['y', 'n', 'x', '??']) {
      const after = talk(config, `w w y w n w ${last}`)
      expect(freeTalk.outcome(after)).toEqual(settled(2))
      expect(after.readings.length).toBe(3)
    }
    // Whatever cuts the talk short after its close does not undo it.
    expect(endOf(config, 'w w y x')).toEqual(settled(2))
    expect(endOf(talkGame({ audit: true, on_fault: 'interrupt' }), 'w w y --')).toEqual(settled(2))
    expect(endOf(talkGame({ audit: true, on_fault: 'end' }), 'w w y --')).toEqual(settled(2))
  })
})

describe('a lack of a reading', () => {
  const config = talkGame({ turns: 3 })

  test('is counted, is no "no", and lets the talk go on', () => {
    const silent = talk(config, 'w w x')
    expect([...silent.readings]).toEqual([{ turn: 2, seat: 'observer', missing: 'absent' }])
    expect(freeTalk.actor(silent)).toBe('ann')
    const faulty = talk(config, 'w w ??')
    expect([...faulty.readings]).toEqual([{ turn: 2, seat: 'observer', missing: 'agreed-without-kind' }])
    expect([...faulty.repairs]).toMatchObject([{ turn: 2, seat: 'observer', mended: false }])
    expect(freeTalk.actor(faulty)).toBe('ann')
    expect(endOf(config, 'w w ?y')).toEqual(settled(2))
  })

  test('of the last message leaves the end unknown; one of an earlier message does not', () => {
    const unknown = { kind: 'interrupted', reason: 'no-reading', turn: 3 }
    expect(endOf(config, 'w w n w x')).toEqual(unknown)
    expect(endOf(config, 'w w n w ??')).toEqual(unknown)
    expect(endOf(config, 'w w x w n')).toEqual({ kind: 'no-agreement', reason: 'turns-used', turn: 3 })
    // What was said last is bob's message, and nobody could read that one.
    expect(endOf(config, 'w w x --')).toEqual(unknown)
    expect(endOf(config, 'w w n --')).toEqual({ kind: 'no-agreement', reason: 'turns-used', turn: 3 })
  })

  test('leaves it unknown also where faults end the talk', () => {
    const ending = talkGame({ turns: 3, on_fault: 'end' })
    expect(endOf(ending, 'w w n --')).toEqual({ kind: 'no-agreement', reason: 'fault', turn: 3 })
    expect(endOf(ending, 'w w x --')).toEqual({ kind: 'interrupted', reason: 'no-reading', turn: 3 })
  })
})

describe('k of n readings', () => {
  /** What the readings of one message come to, by the definition: in order, the first a yes, until it is decided. */
  function expected(readings: string, most: number, needed: number): { asked: number; result: string } {
    let [yes, missing] = [0, 0]
    for (let i = 0; i < most; i++) {
      const letter = readings[i]
      if (letter === 'y') yes++
      if (letter === 'x') missing++
      const left = most - i - 1
      if (yes >= needed) return { asked: i + 1, result: 'closed' }
      const over = yes === 0 || yes + left < needed
      if (!over) continue
      const may = missing > 0 && yes + missing + left >= needed
      return { asked: i + 1, result: may ? 'unknown' : 'open' }
    }
    throw new Error('it is always decided')
  }

  const tables = [1, 2, 3, 4].flatMap((most) =>
    Array.from({ length: most }, (_, k) => [most, k + 1] as const),
  )

  test.each(tables)('the whole truth table of %i readings, %i needed', (readings, needed) => {
    const config = talkGame({ turns: 2, confirm: { readings, needed } })
    for (let k = 0; k < 3 ** readings; k++) {
      const letters = Array.from({ length: readings }, (_, i) => 'ynx'[Math.floor(k / 3 ** i) % 3]!).join('')
      const { asked, result } = expected(letters, readings, needed)
      const state = talk(config, `ww${letters.slice(0, asked)}`)
      expect([letters, state.readings.length]).toEqual([letters, asked])
      expect([...state.readings].map(({ seat }) => seat)).toEqual(
        Array.from({ length: asked }, (_, i) => observerSeat(i + 1)),
      )
      const end =
        result === 'closed'
          ? settled(2, observerSeat(asked))
          : result === 'unknown'
            ? { kind: 'interrupted', reason: 'no-reading', turn: 2 }
            : { kind: 'no-agreement', reason: 'turns-used', turn: 2 }
      expect([letters, freeTalk.outcome(state)]).toEqual([letters, end])
    }
  })

  test('some rows of it, as a reader would work them out', () => {
    const two = talkGame({ turns: 2, confirm: { readings: 3, needed: 2 } })
    expect(endOf(two, 'ww yy')).toEqual(settled(2, 'observer.2'))
    expect(endOf(two, 'ww yny')).toEqual(settled(2, 'observer.3'))
    expect(endOf(two, 'ww yxy')).toEqual(settled(2, 'observer.3'))
    expect(endOf(two, 'ww ynn')).toMatchObject({ kind: 'no-agreement' })
    expect(endOf(two, 'ww n')).toMatchObject({ kind: 'no-agreement' })
    // One agreed, one did not come: had it agreed, the talk would have closed.
    expect(endOf(two, 'ww yxn')).toMatchObject({ reason: 'no-reading' })
    expect(endOf(two, 'ww x')).toMatchObject({ reason: 'no-reading' })
    // Three can no longer agree once one has not come, and nobody knows whether they would have.
    const all = talkGame({ turns: 2, confirm: { readings: 3, needed: 3 } })
    expect(endOf(all, 'ww yx')).toMatchObject({ reason: 'no-reading' })
    expect(endOf(all, 'ww yn')).toMatchObject({ kind: 'no-agreement' })
  })

  test('each message is counted for itself', () => {
    const config = talkGame({ turns: 4, confirm: { readings: 2, needed: 2 } })
    const state = talk(config, 'ww yn w yn w y')
    expect(freeTalk.outcome(state)).toBeUndefined()
    expect(freeTalk.outcome(reply(state, YES))).toEqual(settled(4, 'observer.2'))
  })
})

describe('random talks with random readings', () => {
  const move = fc.constantFrom('good', 'good', 'good', 'fault', 'absent')
  const settings = fc.record({
    turns: fc.integer({ min: 1, max: 8 }),
    repairs_per_turn: fc.integer({ min: 0, max: 2 }),
    audit: fc.boolean(),
    on_fault: fc.constantFrom('pass', 'end', 'interrupt'),
    confirm: fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
      .map(([a, b]) => ({ readings: Math.max(a, b), needed: Math.min(a, b) })),
  })

  /** Plays by a list of moves; readings agree as `agrees` says, and parties fall silent only where `silent`. */
  function play(
    config: Config,
    moves: readonly string[],
    agrees: readonly boolean[],
    silent: boolean,
  ): State {
    let state = freeTalk.start(config)
    for (let i = 0; freeTalk.actor(state) !== undefined; i++) {
      const seat = freeTalk.actor(state)!
      const what = moves[i % moves.length]!
      const observing = isObserver(seat)
      if (what === 'absent' && (observing || silent)) state = freeTalk.absent(state, seat)
      else if (what === 'fault') state = reply(state, ' ')
      else state = reply(state, observing ? (agrees[i % agrees.length] ? YES : NO) : `Word ${i}.`)
    }
    return state
  }

  const arbitrary = fc.tuple(
    settings,
    fc.array(move, { minLength: 1, maxLength: 12 }),
    fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
    fc.boolean(),
  )

  test('end as their readings say, and never take the lack of one for a no', () => {
    fc.assert(
      fc.property(arbitrary, ([given, moves, agrees, silent]) => {
        const config = talkGame(given)
        const state = play(config, moves, agrees, silent)
        const byTurn = Map.groupBy(state.readings, ({ turn }: Reading) => turn)
        const { readings, needed } = config.confirm
        const closing = [...byTurn].find(
          ([, list]) => list.filter(({ agreed }) => agreed).length >= needed,
        )?.[0]
        const end = freeTalk.outcome(state)!
        expect(end.kind === 'settled').toBe(closing !== undefined)
        if (end.kind === 'settled') {
          expect(end.turn).toBe(closing)
          expect(byTurn.get(end.turn)!.at(-1)).toMatchObject({
            seat: end.by,
            agreed: true,
            reading: end.fields,
          })
          if (!given.audit) expect(state.record.at(-1)!.turn).toBe(end.turn)
        }
        for (const list of byTurn.values()) {
          expect(list.length).toBeLessThanOrEqual(readings)
          expect(list.map(({ seat }) => seat)).toEqual(list.map((_, i) => observerSeat(i + 1)))
          // Only what agreed at first is read again.
          if (list.length > 1) expect(list[0]!.agreed).toBe(true)
        }
        const last = [...byTurn.values()].at(-1)
        if (end.kind === 'no-agreement' && last) {
          const [yes, missing] = [
            last.filter(({ agreed }) => agreed).length,
            last.filter(({ missing: none }) => none !== undefined).length,
          ]
          expect(missing === 0 || yes + missing < needed).toBe(true)
        }
        // The parties' messages are read from the second on, each as long as the talk went on.
        const said = state.record.slice().filter(({ action }) => action === 'SAY')
        expect([...byTurn.keys()]).toEqual(said.slice(1).map(({ turn }) => turn))
      }),
      { numRuns: 400 },
    )
  })

  test('never show a party anything that depends on readings', () => {
    fc.assert(
      fc.property(
        arbitrary,
        fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
        ([given, moves, agrees], other) => {
          // Under an audit the talk goes on whatever is read, so that whole plays can be laid beside each other.
          const config = talkGame({ ...given, audit: true })
          const spoken = moves.filter((one) => one !== 'absent')
          const seen = (readings: readonly boolean[], silent: boolean): string[] => {
            let state = freeTalk.start(config)
            const views: string[] = []
            for (let [i, message] = [0, 0]; freeTalk.actor(state) !== undefined; i++) {
              const seat = freeTalk.actor(state)!
              if (isObserver(seat)) {
                state = silent
                  ? freeTalk.absent(state, seat)
                  : reply(state, readings[i % readings.length] ? YES : NO)
                continue
              }
              for (const party of ['ann', 'bob']) {
                const view = freeTalk.view(state, party)
                views.push(
                  JSON.stringify([
                    { ...view, record: [...view.record] },
                    freeTalk.present(view),
                    freeTalk.ask(view),
                  ]),
                )
              }
              const faulty = spoken[message % Math.max(1, spoken.length)] === 'fault'
              state = reply(state, faulty ? '' : `Word ${message}.`)
              message++
            }
            return views
          }
          expect(seen(other, false)).toEqual(seen(agrees, false))
          expect(seen(other, true)).toEqual(seen(agrees, false))
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('what a seat sees', () => {
  test('a party is told that the talk is read, and neither how often nor what the rules of reading are', () => {
    const config = talkGame({ confirm: { readings: 3, needed: 3 } })
    const [first, second] = [talk(config, 'ww'), talk(config, 'wwy')].map((state) =>
      JSON.stringify(freeTalk.view(state, 'ann')),
    )
    expect(second).toBe(first)
    expect(first).toContain('"actor":"observer"')
    expect(first).not.toMatch(/confirm|audit|agreed|full/)
  })

  test('a reading is made without sight of another', () => {
    const config = talkGame({ confirm: { readings: 2, needed: 2 } })
    const state = talk(config, 'ww n w')
    const { seat: _, actor: __, ...first } = freeTalk.view(state, 'observer')
    const confirming = reply(state, YES)
    const { seat: ___, actor: ____, ...second } = freeTalk.view(confirming, 'observer.2')
    expect(second).toEqual(first)
    expect(JSON.stringify(second)).not.toContain('each a part')
  })

  test('nobody sees an observer where there is none', () => {
    expect(() => freeTalk.view(talk(talkGame({}, null), 'w'), 'observer')).toThrow(RangeError)
  })
})

describe('rules that do not fit together', () => {
  test.each([
    [['ann'], {}, /two parties/],
    [['ann', 'bob', 'cid'], {}, /two parties/],
    [['ann', 'ann'], {}, /same id/],
    [['ann', 'observer'], {}, /observer's seat/],
    [['bob', 'cid'], {}, /opener/],
    [['ann', 'bob'], { observer: { fields: { who: 'text' } } }, /true or false/],
    [['ann', 'bob'], { observer: { ...OBSERVER_BLOCK, closes: 'who' } }, /true or false/],
    [['ann', 'bob'], { observer: { ...OBSERVER_BLOCK, kind: 'who' } }, /one of a list/],
    [['ann', 'bob'], { observer: { ...OBSERVER_BLOCK, none: 'nothing' } }, /no option/],
  ] as const)('%j %j', (parties, more, message) => {
    const settings = freeTalk.settings.parse({ type: 'free-talk' })
    const table = { parties, opener: 'ann', issues: [], ...more }
    expect(() => freeTalk.configure(settings, table as never)).toThrow(message)
  })
})
