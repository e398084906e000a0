/** Models that vote and keep notes: the record is whole at every depth, and stays sound without what is sealed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NegotiationEvent, Stamped } from '../src/record/events.ts'
import { sha256 } from '../src/record/hash.ts'
import { replayNegotiation } from '../src/record/replay.ts'
import { checkSent } from '../src/record/sent-check.ts'
import { makeRenderer } from '../src/scenario/render.ts'
import { loadStudy } from '../src/study/load.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import { eventsOf, message, modelStudy, type Opened, runModels, verify } from './support/model-study.ts'

const TEXT = `format: 1
id: notes
situation: a bridge
issues: [{ id: Site, type: choice, options: [hill, shore] }]
parties:
  - { id: buyer, label: Buyer, reservation: 1, points: { Site: { hill: 10 } } }
  - { id: seller, label: Seller, reservation: 2, points: { Site: { hill: 3, shore: 4 } } }
protocol: { type: package-votes, scratchpad: true, rotate_opener: false }
`
const NOTE = 'I count 31337'
const REPLIES = [
  `{"scratchpad": "${NOTE}", "action": "propose", "deal": {"Site": "hill"}, "message": "Up."}`,
  `My notes: ${NOTE}. {"action": "none"}`,
  `{"scratchpad": "${NOTE}", "action": "propose", "deal": {"Site": "shore"}}`,
  `{"scratchpad": "${NOTE}", "action": "reject", "offer_id": "P9"}`,
  '{"action": "reject", "offer_id": "P2"}',
  `{"scratchpad": "${NOTE}", "action": "accept", "offer_id": "P1"}`,
]

let server: ModelServer
const folders = new Map<string, string>()
beforeAll(async () => {
  server = await startModelServer()
  for (const context of ['fresh', 'thread']) {
    const before = server.seen.length
    server.answer((response, request) =>
      whole(message(REPLIES[server.seen.length - before - 1]!))(response, request),
    )
    const spec = `params: { max_tokens: 500 }, context: ${context}`
    const folder = modelStudy({ text: TEXT, spec })
    await runModels(folder, server.url)
    folders.set(context, folder)
  }
})
afterAll(() => server.close())

describe.each(['fresh', 'thread'])('context %s', (context) => {
  const played = async () => {
    const folder = folders.get(context)!
    const study = await loadStudy(folder)
    return { folder, study, events: await eventsOf(folder) }
  }

  test('passes at every depth, and ends with the deal', async () => {
    const { folder, events } = await played()
    const { chain, rules, requests } = await verify(folder)
    expect([chain!.differences, rules!.differences, requests!.differences]).toEqual([[], [], []])
    expect(requests).toMatchObject({ status: 'passed', checked: 6 })
    expect(events.at(-1)!.event).toMatchObject({ end: { kind: 'agreement', offer: 'P1', turn: 4 } })
  })

  test('holds no note in public', async () => {
    const { events } = await played()
    expect(events.some(({ sealed }) => sealed.text?.includes(NOTE))).toBe(true)
    for (const { event } of events) expect(JSON.stringify(event)).not.toContain('31337')
    const replies = events.flatMap(({ event }) => (event.type === 'reply.received' ? [event.withheld] : []))
    expect(replies).toEqual(['part', 'whole', 'part', 'part', undefined, 'part'])
  })

  test('without what is sealed the rules hold, and what was left out is counted and not taken for a difference', async () => {
    const { study, events } = await played()
    const game = study.game('buyer')
    const bare = events.map(({ event }): Opened => ({ event, sealed: {} }))
    const alone = bare.map(({ event }) => event as Stamped<NegotiationEvent>)
    expect(replayNegotiation(alone, game)).toMatchObject({ differences: [], end: { offer: 'P1' } })
    const renderer = makeRenderer(study.scenario)
    const sent = checkSent('n', bare, { game, renderer, sha256, negotiators: study.negotiators })
    expect(sent.differences).toEqual([])
    // Both repairs show a reply that is gone; a thread has such replies in every later request too.
    expect(sent.compared).toBe(context === 'fresh' ? 4 : 2)
  })

  test('a note that was changed after it was sealed is found', async () => {
    const { study, events } = await played()
    const game = study.game('buyer')
    const renderer = makeRenderer(study.scenario)
    const forged = events.map(
      (opened): Opened =>
        opened.event.type === 'reply.received' && opened.sealed.text
          ? { ...opened, sealed: { text: opened.sealed.text.replace('31337', '31338') } }
          : opened,
    )
    const { differences } = checkSent('n', forged, { game, renderer, sha256, negotiators: study.negotiators })
    expect(differences[0]!.message).toBe('The reply is not the text of the answer that came.')
  })
})
