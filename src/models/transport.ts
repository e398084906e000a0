/**
 * Bytes out, bytes in: sends a body exactly as given and keeps what comes back, byte by byte, however it ends.
 *
 * Built on undici's `dispatch`, below its `fetch`: a handler collects the chunks, no stream, Request or Response is
 * made of them: 112 µs of processor time a call, where `request` took 152, `fetch` 394 and Node's own 379
 * (bench/calls.bench.ts; docs/decisions/0006-our-bytes-their-sdks.md).
 */
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { decompressed } from './decompress.ts'
import type { Exchange, ExchangeFailure, SendOptions } from './exchange.ts'
import { keptHeaders } from './headers.ts'
import type { ProxySettings } from './proxy.ts'
import { makeBlank } from './secrets.ts'

export interface Outgoing extends SendOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Blanked wherever the server sends it back. */
  readonly secret: string
}

export type Transport = (outgoing: Outgoing) => Promise<Exchange>

/** Nobody's reply is this long; a server that never stops must not fill the memory. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Bodies are asked for uncompressed, so that the bytes recorded are the bytes sent. A server that compresses all
 * the same is recorded decoded (decompress.ts).
 */
const PLAIN = { 'accept-encoding': 'identity' }

/** The deadline of an attempt is the caller's; what is set here is that of connecting. */
const LIMITS = {
  allowH2: false,
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: 20_000,
  maxResponseSize: MOST_BYTES,
} as const
const CONNECT_MS = 15_000

let agent: Agent | undefined
/** Pools through proxies, by their settings: one for each environment that names any, so mostly none. */
const proxied = new Map<string, EnvHttpProxyAgent>()

/**
 * One pool of connections for the whole process. It follows no redirect: a key goes to the host it was meant for.
 */
const pool = (): Agent => (agent ??= new Agent({ ...LIMITS, connect: { timeout: CONNECT_MS } }))

/**
 * The same through proxies. Settings are given whole, so that the library looks for none of its own; a call over
 * HTTPS goes through a tunnel, whose proxy sees the host and nothing of what is sent.
 */
function proxyPool(settings: ProxySettings): Dispatcher {
  const key = JSON.stringify(settings)
  const known =
    proxied.get(key) ?? new EnvHttpProxyAgent({ ...LIMITS, connectTimeout: CONNECT_MS, ...settings })
  proxied.set(key, known)
  return known
}

/** Closes idle connections; the next call opens new ones. Tests and benches use it, a study need not. */
export async function closeConnections(): Promise<void> {
  const closing = [...(agent ? [agent] : []), ...proxied.values()]
  agent = undefined
  proxied.clear()
  await Promise.all(closing.map((one) => one.destroy()))
}

interface Place {
  readonly origin: string
  readonly path: string
}

let last: { readonly url: string; readonly place: Place } | undefined

/** Where a URL leads; calls mostly go where the one before went. */
function placeOf(url: string): Place {
  if (last?.url === url) return last.place
  const { origin, pathname, search } = new URL(url)
  last = { url, place: { origin, path: pathname + search } }
  return last.place
}

/** Sends one request over pooled connections. Never rejects for what the network does. */
export const pooledTransport: Transport = (outgoing) => sendOver(pool, outgoing)

/** The same through the proxies that these settings name for where a request goes. */
export const proxiedTransport =
  (settings: ProxySettings): Transport =>
  (outgoing) =>
    sendOver(() => proxyPool(settings), outgoing)

