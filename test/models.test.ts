/** Models at the table, as a whole: a study over a real local server, its record, and what happens after a stop. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWriter } from '../src/store/index.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import {
  accept,
  eventsOf,
  message,
  modelStudy,
  offer,
  REFERENCE,
  runModels,
  verify,
} from './support/model-study.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

/** Answers each request with the next of these texts, and counts. */
function script(texts: readonly string[]): { readonly asked: () => number } {
  const before = server.seen.length
  server.answer((response, request) => {
    const text = texts[server.seen.length - before - 1]
    return whole(message(text ?? 'nothing more'))(response, request)
  })
  return { asked: () => server.seen.length - before }
}

const DEAL = [offer(2, 'monday'), offer(8, 'friday'), offer(4.5, 'friday', 'Meet me.'), accept('O3')]

const CONCERT = join(REFERENCE, 'concert', 'calls.jsonl')
describe.skipIf(!existsSync(CONCERT))('the concert reference (skipped where its folder is missing)', () => {
  test('its ten requests are sent again, character for character', async () => {
    const calls = readFileSync(CONCERT, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { request: Record<string, unknown>; reply: string })
    const { model: _, system: __, messages: ___, ...params } = calls[0]!.request
    const folder = modelStudy({
      spec: `params: ${JSON.stringify(params)}`,
      scenario: join(REFERENCE, 'packs', 'concert-tickets'),
    })
    const before = server.seen.length
    script(calls.map(({ reply }) => reply))
    const summary = await runModels(folder, server.url)
    expect(summary).toMatchObject({ ended: 'complete', closed: 1, failures: [], halts: [] })
    const sent = server.seen.slice(before)
    expect(sent).toHaveLength(10)
    for (const [i, { body }] of sent.entries()) expect(body).toBe(JSON.stringify(calls[i]!.request))
    const events = await eventsOf(folder)
    expect(events.at(-1)!.event).toMatchObject({
      type: 'negotiation.ended',
      end: { kind: 'agreement', offer: 'O9', turn: 10 },
      points: { buyer: '63.425', seller: '60.95' },
    })
    const depths = await verify(folder)
    expect(depths.requests).toMatchObject({ status: 'passed', checked: 10 })
    expect(depths.rules).toMatchObject({ status: 'passed' })
    expect(depths.chain).toMatchObject({ status: 'passed' })
    // What is new, and no more: the system prompt stands in the record once for each side.
    const grown = events
      .filter(({ event }) => event.type === 'call.sent')
      .map(({ sealed }) => sealed.request!.length)
    expect(Math.max(...grown.slice(2))).toBeLessThan(0.4 * sent[0]!.body.length)
  })
})

/** A copy of a record with the first `keep` events of its only negotiation, as a kill may have left it. */
async function cutRecord(from: string, to: string, keep: number): Promise<void> {
  const { openReader } = await import('../src/store/index.ts')
  const reader = await openReader(join(from, 'record.sqlite'))
  const writer = await openWriter(join(to, 'record.sqlite'))
  try {
    for (const { stream } of await reader.streams()) {
      const events = await reader.read(stream)
      const kept = stream === 'study' ? events.slice(0, 2) : events.slice(0, keep)
      for (const event of kept) writer.append(stream, event)
    }
    await writer.commit()
  } finally {
    await writer.close()
    await reader.close()
  }
}

describe.each(['fresh', 'thread'])('a stop at every event (context %s)', (context) => {
  const REPLIES = [DEAL[0]!, 'not JSON at all', DEAL[1]!, DEAL[2]!, DEAL[3]!]
  const spec = `params: { max_tokens: 500 }, context: ${context}`

  test.each(['unknown', 'redraw'])('lost_replies: %s', async (lost) => {
    const calls = `{ lost_replies: ${lost} }`
    const folder = modelStudy({ spec, calls })
    script(REPLIES)
    await runModels(folder, server.url)
    const events = await eventsOf(folder)
    const types = events.map(({ event }) => event.type)
    expect(types.filter((type) => type === 'call.answered')).toHaveLength(5)
    expect((await verify(folder)).requests).toMatchObject({ status: 'passed', checked: 5 })

    for (let keep = 1; keep < events.length; keep++) {
      const copy = modelStudy({ spec, calls })
      await cutRecord(folder, copy, keep)
      const kept = types.slice(0, keep)
      const answered = kept.filter((type) => type === 'call.answered').length
      const open = kept.at(-1) === 'call.sent'
      const { asked } = script(REPLIES.slice(answered))
      const summary = await runModels(copy, server.url)
      const after = await eventsOf(copy)
      expect(summary.ended).toBe('complete')
      const end = after.at(-1)!.event
      if (open && lost === 'unknown') {
        // The reply may have been produced: its outcome is unknown, and nothing is drawn again.
        expect(asked()).toBe(0)
        expect(end).toMatchObject({ type: 'negotiation.ended', end: { kind: 'interrupted' } })
        expect(after.find(({ event }) => event.type === 'seat.absent')?.event).toMatchObject({
          code: 'lost-reply',
        })
      } else {
        expect(asked()).toBe(5 - answered)
        expect(end).toMatchObject({ type: 'negotiation.ended', end: { kind: 'agreement', offer: 'O3' } })
        const replies = after.flatMap(({ event }) => (event.type === 'reply.received' ? [event.text] : []))
        expect(replies).toEqual(REPLIES)
      }
      expect(after.filter(({ event }) => event.type === 'call.lost')).toHaveLength(open ? 1 : 0)
      const depths = await verify(copy)
      for (const depth of ['chain', 'rules', 'requests']) expect(depths[depth]!.differences).toEqual([])
    }
  })
})

test('a thread holds the own replies as they came, the faulty one and its repair too', async () => {
  const folder = modelStudy({ spec: 'params: { max_tokens: 500 }, context: thread' })
  const before = server.seen.length
  script([DEAL[0]!, '', DEAL[1]!, 'not JSON', DEAL[2]!, accept('O3')])
  await runModels(folder, server.url)
  const bodies = server.seen
    .slice(before)
    .map(({ body }) => JSON.parse(body) as { messages: { role: string; content: unknown }[] })
  const roles = bodies.map(({ messages }) => messages.map(({ role }) => role[0]).join(''))
  // Buyer, seller (empty), its repair, buyer (faulty), its repair, seller.
  expect(roles).toEqual(['u', 'u', 'u', 'uau', 'uauau', 'uau'])
  expect(bodies[3]!.messages[1]!.content).toEqual([{ type: 'text', text: DEAL[0] }])
  expect(bodies[4]!.messages[3]!.content).toEqual([{ type: 'text', text: 'not JSON' }])
  // The empty reply is never sent back: the repair stands in the same message as the turn.
  expect(bodies[2]!.messages[0]!.content).toContain(bodies[1]!.messages[0]!.content)
  expect((await verify(folder)).requests).toMatchObject({ status: 'passed', checked: 6 })
})
