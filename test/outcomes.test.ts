/** The table of docs/models.md against the code: each row is made to happen over HTTP, and does what the row says. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, type SendOptions } from '../src/models/exchange.ts'
import { SCENARIO } from './study-folder.ts'
import { withDeadline } from './support/deadline.ts'
import {
  type Answer,
  type ModelServer,
  never,
  page,
  reset,
  startModelServer,
  stream,
  whole,
} from './support/model-server.ts'
import {
  accept,
  eventsOf,
  message,
  modelStudy,
  offer,
  runModels,
  SENTINEL,
  verify,
} from './support/model-study.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

interface Row {
  readonly what: string
  readonly leads: string
  readonly code: string
}

const PAGE = readFileSync(new URL('../docs/models.md', import.meta.url), 'utf8')
const ROWS: Row[] = PAGE.slice(PAGE.indexOf('| what happens |'))
  .split('\n')
  .slice(2)
  .filter((line) => line.startsWith('|'))
  .map((line) => {
    const [, what, leads, code] = line.split('|').map((cell) => cell.trim())
    return { what: what!, leads: leads!, code: code!.replaceAll('`', '') }
  })

interface Case {
  /** What the server answers to the first request; to all others it answers well. */
  readonly first: Answer
  /** So many times in a row. */
  readonly times?: number
  readonly calls?: string
  readonly spec?: string
  readonly settings?: string
  /** When the first attempt's time is up: once it has arrived, or once so much of its answer has come. */
  readonly late?: 'arrived' | string
  /** The row's move is the seller's answer to an offer, not the opening. */
  readonly second?: true
}

const text = (words: string, more: Record<string, unknown> = {}): Answer => whole(message(words, more))
const error = (status: number, type: string, words = 'Words of the provider.'): Answer =>
  whole(JSON.stringify({ type: 'error', error: { type, message: words } }), status)
const event = (data: Record<string, unknown>): string =>
  `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`

const OFFER = offer(2, 'monday')
const EVENTS = [
  event({ type: 'message_start', message: JSON.parse(message('', { stop_reason: null })) }),
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: OFFER } }),
  event({ type: 'content_block_stop', index: 0 }),
  event({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } }),
  event({ type: 'message_stop' }),
]
/** What has come when time is up. */
const HALF = EVENTS.slice(0, 3).join('')
const slow: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(HALF)
}
const cutBody: Answer = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  await new Promise((done) => response.write(message(OFFER).slice(0, 150), done))
  response.socket?.destroy()
}
const ATTEMPT = '{ attempt_seconds: 60 }'

