/**
 * A real HTTP server on this machine that speaks the wire formats of the model providers, with scripts in the
 * place of models. It can be told to fail in every way that a provider or a model can (faults.ts).
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../../core/problem.ts'
import type { ProviderName } from '../../models/wire/contract.ts'
import type { NegotiatorSpec } from '../../negotiators/registry.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type Answer, answerCall, inputTokens } from './answer.ts'
import { anthropic } from './anthropic.ts'
import { deliver, type Response } from './deliver.ts'
import { type Asked, type Dialect, isJson, type Json, type Route } from './dialect.ts'
import { drawFault, type FaultRates } from './faults.ts'
import { google } from './google.ts'
import { makeMover, plainReply } from './moves.ts'
import { openai } from './openai.ts'
import { openaiChat } from './openai-chat.ts'
import { type LogEntry, type StubStats, Tally } from './stats.ts'
import { PromptTable } from './table.ts'

export interface StubOptions {
  readonly scenarios: readonly Scenario[]
  /** Who replies where it knows the protocol; unless given, a script that does. */
  readonly script?: NegotiatorSpec
  readonly seed?: string
  /** A free one unless given. */
  readonly port?: number
  readonly faults?: FaultRates
  /** Before every response. */
  readonly latencyMs?: number
  /** How late a slow start is. */
  readonly slowMs?: number
  /** How long a client that is rate limited is told to wait. */
  readonly waitMs?: number
  /** A model that replies claim to be from, whatever was asked for. */
  readonly model?: string
  readonly log?: (entry: LogEntry) => void
}

export interface StubServer {
  /** `http://127.0.0.1:…`, without a slash at the end. */
  readonly url: string
  /** The environment variables that point each provider here. */
  readonly env: Readonly<Record<string, string>>
  stats(): StubStats
  /** Breaks off what is under way. */
  close(): Promise<void>
}

const DIALECTS: readonly Dialect[] = [anthropic, openai, openaiChat, google]

/** Longer than any prompt. */
const LONGEST_BODY = 64 << 20

/** The base URL that a provider's client takes in the place of its own. */
export const stubBaseUrl = (provider: ProviderName, url: string): string =>
  provider === 'openai' || provider === 'openai-chat' ? `${url}/v1` : url

/** Where each provider's client looks for another server than its own. */
export const stubEnv = (url: string): Record<string, string> => ({
  ANTHROPIC_BASE_URL: stubBaseUrl('anthropic', url),
  OPENAI_BASE_URL: stubBaseUrl('openai', url),
  GEMINI_BASE_URL: stubBaseUrl('google', url),
})

