/** What tests of tables share: servers that end with their test, and people who ask, wait and move over HTTP. */
import { setTimeout as pause } from 'node:timers/promises'
import { openServer, type Server, tokenIn } from '../../../../test/support/house.ts'
import { PATIENCE_MS } from '../../../../test/support/patience.ts'
import type { SeatAnswer, TableMade } from '../../../pages/table-types.ts'

export const open: Server[] = []
/** Closes every server that a test has started. */
export async function closeAll(): Promise<void> {
  for (const server of open.splice(0)) await server.close()
}

export async function start(options: Parameters<typeof openServer>[0] = {}): Promise<Server> {
  const server = await openServer(options)
  open.push(server)
  return server
}

export const call = (
  server: Server,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Response> =>
  fetch(server.url + path, {
    method,
    ...(signal ? { signal } : {}),
    headers: { authorization: `Seat ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })

export const look = async (server: Server, token: string): Promise<SeatAnswer> =>
  (await (await call(server, token, 'GET', '/api/seat')).json()) as SeatAnswer

/** Waits until the seat is asked for a move, or all has ended. */
export async function asked(server: Server, token: string): Promise<SeatAnswer> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    const answer = await look(server, token)
    if (answer.page.move || answer.page.end) return answer
    await pause(10)
  }
  throw new Error('nobody was asked')
}

export const move = (server: Server, token: string, { page }: SeatAnswer, what: unknown): Promise<Response> =>
  call(server, token, 'POST', '/api/seat/move', {
    turn: page.move!.turn,
    repair: page.move!.repair,
    move: what,
  })

export const offer = (price: number, message = 'Here are my terms.') => ({
  action: 'OFFER',
  offer_id: null,
  terms: { unit_price_usd: price, cancellation_fee_pct: 20, name_change_notice_hours: 24.5 },
  message,
})

export const none = { action: 'NONE', message: '' }

export const PEOPLE = {
  scenario: 'concert-tickets',
  opener: 'buyer',
  seats: { buyer: { who: 'person' }, seller: { who: 'person' } },
} as const

export const tokens = ({ links }: TableMade): Record<string, string> =>
  Object.fromEntries(links.map(({ seat, path }) => [seat, tokenIn(path)]))

/** Every path of the API, with the table's own id put in. */
export async function everyPath({ table }: TableMade): Promise<[method: string, path: string][]> {
  return [
    ['GET', '/api/seat'],
    ['GET', '/api/seat/live'],
    ['POST', '/api/seat/move'],
    ['GET', '/api/watch'],
    ['GET', '/api/tables'],
    ['GET', '/api/tables/choices'],
    ['POST', '/api/tables'],
    ['GET', `/api/tables/${table}`],
    ['GET', `/api/tables/${table}/live`],
    ['POST', `/api/tables/${table}/stop`],
    ['POST', `/api/tables/${table}/go-on`],
    ['POST', `/api/tables/${table}/seats/seller/link`],
    ['DELETE', `/api/tables/${table}/seats/seller/link`],
    ['POST', `/api/tables/${table}/watch`],
    ['DELETE', `/api/tables/${table}/watch`],
    ['POST', '/api/classes'],
    ['GET', '/api/classes/class-x'],
    ['GET', '/api/classes/class-x/live'],
    ['GET', '/api/classes/class-x/results.csv'],
  ]
}

/** What a stream sends at first. */
export async function some(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body!.getReader()
  let text = ''
  while (!text.includes('event: page')) text += new TextDecoder().decode((await reader.read()).value)
  await reader.cancel()
  return text
}

interface Told {
  readonly id: string
  readonly data: SeatAnswer
}

export async function listen(server: Server, token: string, last?: string) {
  const stop = new AbortController()
  const response = await fetch(`${server.url}/api/seat/live`, {
    headers: { authorization: `Seat ${token}`, ...(last === undefined ? {} : { 'last-event-id': last }) },
    signal: stop.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  return {
    async next(): Promise<Told> {
      for (;;) {
        const end = rest.indexOf('\n\n')
        if (end >= 0) {
          const event = rest.slice(0, end)
          rest = rest.slice(end + 2)
          const id = /^id: (.*)$/m.exec(event)?.[1]
          const data = /^data: (.*)$/m.exec(event)?.[1]
          if (id !== undefined && data !== undefined) return { id, data: JSON.parse(data) as SeatAnswer }
          continue
        }
        const { value, done } = await reader.read()
        if (done) throw new Error('over')
        rest += value
      }
    },
    async leave(): Promise<void> {
      stop.abort()
      await reader.cancel().catch(() => undefined)
    },
  }
}