const CASES: Record<string, Case> = {
  'a right move': { first: text(OFFER) },
  'a right move in a code fence': { first: text(`\`\`\`json\n${OFFER}\n\`\`\``) },
  'fences inside a JSON string': { first: text(offer(2, 'monday', '```json {} ```')) },
  'a number such as `1e0`': { first: text(OFFER.replace('2', '1e0')) },
  'a stop that no list knows': { first: text(OFFER, { stop_reason: 'tired' }) },
  'an empty text': { first: text('') },
  'nothing but white space': { first: text(' \n\t') },
  'prose around the JSON': { first: text(`Here is my offer: ${OFFER}`) },
  'half an object': { first: text(OFFER.slice(0, 40)) },
  'two objects': { first: text(`${OFFER} ${OFFER}`) },
  'a key that stands twice': { first: text(`{"action":"NONE",${OFFER.slice(1)}`) },
  NaN: { first: text(OFFER.replace('2', 'NaN')) },
  'half a character inside the JSON, as an escape': { first: text(OFFER.replace('Well?', '\\ud800')) },
  'a number as a string': { first: text(OFFER.replace('2', '"2"')) },
  'a number with a decimal too many': { first: text(OFFER.replace('2', '2.05')) },
  'a number beyond its range': { first: text(OFFER.replace('2', '62')) },
  'a right move with the wrong offer id': { first: text(accept('O7')), second: true },
  'a message one word too long': { first: text(offer(2, 'monday', 'word '.repeat(81))) },
  'two faults in a turn, `on_fault: pass`': { first: text('No.'), times: 2, settings: 'on_fault: pass' },
  'two faults in a turn, `on_fault: end`': { first: text('No.'), times: 2, settings: 'on_fault: end' },
  'two faults in a turn, `on_fault: interrupt`': {
    first: text('No.'),
    times: 2,
    settings: 'on_fault: interrupt',
  },
  'cut off at its token limit, with half a reply': {
    first: text(OFFER.slice(0, 40), { stop_reason: 'max_tokens' }),
  },
  'thinking that used all its tokens': {
    first: text('', {
      stop_reason: 'max_tokens',
      content: [{ type: 'thinking', thinking: 'Hm', signature: 'x' }],
    }),
  },
  'a refusal': { first: text('I will not.', { stop_reason: 'refusal' }) },
  'a content filter': {
    first: error(400, 'invalid_request_error', 'Output blocked by content filtering policy'),
  },
  'the context window exceeded within the reply': {
    first: text(OFFER, { stop_reason: 'model_context_window_exceeded' }),
  },
  'a prompt too long for the context window': {
    first: error(400, 'invalid_request_error', 'prompt is too long: 200001 tokens > 200000 maximum'),
  },
  'a paused turn': { first: text(OFFER, { stop_reason: 'pause_turn' }) },
  'a call of a tool that nobody offered': { first: text('', { stop_reason: 'tool_use' }) },
  'a prompt over `input_token_limit`; nothing is sent': {
    first: whole(JSON.stringify({ input_tokens: 901 })),
    spec: 'params: { max_tokens: 500 }, input_token_limit: 900',
  },
  'a stream that ends without its closing event': { first: stream(EVENTS.slice(0, 4)) },
  'the same, with `lost_replies: redraw`': {
    first: stream(EVENTS.slice(0, 4)),
    calls: '{ lost_replies: redraw }',
  },
  'a connection that breaks off inside the reply': { first: cutBody },
  'a deadline inside the reply': { first: slow, calls: ATTEMPT, late: HALF },
  'bytes that are no UTF-8': {
    first: whole(Buffer.concat([Buffer.from(message(OFFER).slice(0, -1)), Buffer.from([0xff, 0x7d])])),
  },
  'half a character (a lone surrogate) in the text': {
    first: whole(message('X').replace('X', 'half \\ud800')),
  },
  'JSON that is no reply of the API': { first: whole('{"hello":"world"}') },
  'a rate limit': { first: error(429, 'rate_limit_error') },
  'an overloaded provider': { first: error(529, 'overloaded_error') },
  'the same as the first event of a stream': {
    first: stream([event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } })]),
  },
  'an error of the server': { first: error(500, 'api_error') },
  'a page of a proxy in the place of a reply': { first: page(502) },
  'a connection that breaks off before the reply': { first: reset() },
  'a deadline before any byte': { first: never(), calls: ATTEMPT, late: 'arrived' },
  'all `attempts` used up': { first: error(529, 'overloaded_error'), times: 99, calls: '{ attempts: 3 }' },
  'a request that is refused as it is': { first: error(400, 'invalid_request_error') },
  'a key that is not accepted': { first: error(401, 'authentication_error') },
  'an unknown model': { first: error(404, 'not_found_error') },
  'no credit': { first: error(400, 'invalid_request_error', 'Your credit balance is too low.') },
}

test('every row of the table has its case, and every case its row', () => {
  expect(ROWS.map(({ what }) => what)).toEqual(Object.keys(CASES))
})

/** Moves that end the small negotiation, whatever the first one was. */
const REST = [offer(8, 'friday'), offer(4.5, 'friday'), accept('O3'), accept('O2'), offer(5, 'friday')]

