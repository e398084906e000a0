/** The third depth of replay on real calls: any request, response or claim that was changed is named by its place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeDelta } from '../src/record/delta.ts'
import { sha256 } from '../src/record/hash.ts'
import { checkSent, type SentResult } from '../src/record/sent-check.ts'
import { makeRenderer } from '../src/scenario/render.ts'
import { loadStudy, type Study } from '../src/study/load.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import {
  accept,
  eventsOf,
  message,
  modelStudy,
  type Opened,
  offer,
  runModels,
} from './support/model-study.ts'

const REPLIES = [
  offer(2, 'monday'),
  'not JSON',
  offer(8, 'friday'),
  offer(4.5, 'friday', 'Meet me.'),
  accept('O3'),
]

let server: ModelServer
const played = new Map<string, { readonly study: Study; readonly events: readonly Opened[] }>()
beforeAll(async () => {
  server = await startModelServer()
  for (const context of ['fresh', 'thread']) {
    const before = server.seen.length
    server.answer((response, request) =>
      whole(message(REPLIES[server.seen.length - before - 1]!))(response, request),
    )
    const folder = modelStudy({
      spec: `params: { max_tokens: 500, service_tier: auto }, context: ${context}`,
    })
    await runModels(folder, server.url)
    played.set(context, { study: await loadStudy(folder), events: await eventsOf(folder) })
  }
})
afterAll(() => server.close())

const check = (events: readonly Opened[], context = 'fresh'): SentResult => {
  const { study } = played.get(context)!
  const game = study.game('buyer')
  const renderer = makeRenderer(study.scenario)
  return checkSent('talk', events, { game, renderer, sha256, negotiators: study.negotiators })
}

type Change = (opened: Opened) => { event?: Record<string, unknown>; sealed?: Record<string, string> }
/** The events with the n-th (from 0) of a type changed. */
function changed(type: string, n: number, change: Change, context = 'fresh'): Opened[] {
  let seen = 0
  return played.get(context)!.events.map((opened) => {
    if (opened.event.type !== type || seen++ !== n) return opened
    const { event, sealed } = change(opened)
    return { event: { ...opened.event, ...event }, sealed: { ...opened.sealed, ...sealed } } as Opened
  })
}

const places = ({ differences }: SentResult): string[] =>
  differences.map(({ place, message: words }) => `${place}: ${words}`)

describe.each(['fresh', 'thread'])('context %s', (context) => {
  test('as it was: every request is made again', () => {
    const { events } = played.get(context)!
    expect(check(events, context)).toMatchObject({ compared: 5, withheld: 0, differences: [] })
  })

  test('a record without its sealed fields is compared by the hashes that are left', () => {
    const bare = played.get(context)!.events.map(({ event }) => ({ event, sealed: {} }))
    const result = check(bare, context)
    expect(result.differences).toEqual([])
    // A thread holds replies as they came: without their bytes only a seat's first request can be made again.
    expect(result).toMatchObject(context === 'fresh' ? { compared: 5, withheld: 5 } : { compared: 2 })
  })
})

test('a delta that was changed no longer leads to the hash of the request', () => {
  const events = changed('call.sent', 2, ({ sealed }) => ({
    sealed: { request: sealed.request!.replace('"text":"', '"text":"x') },
  }))
  expect(places(check(events))[0]).toMatch(
    /^talk, event \d+, turn 2: The recorded request is not the one whose hash/,
  )
})

test('a request that was changed with its hash is named by its first different character', () => {
  let before = ''
  const events = changed('call.sent', 0, ({ sealed }) => {
    const { text } = JSON.parse(sealed.request!) as { text: string }
    before = text.replace('Turn', 'turn').replace('first', 'First')
    return { event: { sha256: sha256(before) }, sealed: { request: JSON.stringify(makeDelta('', before)) } }
  })
  const [first] = check(events).differences
  expect(first!.place).toMatch(
    /^talk, event 1, turn 1, request\.(system|messages\[0\]\.content), character \d+$/,
  )
  expect(first!.message).toMatch(/not the one that the scenario and the replies/)
})

test('a reply that is not what the recorded bytes say', () => {
  const events = changed('reply.received', 0, ({ event }) => ({
    event: { text: (event as { text: string }).text.replace('Well?', 'Hell?') },
  }))
  const told = places(check(events))
  expect(told[0]).toMatch(
    /^talk, event 3, turn 1, text, character \d+: The reply is not the text of the answer/,
  )
  // Every later request quotes the message.
  expect(told.slice(1).every((one) => /request\.messages\[0\]\.content/.test(one))).toBe(true)
})

test('bytes that were changed: the reply, or the claims about the answer, are others', () => {
  const respond = (from: string, to: string) =>
    changed('call.answered', 0, ({ sealed }) => ({
      sealed: { response: sealed.response!.replace(from, to) },
    }))
  expect(places(check(respond('Well?', 'Hell?')))[0]).toMatch(/The reply is not the text of the answer/)
  expect(places(check(respond('"output_tokens":20', '"output_tokens":21')))).toEqual([
    'talk, event 2, turn 1: The answer reads otherwise.',
  ])
  expect(places(check(respond('"end_turn"', '"refusal"')))).toEqual([
    'talk, event 2, turn 1: The answer reads otherwise.',
    'talk, event 3, turn 1: The answer that came is no reply.',
  ])
  expect(places(check(respond('{', '[')))[0]).toMatch(/turn 1, response: The recorded response is no answer/)
})

test('claims that were changed: model, path, usage, and calls that are not there', () => {
  const claim = (type: string, event: Record<string, unknown>) =>
    places(check(changed(type, 0, () => ({ event }))))[0]
  expect(claim('call.sent', { model: 'claude-cheap' })).toMatch(
    /went to another model than the study registered/,
  )
  expect(claim('call.sent', { path: '/v2' })).toMatch(/, path: The request went to another address/)
  expect(claim('call.answered', { usage: { input: 1 } })).toMatch(/The answer reads otherwise/)
  const { events } = played.get('fresh')!
  const without = events.filter(({ event }) => event.type !== 'call.answered')
  expect(places(check(without))[0]).toMatch(/A model's reply stands here without an answered call/)
})

test('an answer that was hidden behind a failure', () => {
  const events = changed('call.answered', 0, () => ({
    event: { type: 'call.failed', failure: 'server', lost: false },
  }))
  expect(places(check(events))).toContain(
    'talk, event 2, turn 1, response: The recorded response is an answer, and was taken for a failure.',
  )
})
