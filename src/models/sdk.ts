/**
 * What the clients share: an official SDK builds, addresses and authenticates a request; a `fetch` of ours puts
 * exactly our bytes in its place on the wire and keeps what comes back. What the SDK makes of the response is
 * ignored, so it gets an empty one: our own wire decodes our own bytes.
 */
import type { ClientOptions, Exchange, ModelClient, SendOptions } from './exchange.ts'
import { SENT_HEADERS } from './headers.ts'
import { isLoopback } from './proxy.ts'
import { fetchTransport, pooledTransport, proxiedTransport } from './transport.ts'

/** The SDKs pass fields that they do not know on to `fetch`: so a call finds its own attempt again. */
const ATTEMPT = Symbol('attempt')

interface Attempt extends SendOptions {
  readonly body: string
  exchange?: Exchange
}

/** Fetch options that hold the attempt; the empty type is one that every SDK takes. */
export type Marked = Readonly<Record<never, never>>

/** The longest timeout a timer takes: an SDK wants one, ours is the one that counts. */
export const NO_TIMEOUT = 2 ** 31 - 1

/** What an SDK gets that reads nothing of it; making one for each call costs as much as a hash. */
const UNREAD = new Response()

/** Paths whose URL is kept: a client has one or two, but a model's name can be a part of them. */
const MOST_URLS = 100

export interface SdkParts {
  readonly options: ClientOptions
  /** Where there is no override. */
  readonly baseUrl: string
  /** What an SDK's answer must hold so that it does not stumble over it; nothing unless given. */
  readonly answer?: string
  /** Makes the SDK, which must use this `fetch`; called where it cannot see the environment. */
  make(fetch: typeof globalThis.fetch): SdkCall
}

/** Sends one request through the SDK; `fetchOptions` must reach our `fetch`. */
export type SdkCall = (url: string, body: string, fetchOptions: Marked) => Promise<unknown>

/** The sending half of a client. */
export function makeSender({ options, baseUrl, answer, make }: SdkParts): ModelClient['send'] {
  const { apiKey, fetch: given, proxy } = options
  const base = options.baseUrl ?? baseUrl
  const pooled = proxy === undefined || isLoopback(base) ? pooledTransport : proxiedTransport(proxy)
  const transport = given ? fetchTransport(given) : pooled
  const call = unseen(() =>
    make(async (url, init) => {
      const attempt = (init as { [ATTEMPT]: Attempt })[ATTEMPT]
      // An SDK that sends twice would spend what nobody counts.
      if (attempt.exchange) throw new Error('an attempt is sent once')
      const { body, timeoutMs, signal, onBytes } = attempt
      const headers = sentHeaders(init?.headers)
      attempt.exchange = await transport({
        url: String(url),
        headers,
        body,
        timeoutMs,
        signal,
        onBytes,
        secret: apiKey,
      })
      return answer === undefined ? UNREAD : new Response(answer)
    }),
  )
  const urls = new Map<string, string>()
  return async (request, bodyText, { timeoutMs, signal, onBytes }) => {
    const attempt: Attempt = { body: bodyText, timeoutMs, signal, onBytes }
    try {
      // Whole before an SDK sees it: one puts its own host before anything that is no URL.
      const href = urls.get(request.path) ?? new URL(joinUrl(base, request.path)).href
      if (urls.size < MOST_URLS) urls.set(request.path, href)
      await call(href, bodyText, { [ATTEMPT]: attempt })
    } catch (error) {
      // Of a response that was kept, the SDK's opinion does not matter; without one, nothing was sent.
      if (!attempt.exchange) throw error
    }
    return attempt.exchange!
  }
}

function sentHeaders(made: ConstructorParameters<typeof Headers>[0]): Record<string, string> {
  const headers = made instanceof Headers ? made : new Headers(made)
  const sent: Record<string, string> = {}
  for (const name of SENT_HEADERS) {
    const value = headers.get(name)
    if (value !== null) sent[name] = value
  }
  return sent
}

/**
 * The SDKs read dozens of variables when they are made: other keys, organisations, projects, custom headers, log
 * levels, tracing, base URLs. None of it is asked for, so it is out of sight while they are. Nothing else runs
 * meanwhile.
 */
export function unseen<T>(make: () => T): T {
  const { env } = process
  process.env = {}
  try {
    return make()
  } finally {
    process.env = env
  }
}

/** `https://host/v1` and `/v1/messages` meet as `https://host/v1/messages`: the version is not said twice. */
export function joinUrl(base: string, path: string): string {
  const front = base.replace(/\/+$/, '')
  const version = /^\/v\d+(?:alpha|beta)?\d*(?=\/)/.exec(path)?.[0]
  return front + (version !== undefined && front.endsWith(version) ? path.slice(version.length) : path)
}

/** How long counting may take: a guess is better than a negotiation that waits for a count. */
const COUNT_MS = 30_000

/** Asks a counting endpoint; undefined where it does not answer with a count. */
export async function askCount(
  send: ModelClient['send'],
  path: string,
  body: Readonly<Record<string, unknown>>,
  field: string,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const options = { timeoutMs: COUNT_MS, signal }
  const { received } = await send({ path, body, stream: false }, JSON.stringify(body), options)
  if (received?.status !== 200 || !received.ended) return undefined
  try {
    const count = (JSON.parse(Buffer.from(received.body).toString()) as Record<string, unknown>)[field]
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
  } catch {
    return undefined
  }
}

/** The named fields of a body, those that it has. */
export const pick = (
  body: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)))