async function happen({ first, times = 1, calls, spec, settings, second, late }: Case) {
  const scenario = settings === undefined ? SCENARIO : SCENARIO.replace('turns: 8', `turns: 8\n  ${settings}`)
  const folder = modelStudy({
    ...(calls === undefined ? {} : { calls }),
    ...(spec === undefined ? {} : { spec }),
    text: scenario,
  })
  const from = server.seen.length + (second ? 1 : 0)
  let strike = (): void => undefined
  server.answer((response, request) => {
    const at = server.seen.length - from - 1
    if (at < 0) return text(OFFER)(response, request)
    if (at === 0 && late === 'arrived') strike()
    return at < times ? first(response, request) : text(REST[(at - times) % REST.length]!)(response, request)
  })
  let came = ''
  const onBytes: SendOptions['onBytes'] = (piece) => {
    came += Buffer.from(piece).toString()
    if (came === late) strike()
  }
  const summary = await (late === undefined
    ? runModels(folder, server.url)
    : withDeadline((now) => {
        strike = now
        return runModels(folder, server.url, {
          client: async (_name, { provider }) => {
            const client = await makeClient(provider, { apiKey: SENTINEL, baseUrl: server.url })
            return {
              ...client,
              wire: client.wire,
              send: (request, body, options) => client.send(request, body, { ...options, onBytes }),
            }
          },
        })
      }))
  return {
    folder,
    summary,
    events: (await eventsOf(folder)).map(({ event }) => event),
    sent: server.seen.slice(from),
  }
}

describe('each row', () => {
  test.each(ROWS)('$what: $leads $code', async ({ what, leads, code }) => {
    const { folder, summary, events, sent } = await happen(CASES[what]!)
    const seat = CASES[what]!.second ? 'seller' : 'buyer'
    const own = events.filter((event) => 'seat' in event && event.seat === seat)
    const replies = own.flatMap((event) => (event.type === 'reply.received' ? [event] : []))
    const failed = own.find((event) => event.type === 'call.failed')
    const absent = own.find((event) => event.type === 'seat.absent')
    const end = events.find((event) => event.type === 'negotiation.ended')?.end
    if (leads === 'taken')
      expect(replies[0]).toMatchObject({ repair: 0, read: expect.stringMatching(/OFFER/) })
    if (['repaired', 'passed', 'ended'].includes(leads)) {
      expect(replies[0]).toMatchObject({ repair: 0, fault: { code } })
      expect(replies[1]).toMatchObject({ turn: replies[0]!.turn, repair: 1 })
    }
    if (leads === 'repaired') expect(replies[1]!.read).toBeDefined()
    if (leads === 'passed') expect(end).not.toMatchObject({ turn: 1 })
    if (leads === 'ended') expect(end).toMatchObject({ kind: 'no-agreement', reason: 'fault', turn: 1 })
    if (leads === 'interrupted') {
      expect(end).toMatchObject({ kind: 'interrupted', turn: 1 })
      if (replies.length > 0) expect(replies[0]).toMatchObject({ fault: { code } })
      else expect(absent).toMatchObject({ code })
      if (code === 'input-over-limit')
        expect(sent.map(({ path }) => path)).toEqual(['/v1/messages/count_tokens'])
      else if (replies.length === 0) expect(sent).toHaveLength(1)
      if (code === 'lost-reply') expect(failed).toMatchObject({ lost: true })
      expect(events.at(-1)).not.toHaveProperty('points')
    }
    if (leads === 'retried') {
      expect(failed).toMatchObject({ failure: code, lost: code === 'stream-cut' })
      expect(replies[0]).toMatchObject({ turn: 1, repair: 0 })
    }
    if (leads === 'halted') {
      expect(summary).toMatchObject({ ended: 'halted', closed: 0 })
      expect(summary.halts[0]).toMatchObject({
        code,
        scope: code === 'attempts-spent' ? 'negotiation' : 'model',
      })
      expect(summary.halts[0]!.detail).toMatch(/Words of the provider|credit balance/)
      expect(end).toBeUndefined()
      // What was halted goes on where it stood, once the world has been mended.
      server.answer(text(OFFER))
      const left = server.seen.length
      await runModels(folder, server.url)
      expect(server.seen.length).toBeGreaterThan(left)
      expect((await eventsOf(folder)).at(-1)!.event.type).toBe('negotiation.ended')
    } else expect(summary).toMatchObject({ ended: 'complete', failures: [] })
    for (const { differences } of Object.values(await verify(folder))) expect(differences).toEqual([])
  })
})
