/** Whether a request has more tokens than the study allows: counted before it is sent, and only where it could. */
import type { ModelClient } from '../../models/exchange.ts'
import { estimateTokens } from '../../models/tokens.ts'
import type { ModelPrompt, ModelSettings } from '../../models/wire/contract.ts'

export interface TokenCount {
  readonly tokens: number
  readonly by: 'provider' | 'estimate'
}

/**
 * The tokens of a prompt where they are more than `limit`; else undefined. A token is at least one byte long, so a
 * body of no more bytes than the limit needs no counting.
 */
export async function overLimit(
  limit: number | undefined,
  bytes: number,
  client: ModelClient,
  prompt: ModelPrompt,
  settings: ModelSettings,
  signal: AbortSignal,
): Promise<TokenCount | undefined> {
  if (limit === undefined || bytes <= limit) return undefined
  const counted = await client.countTokens?.(prompt, settings, signal).catch(() => undefined)
  const count: TokenCount =
    counted === undefined
      ? { tokens: await estimate(prompt), by: 'estimate' }
      : { tokens: counted, by: 'provider' }
  return count.tokens > limit ? count : undefined
}

/** What surrounds each message, in tokens: roles and marks. */
const PER_MESSAGE = 8

/** An estimate, for models whose provider does not count for us. */
async function estimate({ system, messages, schema }: ModelPrompt): Promise<number> {
  const texts = [
    system,
    ...messages.map(({ content, items }) => (items === undefined ? content : JSON.stringify(items))),
    ...(schema ? [JSON.stringify(schema)] : []),
  ]
  let tokens = 0
  for (const text of texts) tokens += PER_MESSAGE + (await estimateTokens(text))
  return tokens
}
