/** One request to a server, made from a wire and read back by it: no client of ours, no SDK, only bytes. */
import type {
  Decoded,
  ModelPrompt,
  ModelSettings,
  ProviderName,
  Received,
} from '../../src/models/wire/contract.ts'
import { wireOf } from '../../src/models/wire/registry.ts'
import { PATIENCE_MS } from './patience.ts'

export interface Called {
  /** Undefined where no response began. */
  readonly received?: Received
  readonly decoded?: Decoded
  readonly error?: unknown
}

/** The settings that ask for a stream, by provider. */
export const STREAMED: Readonly<Record<ProviderName, Record<string, unknown>>> = {
  anthropic: { stream: true },
  openai: { stream: true },
  'openai-chat': { stream: true, stream_options: { include_usage: true } },
  google: { stream: true },
}

/** Sends a prompt to `url` as the provider's client would, and decodes whatever bytes came. */
export async function wireCall(
  url: string,
  provider: ProviderName,
  prompt: ModelPrompt,
  settings: ModelSettings,
  signal: AbortSignal = AbortSignal.timeout(PATIENCE_MS),
): Promise<Called> {
  const wire = wireOf(provider)
  const { path, body } = wire.request(prompt, settings)
  let response: Response
  try {
    response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
  } catch (error) {
    return { error }
  }
  const parts: Uint8Array[] = []
  let failed: unknown
  try {
    for await (const part of response.body!) parts.push(part)
  } catch (error) {
    failed = error
  }
  const received: Received = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.concat(parts),
    ended: failed === undefined,
  }
  return { received, decoded: wire.decode(received), ...(failed === undefined ? {} : { error: failed }) }
}
