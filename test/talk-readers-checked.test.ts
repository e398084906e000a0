/** Passes whose record was changed and chained anew: every claim in them is held against what the talk leads to. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GENESIS, openEvent, sealEvent } from '../src/record/chain.ts'
import type { ParleyEvent, Stamped } from '../src/record/events.ts'
import { sha256 } from '../src/record/hash.ts'
import type { StoredEvent } from '../src/record/stored.ts'
import { STUDY, Verifier } from '../src/record/verify.ts'
import { openReader } from '../src/store/index.ts'
import { loadStudy } from '../src/study/load.ts'
import { openLabels } from '../src/study/passes/label-pass.ts'
import { runPass } from '../src/study/passes/run-pass.ts'
import { runStudy } from '../src/study/run.ts'
import { talkHome, talkStudy } from './support/talk-study.ts'

const home = talkHome()
const folder = talkStudy(
  home,
  'checked',
  `negotiators:
  halves: { script: offer-half }
  rules: { script: rule-observer }
observer: rules
pairings: { half: { a: halves, b: halves } }
opener: [a]
repetitions: 1
`,
)
const record = join(folder, 'record.sqlite')
afterAll(() => rmSync(home, { recursive: true, force: true }))

let drawn = 0
const base = {
  now: () => new Date(),
  random: () => (++drawn).toString(16).padStart(32, '0'),
}
type Event = Stamped<ParleyEvent> & Record<string, unknown>
const streams = new Map<string, Event[]>()
let observed = ''
let labelled = ''

beforeAll(async () => {
  const versions = { parley: 'test', node: process.version }
  await runStudy(await loadStudy(folder), { ...base, versions })
  const task = {
    what: 'observe',
    reader: 'second',
    settings: { script: 'rule-observer' },
    turns: 'each',
  } as const
  expect(await runPass(record, task, { ...base, parley: 'test' })).toMatchObject({ ended: 'complete' })
  const pass = (await openLabels(record, { ...base, parley: 'test', coder: 'anna', seed: 's' }))!
  const { item } = pass.items[0]!
  await pass.label(item, { agreed: 'no' })
  await pass.label(item, { agreed: 'yes', kind: 'distributive' })
  expect(await pass.finish()).toBe(true)
  await pass.leave()
  const reader = await openReader(record)
  for (const { stream } of await reader.streams()) {
    const stored = await reader.read(stream)
    streams.set(
      stream,
      stored.map((one) => openEvent(one).event as Event),
    )
  }
  await reader.close()
  observed = [...streams.keys()].find((name) => name.startsWith('obs1/'))!
  labelled = [...streams.keys()].find((name) => name.startsWith('lab1/'))!
})

/** Chains events anew, as whoever holds a record could. */
function chained(events: readonly Event[]): StoredEvent[] {
  let head = GENESIS
  return events.map((event, seq) => {
    const stored = sealEvent({ ...event, seq } as Stamped, head, sha256)
    head = stored.hash
    return stored
  })
}

/** Checks the record with some streams changed; the study's own stream names the heads as they are then, unless told. */
function check(changes: Record<string, (events: Event[]) => Event[]>, heads = true): string[] {
  const all = new Map<string, StoredEvent[]>()
  for (const [name, events] of streams) {
    if (name !== STUDY) all.set(name, chained(changes[name]?.([...events]) ?? events))
  }
  const study = streams.get(STUDY)!.map((event): Event => {
    if (event.type !== 'pass.closed' || !heads) return event
    const ends = (event.streams as readonly { negotiation: string }[]).map(({ negotiation }) => {
      const own = all.get(`${String(event.pass)}/${negotiation}`)!
      return { negotiation, events: own.length, head: own.at(-1)!.hash }
    })
    return { ...event, streams: ends }
  })
  const verifier = new Verifier(chained(changes[STUDY]?.(study) ?? study), sha256)
  for (const [name, stored] of all) if (stored.length > 0) verifier.negotiation(name, stored)
  verifier.finish()
  return verifier.results().flatMap(({ differences }) => differences.map(({ message }) => message))
}

const change = (at: (event: Event) => boolean, fields: Record<string, unknown>) => (events: Event[]) =>
  events.map((event) => (at(event) ? ({ ...event, ...fields } as Event) : event))
const of = (type: string) => (event: Event) => event.type === type

describe('a pass is checked', () => {
  test('and passes as it was written', () => {
    expect(streams.get(observed)!.length).toBeGreaterThan(2)
    expect(check({})).toEqual([])
  })

  test.each([
    ['a reading that is said to be another', { read: 'AGREED lopsided' }, /The reply reads otherwise/],
    ['a reading of another message', { turn: 17 }, /The turn has another number/],
    ['a reading at another seat', { seat: 'observer.2' }, /Another seat was to be asked/],
  ])('%s', (_what, fields, message) => {
    expect(check({ [observed]: change(of('reply.received'), fields) }).join()).toMatch(message)
  })

  test('its start names the talk that was read, by length and head, and who read it', () => {
    const found = check({
      [observed]: change(of('reading.started'), { head: 'f'.repeat(64), events: 3, reader: 'third' }),
    }).join()
    for (const words of ['another talk of this name', 'another length', 'another reader'])
      expect(found).toContain(words)
  })

  test('its counts, its last event, and a stream that is gone', () => {
    expect(check({ [observed]: change(of('reading.closed'), { readings: 9 }) }).join()).toContain(
      'There are other readings',
    )
    const cut = (events: Event[]): Event[] => events.slice(0, -1)
    expect(check({ [observed]: cut }).join()).toContain('was closed without having ended')
    expect(check({ [observed]: cut }, false).join()).toContain('without having ended')
    expect(check({ [observed]: () => [] }, false).join()).toContain('is missing from the record')
    const again = (events: Event[]): Event[] => [...events, events.at(-1)!]
    expect(check({ [observed]: again }).join()).toContain('An event follows the end')
  })

  test('a rewritten stream no longer ends as the study says', () => {
    const later = change(of('reading.closed'), { at: '2031-01-01T00:00:00.000Z' })
    expect(check({ [observed]: later }, false).join()).toContain('written anew')
  })

  test('labels: what they say, of which message, and that the last one counts', () => {
    const none = (event: Event) => event.type === 'reply.received' && event.read === 'no'
    expect(check({ [labelled]: change(none, { read: 'yes' }) }).join()).toContain('The label reads otherwise')
    expect(check({ [labelled]: change(none, { turn: 1 }) }).join()).toContain('The label is of another turn')
    const odd = { text: '{"agreed":"yes","kind":"thirds"}' }
    expect(check({ [labelled]: change(none, odd) }).join()).toContain('there is no kind')
  })

  test('a pass that the study does not know', () => {
    const unknown = (events: Event[]): Event[] =>
      events.filter(({ type, pass }) => !type.startsWith('pass.') || pass !== 'obs1')
    expect(check({ [STUDY]: unknown }).join()).toContain('The study knows no pass that reads this talk')
  })
})