const sendOver = (dispatcher: () => Dispatcher, outgoing: Outgoing): Promise<Exchange> =>
  new Promise((resolve, reject) => {
    const recording = new Recording(outgoing, resolve)
    if (recording.over) return
    try {
      dispatcher().dispatch(
        {
          ...placeOf(outgoing.url),
          method: 'POST',
          headers: { ...outgoing.headers, ...PLAIN },
          body: Buffer.from(outgoing.body, 'utf8'),
          // A proxy's own connection, which plain HTTP goes over, has deadlines of its own otherwise.
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        recording,
      )
    } catch (error) {
      recording.drop()
      reject(error)
    }
  })

/** Collects one response. Its methods are what undici calls. */
class Recording implements Dispatcher.DispatchHandler {
  over = false
  private readonly outgoing: Outgoing
  private readonly resolve: (exchange: Exchange) => void
  private readonly start = performance.now()
  private readonly timer: NodeJS.Timeout
  private readonly chunks: Buffer[] = []
  private controller: Dispatcher.DispatchController | undefined
  private status = 0
  private kept: Record<string, string> = {}
  private encoding = ''
  private firstByteMs: number | undefined

  constructor(outgoing: Outgoing, resolve: (exchange: Exchange) => void) {
    this.outgoing = outgoing
    this.resolve = resolve
    const { timeoutMs, signal } = outgoing
    this.timer = setTimeout(onTimeout, Math.min(timeoutMs, 2 ** 31 - 1), this)
    if (signal?.aborted) this.onAbort()
    else signal?.addEventListener('abort', this.onAbort)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // A request that waited for a connection may be over before it begins: then nothing is sent.
    if (this.over) controller.abort(new Error('given up before it was sent'))
    this.controller = controller
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (this.over || status < 200) return
    this.firstByteMs = performance.now() - this.start
    this.status = status
    this.kept = keptHeaders(Object.entries(headers))
    const encoding = headers['content-encoding']
    if (encoding !== undefined) this.encoding = String(encoding)
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.over) return
    this.chunks.push(chunk)
    if (this.status < 300) this.outgoing.onBytes?.(chunk)
  }

  onResponseEnd(): void {
    this.finish()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.finish(networkFailure(error))
  }

  readonly onAbort = (): void => this.giveUp({ kind: 'aborted', message: 'The call was given up.' })

  giveUp(failure: ExchangeFailure): void {
    this.finish(failure)
    this.controller?.abort(new Error(failure.message))
  }

  /** Lets go of the clock and the signal without a result. */
  drop(): void {
    this.over = true
    clearTimeout(this.timer)
    this.outgoing.signal?.removeEventListener('abort', this.onAbort)
  }

  private finish(failure?: ExchangeFailure): void {
    if (this.over) return
    this.drop()
    const totalMs = performance.now() - this.start
    const { status, kept, firstByteMs, chunks, encoding, outgoing } = this
    const response = status === 0 ? undefined : { status, kept, firstByteMs: firstByteMs!, chunks, encoding }
    this.resolve(exchangeOf(outgoing.secret, totalMs, response, failure))
  }
}

function onTimeout(recording: Recording): void {
  recording.giveUp(timeoutFailure)
}

const timeoutFailure: ExchangeFailure = { kind: 'timeout', message: 'No whole response came in time.' }

interface Response {
  readonly status: number
  readonly kept: Record<string, string>
  readonly firstByteMs: number
  readonly chunks: readonly Uint8Array[]
  readonly encoding: string
}

/** What is kept of an attempt, the key blanked wherever it came back. */
function exchangeOf(
  secret: string,
  totalMs: number,
  response: Response | undefined,
  failure: ExchangeFailure | undefined,
): Exchange {
  const blank = makeBlank(secret)
  const told = failure && { failure: { ...failure, message: blank.text(failure.message) } }
  if (!response) return { ...told, totalMs, kept: {} }
  const { status, firstByteMs, encoding } = response
  const whole = response.chunks.length === 1 ? response.chunks[0]! : Buffer.concat(response.chunks)
  const body = blank.bytes(encoding === '' ? whole : decompressed(whole, encoding))
  const kept = blank.values(response.kept)
  return {
    received: { status, headers: kept, body, ended: failure === undefined },
    ...told,
    firstByteMs,
    totalMs,
    kept,
    ...(blank.used() && { redacted: true }),
  }
}

/** What the network's error says, without its stack. An error of several addresses says nothing itself. */
function networkFailure(error: unknown): ExchangeFailure {
  const outer = error as Error & { code?: unknown; cause?: unknown; errors?: readonly unknown[] }
  const inner = (outer.errors?.[0] ?? outer.cause ?? outer) as Error & { code?: unknown }
  const code = inner.code ?? outer.code
  return {
    kind: 'network',
    message: inner.message || outer.message || 'The connection failed.',
    ...(typeof code === 'string' && { code }),
  }
}

/** The same over a given `fetch`. */
export const fetchTransport =
  (given: typeof fetch): Transport =>
  async ({ url, headers, body, timeoutMs, signal, secret, onBytes }) => {
    const start = performance.now()
    const clock = new AbortController()
    const timer = setTimeout(() => clock.abort(), Math.min(timeoutMs, 2 ** 31 - 1))
    const chunks: Uint8Array[] = []
    let response: Omit<Response, 'chunks'> | undefined
    let failure: ExchangeFailure | undefined
    try {
      const answer = await given(url, {
        method: 'POST',
        headers: { ...headers, ...PLAIN },
        body: Buffer.from(body, 'utf8'),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, clock.signal]) : clock.signal,
      })
      // A `fetch` decodes what is compressed itself.
      const firstByteMs = performance.now() - start
      response = { status: answer.status, kept: keptHeaders(answer.headers), firstByteMs, encoding: '' }
      if (answer.body) {
        for await (const chunk of answer.body) {
          chunks.push(chunk)
          if (answer.ok) onBytes?.(chunk)
        }
      }
    } catch (error) {
      if (signal?.aborted) failure = { kind: 'aborted', message: 'The call was given up.' }
      else failure = clock.signal.aborted ? timeoutFailure : networkFailure(error)
    } finally {
      clearTimeout(timer)
    }
    const totalMs = performance.now() - start
    return exchangeOf(secret, totalMs, response && { ...response, chunks }, failure)
  }
