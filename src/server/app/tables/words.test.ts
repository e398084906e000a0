/** The words of a model, shown to the owner as they stream and to nobody at the table; its record is like any other. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer, tokenIn } from '../../../../test/support/house.ts'
import { makeClient } from '../../../models/exchange.ts'
import type { SeatAnswer, TablePage, TableWords } from '../../../pages/table-types.ts'
import { checkRecord } from './suite-record.ts'

const KEY = 'sk-a-key-that-nobody-may-see'
const REPLY = JSON.stringify({
  action: 'OFFER',
  offer_id: null,
  terms: { unit_price_usd: 90, cancellation_fee_pct: 60, name_change_notice_hours: 60 },
  message: `We thought about it at length. ${KEY}`,
})

const PIECE = 12
/** How much of the reply the owner has been shown. */
let shown = 0

/** Speaks Anthropic's streams, a few letters at a time; says the next ones when the owner has seen those before. */
const provider = createServer((_request, response) => void stream(response))

async function stream(response: ServerResponse): Promise<void> {
  const event = (data: { type: string }): void =>
    void response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const usage = { input_tokens: 10, output_tokens: 1 }
  const start = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
  event({ type: 'message_start', message: start } as { type: string })
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as {
    type: string
  })
  for (let at = 0; at < REPLY.length; at += PIECE) {
    event({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: REPLY.slice(at, at + PIECE) },
    } as { type: string })
    // Words are shown some times a second, of whatever bytes come then.
    const said = Math.min(at + PIECE, REPLY.length)
    while (shown < said && said <= 5 * PIECE && !response.destroyed) {
      await pause(40)
      event({ type: 'ping' })
    }
  }
  event({ type: 'content_block_stop', index: 0 } as { type: string })
  event({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 60 },
  } as { type: string })
  event({ type: 'message_stop' })
  response.end()
}

let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => provider.close(resolve)))

test('words come as they stream, grow, and are gone when the reply is whole', async () => {
  const server = await openServer({
    world: {
      client: (_, spec) => makeClient(spec.provider, { apiKey: KEY, baseUrl: url }),
      secret: () => (text) => text.replaceAll(KEY, '*'.repeat(KEY.length)),
    },
    providers: ['anthropic'],
  })
  try {
    const made = await server.make({
      scenario: 'concert-tickets',
      opener: 'seller',
      seats: { buyer: { who: 'person' }, seller: { who: 'anthropic:claude-sonnet-4-5' } },
      capUsd: '0.50',
    })
    const stop = new AbortController()
    const live = await server.owner('GET', `/api/tables/${made.table}/live`)
    const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    let page: TablePage | undefined
    const grown = new Set<string>()
    while (!page || page.lines.length === 0) {
      const { value, done } = await reader.read()
      if (done) break
      text += value
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const block = text.slice(0, end)
        text = text.slice(end + 2)
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data === undefined) continue
        if (block.includes('event: words')) expect(data).not.toContain(KEY)
        if (block.includes('event: page')) page = JSON.parse(data) as TablePage
        else
          for (const one of JSON.parse(data) as TableWords[]) {
            if (one.seat !== 'seller') continue
            grown.add(one.text)
            shown = Math.max(shown, one.text.length)
          }
      }
    }
    await reader.cancel()
    stop.abort()
    expect(page?.row.message).toBeUndefined()
    expect(grown.size).toBeGreaterThan(3)
    const lengths = [...grown].map(({ length }) => length)
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
    expect(page!.lines[0]).toMatchObject({ seat: 'seller', actionText: 'offers O1' })
    expect(server.house.table(made.table).words()).toEqual([])

    // The person sees what was said once it is said.
    const seat = await fetch(`${server.url}/api/seat`, {
      headers: { authorization: `Seat ${tokenIn(made.links[0]!.path)}` },
    })
    expect(((await seat.json()) as SeatAnswer).page.standing?.id).toBe('O1')
    await server.house.close()
    await expect(checkRecord(page!.folder)).resolves.toMatchObject({ differences: [] })
  } finally {
    await server.close()
  }
})

test('a model that cannot be called leaves the table waiting, with words for the owner alone', async () => {
  const server = await openServer({
    world: { client: async (_, spec) => makeClient(spec.provider, { apiKey: KEY, baseUrl: `${url}1` }) },
  })
  try {
    const made = await server.make({
      scenario: 'concert-tickets',
      opener: 'seller',
      seats: { buyer: { who: 'person' }, seller: { who: 'anthropic:no-price-is-known' } },
      capUsd: '0.50',
    })
    const pageOf = async (): Promise<TablePage> =>
      (await (await server.owner('GET', `/api/tables/${made.table}`)).json()) as TablePage
    await expect.poll(async () => (await pageOf()).row.state).toBe('failed')
    expect((await pageOf()).row.message).toMatch(/price/)
    const seat = await fetch(`${server.url}/api/seat`, {
      headers: { authorization: `Seat ${tokenIn(made.links[0]!.path)}` },
    })
    const told = await seat.text()
    expect((JSON.parse(told) as SeatAnswer).status).toBe('paused')
    expect(told).not.toMatch(/price is|no-price/)
  } finally {
    await server.close()
  }
})
