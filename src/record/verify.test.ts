import { describe, expect, test } from 'vitest'
import { type SampleRecord, sampleRecord, sampleScenario, seal } from '../../test/sample-record.ts'
import { UserError } from '../core/problem.ts'
import type { StoredEvent } from '../store/contract.ts'
import type { Difference } from './difference.ts'
import type { NegotiationEvent, ParleyEvent } from './events.ts'
import { sha256 } from './hash.ts'
import { scenarioHash } from './scenario-hash.ts'
import { Verifier } from './verify.ts'

const scenario = await sampleScenario()
const sample = sampleRecord(scenario)
const [DEAL, SILENCE] = ['sample-1-deal', 'sample-2-silence']

/** The whole of a record checked: the differences of each depth. */
function verify({ study, streams }: SampleRecord): {
  chain: Difference[]
  rules: Difference[]
  notes: string[]
} {
  const verifier = new Verifier(study, sha256)
  for (const [id, stored] of streams) verifier.negotiation(id, stored)
  verifier.finish()
  const [chain, rules, requests] = verifier.results()
  expect(requests).toMatchObject({ status: 'not-applicable' })
  for (const depth of [chain!, rules!]) {
    expect(depth.status).toBe(depth.differences.length > 0 ? 'failed' : 'passed')
  }
  return { chain: [...chain!.differences], rules: [...rules!.differences], notes: verifier.notes() }
}

/** The sample with one stream changed. */
function changed(id: string, change: (stored: StoredEvent[]) => StoredEvent[]): SampleRecord {
  const record = { study: sample.study, streams: new Map(sample.streams) }
  if (id === 'study') return { ...record, study: change(record.study) }
  return { ...record, streams: new Map(record.streams).set(id, change(record.streams.get(id)!)) }
}

const at = (seq: number, change: (event: StoredEvent) => StoredEvent) => (stored: StoredEvent[]) =>
  stored.map((event) => (event.seq === seq ? change(event) : event))

const flip = (text: string, place: number): string =>
  text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ 1) + text.slice(place + 1)

/** The events of stored ones, to be chained anew by an author who cheats. */
const bare = (stored: readonly StoredEvent[]): ParleyEvent[] =>
  stored.map(({ body }) => {
    const { seq: _, at: __, sealed: ___, ...event } = JSON.parse(body)
    return event
  })

