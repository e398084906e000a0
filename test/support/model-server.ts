/**
 * A small real HTTP server for tests of the model clients: it keeps every request and answers as it is told, also
 * badly. It knows no wire format; what it says are the recorded responses of the reference, or any text.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const WIRE = fileURLToPath(new URL('../../../shared/reference/wire/', import.meta.url))

/** Whether the recorded responses of providers are at hand; tests that need them are skipped otherwise. */
export const hasFixtures = existsSync(WIRE)

/** A recorded response, as it is. */
export const fixture = (name: string): string => readFileSync(WIRE + name, 'utf8')

/** A recorded stream as bytes travel: each line becomes an event; Anthropic and OpenAI name theirs. */
export const eventsOf = (name: string): string[] =>
  fixture(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { type } = JSON.parse(line) as { type?: string }
      return `${type === undefined ? '' : `event: ${type}\n`}data: ${line}\n\n`
    })

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = (response: ServerResponse, request: Seen) => unknown

export interface ModelServer {
  readonly url: string
  readonly seen: readonly Seen[]
  /** What it answers from now on. */
  answer(next: Answer): void
  close(): Promise<void>
}

export async function startModelServer(first: Answer = never()): Promise<ModelServer> {
  const seen: Seen[] = []
  let answer = first
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url: path = '', headers } = request
    const one: Seen = { method, path, headers, body: Buffer.concat(chunks).toString() }
    seen.push(one)
    response.on('error', () => {})
    await answer(response, one)
  })
  // Longer than any test: none is to lose a request because a connection at rest is closed just then.
  server.keepAliveTimeout = 10 * 60_000
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer(next) {
      answer = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

/** A whole body at once. */
export const whole =
  (body: string | Uint8Array, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, { ...JSON_TYPE, ...headers })
    response.end(body)
  }

/** Events one by one, a pause between them; `cut`: the connection breaks after so many. */
export const stream =
  (events: readonly string[], { pauseMs = 0, cut }: { pauseMs?: number; cut?: number } = {}): Answer =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events.slice(0, cut)) {
      await new Promise((done) => response.write(event, done))
      if (pauseMs > 0) await pause(pauseMs)
    }
    if (cut === undefined) response.end()
    else response.socket?.destroy()
  }

/** Never answers. */
export const never = (): Answer => () => {}

/** Breaks the connection before a byte of the response, or after its headers: then gently, so that they arrive. */
export const reset =
  (afterHeaders = false): Answer =>
  (response) => {
    if (!afterHeaders) return response.socket?.resetAndDestroy()
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' })
    response.flushHeaders()
    return response.socket?.end()
  }

/** A page, as proxies answer. */
export const page = (status: number): Answer =>
  whole('<html><h1>Sorry</h1></html>', status, { 'content-type': 'text/html' })