/** Starts a stub server on 127.0.0.1. Throws a UserError where the port is taken. */
export async function startStub(options: StubOptions): Promise<StubServer> {
  const stub = new Stub(options)
  const server = createServer((req, res) => {
    stub.handle(req, res).catch((error: unknown) => res.destroy(error as Error))
  })
  // A pool's connection that a client takes up again is not to be closed under its hands.
  server.keepAliveTimeout = 10 * 60_000
  server.requestTimeout = 0
  server.listen({ host: '127.0.0.1', port: options.port ?? 0, backlog: 4096 })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const told =
      code === 'EADDRINUSE' ? `Port ${options.port} is taken.` : `The server cannot listen: ${message}`
    throw new UserError([{ file: '--port', message: told, mend: 'Leave --port out for a free one.' }])
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    env: stubEnv(url),
    stats: () => stub.stats(),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

class Stub {
  readonly #options: StubOptions
  readonly #seed: string
  readonly #table: PromptTable
  readonly #move: ReturnType<typeof makeMover>
  readonly #tally = new Tally()

  constructor(options: StubOptions) {
    this.#options = options
    this.#seed = options.seed ?? 'stub'
    this.#table = new PromptTable(options.scenarios)
    this.#move = makeMover(options.script)
  }

  stats(): StubStats {
    return this.#tally.stats()
  }

  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = req
    const [path = '/', query = ''] = url.split('?', 2)
    if (method === 'GET' && path === '/stub/stats') {
      await deliver(res, json(200, this.stats()))
      return
    }
    const n = this.#tally.request()
    const entry = { n, at: new Date().toISOString(), method, path }
    const body = await bodyOf(req)
    if (body === undefined) return
    const found = method === 'POST' ? routeOf(path, query) : undefined
    const given = found && parse(body)
    if (!found || !isJson(given)) {
      await this.#refuse(res, found?.dialect ?? anthropic, found ? 'bad-request' : 'not-found', entry)
      return
    }
    const { dialect, route } = found
    const asked = dialect.read(given, route)
    if (route.what === 'count') {
      this.#tally.count()
      await this.#wait()
      this.#tally.status(200)
      this.#options.log?.({ ...entry, provider: dialect.provider, status: 200, answered: false })
      await deliver(res, json(200, dialect.counted(inputTokens(asked))))
      return
    }
    await this.#call(res, entry, { dialect, route, asked, body })
  }

  async #call(
    res: ServerResponse,
    entry: Pick<LogEntry, 'n' | 'at' | 'method' | 'path'>,
    { dialect, route, asked, body }: { dialect: Dialect; route: Route; asked: Asked; body: Buffer },
  ): Promise<void> {
    const { faults = {}, waitMs = 250, model } = this.#options
    const hash = createHash('sha256').update(body).digest('hex')
    const { key: prompt, place } = this.#table.find(asked)
    const times = this.#tally.call(prompt, hash, place !== undefined)
    const seed = JSON.stringify([this.#seed, prompt, times])
    const drawn = drawFault(faults, { provider: dialect.provider, stream: asked.stream }, seed)
    const move = place ? await this.#move(place, seed) : { text: plainReply(asked.schema) }
    const call = { dialect, asked, route, seed, now: Date.now() }
    const answer = answerCall(call, move, drawn, { model, waitMs })
    // Before the reply leaves: its reader may be back sooner than this server.
    if (place && answer.text !== undefined) this.#table.follow(place, answer.text)
    if (answer.fault) this.#tally.fault(answer.fault)
    await this.#wait(answer.fault === 'slow-start' ? (this.#options.slowMs ?? 1500) : 0)
    const sent = await this.#send(res, answer)
    const { input, output } = answer.said.usage
    if (sent && answer.text !== undefined) this.#tally.answered(prompt, hash, { input, output })
    if (answer.response) this.#tally.status(answer.response.status)
    const { provider } = dialect
    this.#options.log?.({
      ...entry,
      ...{ provider, model: asked.model, stream: asked.stream },
      ...{ prompt, asked: times, known: place !== undefined, body: hash },
      ...(answer.fault ? { fault: answer.fault } : {}),
      ...(answer.response ? { status: answer.response.status } : {}),
      answered: sent && answer.text !== undefined,
      ...(answer.text === undefined ? {} : { tokens: { input, output } }),
    })
  }

  /** Sends what there is to send; true where all of it went out. */
  async #send(res: ServerResponse, { response, fault }: Answer): Promise<boolean> {
    if (response) return deliver(res, response)
    if (fault === 'reset') res.socket?.resetAndDestroy()
    else if (!res.destroyed) await once(res, 'close')
    return false
  }

  async #refuse(
    res: ServerResponse,
    dialect: Dialect,
    kind: 'bad-request' | 'not-found',
    entry: Omit<LogEntry, 'answered'>,
  ): Promise<void> {
    const detail = { id: String(entry.n), model: '', form: 0, waitMs: 0, now: 0 }
    const { status, headers, body } = dialect.refuse(kind, detail)
    this.#tally.status(status)
    this.#options.log?.({ ...entry, status, answered: false })
    await deliver(res, json(status, body, headers))
  }

  async #wait(more = 0): Promise<void> {
    const ms = (this.#options.latencyMs ?? 0) + more
    if (ms > 0) await sleep(ms)
  }
}

function routeOf(path: string, query: string): { dialect: Dialect; route: Route } | undefined {
  for (const dialect of DIALECTS) {
    const route = dialect.route(path, query)
    if (route) return { dialect, route }
  }
  return undefined
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  parts: [JSON.stringify(body)],
  ending: 'whole',
})

/** The whole body; undefined where the client broke off, or where it is too long for any prompt. */
async function bodyOf(req: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of req as AsyncIterable<Buffer>) {
      length += part.length
      if (length > LONGEST_BODY) {
        req.destroy()
        return undefined
      }
      parts.push(part)
    }
  } catch {
    return undefined
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts)
}

function parse(body: Buffer): Json | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
