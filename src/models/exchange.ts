/**
 * One attempt at a model call, as it went over the wire, and the clients that make it. A client sends the bytes it
 * is given and says what came back; it decodes nothing, retries nothing and knows nothing of negotiation.
 */
import type { ProxySettings } from './proxy.ts'
import type { Elsewhere } from './servers.ts'
import type {
  ModelPrompt,
  ModelSettings,
  ProviderName,
  Received,
  Wire,
  WireRequest,
} from './wire/contract.ts'

/** Why an attempt did not see the end of a response. */
export interface ExchangeFailure {
  /** `timeout`: the attempt's own deadline; `aborted`: whoever called gave up. */
  readonly kind: 'network' | 'timeout' | 'aborted'
  readonly message: string
  /** Of the operating system or of the HTTP client: `ECONNREFUSED`, `UND_ERR_SOCKET`. */
  readonly code?: string
}

export interface Exchange {
  /** All that came, also where it broke off (`ended: false`); undefined where no response began. */
  readonly received?: Received
  /** Set where the response did not come to its end. */
  readonly failure?: ExchangeFailure
  /** Milliseconds from sending to the first byte of the response, its status line. */
  readonly firstByteMs?: number
  /** Milliseconds from sending to the end, or to the failure. */
  readonly totalMs: number
  /** Headers worth keeping: request ids, rate limits, retries, content type and date, in lower case. */
  readonly kept: Readonly<Record<string, string>>
  /** Set where the server sent the key back and it was blanked: these bytes are not all as they came. */
  readonly redacted?: true
}

export interface SendOptions {
  /** The attempt's deadline, from sending to the last byte. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
  /**
   * Called with each piece of a successful response as it comes, for whoever watches: what counts is the whole, in
   * the exchange. A piece is as the network cut it, compressed where the response is, and no key is blanked in it.
   */
  readonly onBytes?: ((piece: Uint8Array) => void) | undefined
}

export interface ModelClient {
  readonly provider: ProviderName
  readonly wire: Wire
  /** Where its calls go, if neither the study nor the provider names that server. */
  readonly elsewhere?: Elsewhere
  /**
   * Sends one request whose body is `bodyText`, exactly. Resolves with whatever happened on the network; rejects
   * only where nothing could be sent at all (a base URL that is none, say).
   */
  send(request: WireRequest, bodyText: string, options: SendOptions): Promise<Exchange>
  /**
   * Input tokens of a prompt by the provider's counting endpoint; undefined where it has none or does not answer.
   * Counting is no model call: it costs nothing and leaves no event.
   */
  countTokens?(
    prompt: ModelPrompt,
    settings: ModelSettings,
    signal?: AbortSignal,
  ): Promise<number | undefined>
}

export interface ClientOptions {
  readonly apiKey: string
  /** In the place of the provider's own; a version at its end (`…/v1`) is not doubled. */
  readonly baseUrl?: string | undefined
  /** Whose choice the base URL was, for the record. */
  readonly elsewhere?: Elsewhere | undefined
  /** Proxies that calls go through, but to this machine itself. */
  readonly proxy?: ProxySettings | undefined
  /** In the place of the pooled connections of transport.ts, for tests and odd networks. */
  readonly fetch?: typeof fetch | undefined
}

/** The client of a provider. Its SDK is imported now, and no other. */
export async function makeClient(provider: ProviderName, options: ClientOptions): Promise<ModelClient> {
  const client = await clientOf(provider, options)
  return options.elsewhere ? { ...client, elsewhere: options.elsewhere } : client
}

async function clientOf(provider: ProviderName, options: ClientOptions): Promise<ModelClient> {
  switch (provider) {
    case 'anthropic':
      return (await import('./anthropic/client.ts')).anthropicClient(options)
    case 'openai':
      return (await import('./openai/client.ts')).openaiClient(options)
    case 'openai-chat':
      return (await import('./openai-chat/client.ts')).openaiChatClient(options)
    case 'google':
      return (await import('./google/client.ts')).googleClient(options)
  }
}
