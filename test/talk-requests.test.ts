/** Models that talk and a model that reads, from the requests to replay: threads, fresh readings, and lacks of them. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NegotiationEvent, Stamped } from '../src/record/events.ts'
import { sha256 } from '../src/record/hash.ts'
import { kept } from '../src/record/read.ts'
import { replayNegotiation } from '../src/record/replay.ts'
import { checkSent } from '../src/record/sent-check.ts'
import { tellTurns } from '../src/record/story.ts'
import { makeRenderer } from '../src/scenario/render.ts'
import { loadStudy } from '../src/study/load.ts'
import { type ModelServer, startModelServer, whole } from './support/model-server.ts'
import { eventsOf, message, type Opened, runModels, verify } from './support/model-study.ts'
import { NO, YES } from './support/talk.ts'

const SCENARIO = `format: 1
id: orange
situation: an orange
vars: { thing: orange }
parties:
  - { id: ann, label: Ann, vars: { secret: ann-secret } }
  - { id: bob, label: Bob, vars: { secret: bob-secret } }
protocol: { type: free-talk, turns: 6, confirm: { readings: 2, needed: 2 } }
observer:
  closes: agreed
  fields: { agreed: boolean, kind: [full, half, none], who: text, sure: { min: 0, max: 1 } }
`
const STUDY = `format: 1
id: talk
title: Models that talk
scenario: scenario
seed: seed
observer: reader
negotiators:
  m: { provider: anthropic, model: claude-opus-5-5, params: { max_tokens: 500 } }
  reader: { provider: anthropic, model: claude-haiku-5-5, params: { max_tokens: 500 } }
pairings:
  Both: { ann: m, bob: m }
opener: [ann]
repetitions: 1
`

/** What the models answer, in the order in which they are asked. */
const ANSWERS: readonly (readonly [seat: string, text: string, more?: Record<string, unknown>])[] = [
  ['ann', 'I need all of it.'],
  ['bob', ''],
  ['bob', 'So do I. What for?'],
  ['observer', 'They have not agreed.'],
  ['observer', NO],
  ['ann', 'For the peel.'],
  ['observer', '', { stop_reason: 'refusal' }],
  ['bob', 'Then take the peel, and I take the rest.'],
  ['observer', YES],
  ['observer.2', NO],
  ['ann', 'Agreed: the peel for me.'],
  ['observer', YES],
  ['observer.2', YES],
]

let server: ModelServer
let folder: string
let events: Opened[]
let bodies: {
  readonly system: string
  readonly messages: { role: string; content: unknown }[]
  output_config?: unknown
}[]

beforeAll(async () => {
  server = await startModelServer()
  server.answer((response, request) => {
    const [, text, more] = ANSWERS[server.seen.length - 1]!
    return whole(message(text, more))(response, request)
  })
  folder = mkdtempSync(join(tmpdir(), 'parley-talk-'))
  mkdirSync(join(folder, 'scenario/prompts'), { recursive: true })
  writeFileSync(join(folder, 'scenario/scenario.yaml'), SCENARIO)
  writeFileSync(
    join(folder, 'scenario/prompts/system.liquid'),
    'You are {{ you.label }}: {{ you.vars.secret }}.\n',
  )
  writeFileSync(
    join(folder, 'scenario/prompts/observer.liquid'),
    'You watch a talk about the {{ vars.thing }}.\n',
  )
  writeFileSync(join(folder, 'study.yaml'), STUDY)
  await runModels(folder, server.url)
  events = await eventsOf(folder)
  bodies = server.seen.map(({ body }) => JSON.parse(body))
})
afterAll(() => server.close())

/** A message's text, however the wire writes it. */
const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : (content as { text: string }[]).map(({ text }) => text).join('')

const threadOf = (i: number): string[] =>
  bodies[i]!.messages.map(({ role, content }) => `${role}: ${textOf(content)}`)

