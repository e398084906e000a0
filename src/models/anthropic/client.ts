/**
 * Messages API over Anthropic's SDK.
 *
 * Its `post` is used, not `messages.create`: that one takes params out of the body, warns on the console of models
 * it finds old, and refuses large `max_tokens` without a stream. Anthropic's key is sent as the SDK sends it.
 */
import Anthropic from '@anthropic-ai/sdk'
import type { ClientOptions, ModelClient } from '../exchange.ts'
import { askCount, makeSender, NO_TIMEOUT, pick } from '../sdk.ts'
import { OWN_SERVER } from '../servers.ts'
import { wire } from './wire.ts'

/** What the counting endpoint takes of a request; it refuses the rest. */
const COUNTED = ['model', 'system', 'messages', 'thinking', 'tools', 'tool_choice', 'output_config']

export function anthropicClient(options: ClientOptions): ModelClient {
  const send = makeSender({
    options,
    baseUrl: OWN_SERVER.anthropic,
    make(fetch) {
      const sdk = new Anthropic({
        apiKey: options.apiKey,
        fetch,
        maxRetries: 0,
        timeout: NO_TIMEOUT,
        logLevel: 'off',
        openTelemetry: false,
      })
      const headers = { 'content-type': 'application/json' }
      return (url, body, fetchOptions) => sdk.post(url, { body, headers, fetchOptions }).asResponse()
    },
  })
  return {
    provider: 'anthropic',
    wire,
    send,
    countTokens(prompt, settings, signal) {
      const { body } = wire.request(prompt, settings)
      return askCount(send, '/v1/messages/count_tokens', pick(body, COUNTED), 'input_tokens', signal)
    },
  }
}