describe('a whole record', () => {
  test('passes as it was written', () => {
    expect(verify(sampleRecord(scenario))).toEqual({ chain: [], rules: [], notes: [] })
  })

  test('any flipped character of a body, a hash or a sealed value is named by its event', () => {
    for (const id of [DEAL, SILENCE, 'study']) {
      const stored = id === 'study' ? sample.study : sample.streams.get(id)!
      for (const { seq, body } of stored) {
        const places = [0, 7, Math.floor(body.length / 2), body.length - 2]
        for (const place of places) {
          const { chain } = verify(
            changed(
              id,
              at(seq, (event) => ({ ...event, body: flip(event.body, place) })),
            ),
          )
          expect(chain[0]!.place).toBe(`${id}, event ${seq}`)
        }
        const { chain } = verify(
          changed(
            id,
            at(seq, (event) => ({ ...event, hash: flip(event.hash, 9) })),
          ),
        )
        expect(chain[0]!.place).toMatch(new RegExp(`^(${id}|study), event \\d+$`))
      }
    }
    for (let place = 0; place < sample.study[1]!.sealed!.length; place++) {
      const { chain } = verify(
        changed(
          'study',
          at(1, (event) => ({ ...event, sealed: flip(event.sealed!, place) })),
        ),
      )
      expect(chain[0]!.place).toBe('study, event 1')
    }
  })

  test('a sealed value that was left out is no difference', () => {
    const left = at(1, ({ sealed: _, ...event }) => event)
    expect(verify(changed(DEAL, left))).toMatchObject({ chain: [], rules: [] })
  })

  test('a missing last event shows at the head that the study keeps', () => {
    const { chain, rules } = verify(changed(DEAL, (stored) => stored.slice(0, -1)))
    expect(chain).toHaveLength(1)
    expect(chain[0]!.place).toBe(`${DEAL}, event 9`)
    expect(chain[0]!.message).toContain('its last one is missing')
    expect(rules[0]!.message).toContain('closed without having ended')
  })

  test('a missing negotiation shows, and so does one too many', () => {
    const record = sampleRecord(scenario)
    record.streams.delete(SILENCE)
    expect(verify(record).chain[0]!.message).toBe(`${SILENCE} was closed, and is missing from the record.`)
    const more = sampleRecord(scenario)
    more.streams.set('extra', more.streams.get(DEAL)!)
    expect(
      verify(more)
        .rules.map(({ message }) => message)
        .join(),
    ).toContain('planned no negotiation of this name')
  })

  test('events that were swapped, doubled or added show', () => {
    const swap = (stored: StoredEvent[]) => [
      ...stored.slice(0, 2),
      stored[3]!,
      stored[2]!,
      ...stored.slice(4),
    ]
    expect(verify(changed(DEAL, swap)).chain[0]!.place).toBe(`${DEAL}, event 2`)
    const double = (stored: StoredEvent[]) => [...stored.slice(0, 3), ...stored.slice(2)]
    expect(verify(changed(DEAL, double)).chain[0]!.place).toBe(`${DEAL}, event 3`)
    const add = (stored: StoredEvent[]) => seal([...bare(stored), { type: 'negotiation.resumed', run: 'x' }])
    expect(verify(changed(DEAL, add)).chain[0]!.message).toContain('one was added since')
  })

  test("an author who chains false points anew fails the rules, and the study's head", () => {
    const cheat = (stored: StoredEvent[]) =>
      seal(
        bare(stored).map((event) =>
          event.type === 'negotiation.ended' ? { ...event, points: { buyer: '99', seller: '1' } } : event,
        ),
      )
    const { chain, rules } = verify(changed(DEAL, cheat))
    expect(chain).toHaveLength(1)
    expect(chain[0]!.message).toContain('written anew')
    expect(rules).toHaveLength(1)
    expect(rules[0]).toMatchObject({ place: `${DEAL}, event 9`, found: 'buyer 99, seller 1' })
  })

  test('an author who rehashes everything still fails the rules, but no chain', () => {
    const record = sampleRecord(scenario, (id, events) =>
      id === DEAL
        ? events.map(
            (event): NegotiationEvent =>
              event.type === 'reply.received' && event.seat === 'seller' && event.turn === 4
                ? { ...event, text: '{"action": "NONE", "message": "Well."}' }
                : event,
          )
        : events,
    )
    const { chain, rules } = verify(record)
    expect(chain).toEqual([])
    expect(rules[0]!.place).toBe(`${DEAL}, event 5, turn 4`)
  })

  test('an assignment that says otherwise than the start is named', () => {
    const record = sampleRecord(scenario, (id, events) =>
      events.map((event) =>
        id === DEAL && event.type === 'negotiation.started'
          ? { ...event, seats: { buyer: 'b', seller: 'a' } }
          : event,
      ),
    )
    expect(verify(record).rules).toMatchObject([
      { place: `${DEAL}, event 0`, found: 'buyer: b, seller: a', expected: 'buyer: a, seller: b' },
    ])
  })

  test('another scenario in the study is told plainly', () => {
    const other = (stored: StoredEvent[]) =>
      seal(
        bare(stored).map((event) =>
          event.type === 'study.created' ? { ...event, scenario: 'f'.repeat(64) } : event,
        ),
      )
    const { rules } = verify(changed('study', other))
    expect(rules[0]!.message).toContain('has another hash than the record says')
  })

  const POINTS = (id: string) => {
    const event = sample.streams
      .get(id)!
      .map(({ body }) => JSON.parse(body))
      .at(-1)
    return event.points as Record<string, string>
  }
  const rescored = (points: Record<string, Record<string, string>>) =>
    changed('study', (stored) =>
      seal([
        ...bare(stored),
        {
          type: 'study.rescored',
          ...{ reason: 'to see', seen: 'seen', begun: 2, closed: 2, rescoring: 'r1' },
          ...{ scenario: scenarioHash(scenario), pack: scenario.files, points },
        },
      ]),
    )

  test('points of a rescoring are worked out again, and one that is wrong or left out is named', () => {
    const right = { [DEAL]: POINTS(DEAL), [SILENCE]: POINTS(SILENCE) }
    expect(verify(rescored(right)).rules).toEqual([])
    const wrong = verify(rescored({ ...right, [DEAL]: { ...POINTS(DEAL), buyer: '99' } })).rules
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toMatchObject({ depth: 'rules', place: `study, event ${sample.study.length}` })
    expect(wrong[0]!.message).toContain(`The points of ${DEAL} in rescoring r1 are not those`)
    expect(wrong[0]!.found).toContain('buyer 99')
    const missing = verify(rescored({ [DEAL]: POINTS(DEAL) })).rules
    expect(missing).toMatchObject([{ found: 'unknown' }])
    expect(missing[0]!.message).toContain(SILENCE)
  })

  test('a negotiation that cites an amendment from after its close is named', () => {
    const record = sampleRecord(scenario, (id, events) =>
      events.map((event) =>
        id === DEAL && event.type === 'negotiation.started' ? { ...event, amendment: 'm1' } : event,
      ),
    )
    const amendment: ParleyEvent = {
      type: 'study.amended',
      ...{ reason: 'why', seen: 'run-not-seen', begun: 2, closed: 2, amendment: 'm1', changes: [] },
    }
    const after = seal([...bare(record.study), amendment])
    const late = verify({ ...record, study: after }).rules
    expect(late).toMatchObject([{ place: `${DEAL}, event 0` }])
    expect(late[0]!.message).toContain('made after it had been closed')
    const [created, ...rest] = bare(record.study)
    const before: ParleyEvent = { ...amendment, ...{ seen: 'nothing-run', begun: 0, closed: 0 } }
    expect(verify({ ...record, study: seal([created!, before, ...rest]) }).rules).toEqual([])
  })

  test('a newer format is refused and not judged', () => {
    const newer = (stored: StoredEvent[]) =>
      seal(bare(stored).map((event) => (event.type === 'study.created' ? { ...event, format: 99 } : event)))
    const { study } = changed('study', newer)
    expect(() => new Verifier(study, sha256)).toThrow(UserError)
  })

  test('a record without a study says so', () => {
    const { rules } = verify(changed('study', () => []))
    expect(rules[0]!.message).toContain('does not begin with the registration')
  })

  test('a run that was cut off is a note', () => {
    const { chain, rules, notes } = verify(changed('study', (stored) => stored.slice(0, -1)))
    expect({ chain, rules }).toEqual({ chain: [], rules: [] })
    expect(notes[0]).toContain('how its last run stopped')
  })

  test('a published head is found again in a record that has grown, and missed in another', () => {
    const { study } = sampleRecord(scenario)
    const verifier = new Verifier(study, sha256)
    verifier.compareHead(study[2]!.hash)
    expect(verifier.results()[0]!.status).toBe('passed')
    verifier.compareHead('0'.repeat(64))
    expect(verifier.results()[0]!.status).toBe('failed')
  })
})