describe('what is asked', () => {
  test('of whom, and in which order', () => {
    const sent = events.flatMap(({ event }) => (event.type === 'call.sent' ? [event.seat] : []))
    expect(sent).toEqual(ANSWERS.map(([seat]) => seat))
    expect(events[0]!.event).toMatchObject({ seats: { ann: 'm', bob: 'm', observer: 'reader' } })
  })

  test('of a party: its brief, and the talk as a thread of its own words and the other side’s', () => {
    expect(JSON.stringify(bodies[10]!.system)).toContain('You are Ann: ann-secret.')
    expect(threadOf(10)).toEqual([
      'user: You speak first.',
      'assistant: I need all of it.',
      'user: So do I. What for?',
      'assistant: For the peel.',
      'user: Then take the peel, and I take the rest.',
    ])
  })

  test('of a party that said nothing: once more, in the same message, since an empty reply is not sent back', () => {
    expect(threadOf(2)).toEqual([
      'user: I need all of it.\n\nYour last reply could not be used: The reply was empty. Please send it again.',
    ])
    expect(threadOf(7)).toEqual([...threadOf(2), 'assistant: So do I. What for?', 'user: For the peel.'])
  })

  test('of the observer: its instructions, and the public transcript in one message, with the fields as a schema', () => {
    expect(JSON.stringify(bodies[8]!.system)).toContain('You watch a talk about the orange.')
    expect(threadOf(8)).toHaveLength(1)
    expect(threadOf(8)[0]).toContain(
      'Ann: "I need all of it."\nBob: "So do I. What for?"\nAnn: "For the peel."\nBob: "Then take the peel, and I take the rest."\n',
    )
    expect(bodies[8]!.output_config).toMatchObject({
      format: { type: 'json_schema', schema: { required: ['agreed', 'kind', 'who', 'sure'] } },
    })
    expect(bodies[10]!.output_config).toBeUndefined()
  })

  test('of the observer again: the very same request, which shows nothing of the first reading', () => {
    expect(server.seen[9]!.body).toBe(server.seen[8]!.body)
    expect(server.seen[12]!.body).toBe(server.seen[11]!.body)
    for (const i of [3, 4, 6, 8, 9, 11, 12]) {
      expect(server.seen[i]!.body).not.toMatch(/-secret|each a part|not agreed\."/)
      expect(threadOf(i)).toHaveLength(1)
    }
  })

  test('of the observer after a fault: the transcript, then what was wrong', () => {
    expect(threadOf(4)[0]!.startsWith(threadOf(3)[0]!)).toBe(true)
    expect(threadOf(4)[0]).toContain('Your last reading could not be used: The reply is not valid JSON')
  })
})

describe('what is recorded', () => {
  test('passes at every depth', async () => {
    const { chain, rules, requests } = await verify(folder)
    expect([chain!.differences, rules!.differences, requests!.differences]).toEqual([[], [], []])
    expect(requests).toMatchObject({ status: 'passed', checked: ANSWERS.length })
  })

  test('replays to the close, reading by reading', async () => {
    const game = (await loadStudy(folder)).game('ann')
    const replayed = replayNegotiation(plain(events), game, sealed(events))
    expect(replayed.differences).toEqual([])
    expect(replayed.end).toMatchObject({ kind: 'settled', turn: 5, by: 'observer.2', type: 'full' })
    const readings = kept(replayed.state).readings!.slice()
    expect(readings.map(({ turn, seat, agreed, missing }) => [turn, seat, agreed ?? missing])).toEqual([
      [2, 'observer', false],
      [3, 'observer', 'absent'],
      [4, 'observer', true],
      [4, 'observer.2', false],
      [5, 'observer', true],
      [5, 'observer.2', true],
    ])
    const told = tellTurns(game.scenario, replayed.turns)
    expect(told.map(({ turn, readings: list }) => [turn, list?.map(({ said }) => said)])).toEqual([
      [1, undefined],
      [2, ['not-agreed']],
      [3, ['none']],
      [4, ['agreed', 'not-agreed']],
      [5, ['agreed', 'agreed']],
    ])
    expect(told[1]!.readings![0]!.faults.map(({ code }) => code)).toEqual(['not-json'])
    expect(told[2]!.readings![0]).toMatchObject({ missing: 'refusal' })
    expect(told[4]!.readings!.map(({ closes }) => closes)).toEqual([undefined, true])
  })

  test('says so where a reading was changed, or who read', async () => {
    const game = (await loadStudy(folder)).game('ann')
    const change = (edit: (event: Stamped<NegotiationEvent>) => object): string[] =>
      replayNegotiation(
        plain(events).map((event) => ({ ...event, ...edit(event) }) as Stamped<NegotiationEvent>),
        game,
        sealed(events),
      ).differences.map(({ message: words }) => words)
    const last = plain(events).findLast(({ type }) => type === 'reply.received')!.seq
    expect(change((event) => (event.seq === last ? { text: NO } : {}))).toContain(
      'The reply reads otherwise.',
    )
    expect(change((event) => (event.seq === last ? { seat: 'observer' } : {}))).toContain(
      "It was another seat's move.",
    )
    expect(
      change((event) => (event.type === 'negotiation.ended' ? { end: { ...event.end, type: 'half' } } : {})),
    ).toEqual(['The end is another.'])
    expect(change((event) => (event.seq === 0 ? { audit: true } : {}))).toEqual([
      'It was played with another audit.',
    ])
  })

  test('says so where what was sent is not what the talk leads to', async () => {
    const study = await loadStudy(folder)
    const game = study.game('ann')
    const context = { game, renderer: makeRenderer(study.scenario), sha256, negotiators: study.negotiators }
    const spoilt = events.map(({ event, sealed: values }) => ({
      event:
        event.type === 'call.sent' && event.seat === 'observer.2' && event.turn === 5
          ? { ...event, sha256: 'f'.repeat(64) }
          : event,
      sealed: values,
    }))
    expect(checkSent('n', events, context)).toMatchObject({ compared: ANSWERS.length, differences: [] })
    const { differences } = checkSent('n', spoilt, context)
    expect(differences.length).toBeGreaterThan(0)
    expect(new Set(differences.map(({ depth }) => depth))).toEqual(new Set(['requests']))
  })
})

const plain = (opened: readonly Opened[]): Stamped<NegotiationEvent>[] => opened.map(({ event }) => event)
const sealed = (opened: readonly Opened[]): Readonly<Record<string, string>>[] =>
  opened.map(({ sealed: values }) => values)
