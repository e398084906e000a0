/** OpenAI's Responses API over its SDK. */
import type { ClientOptions, ModelClient } from '../exchange.ts'
import { askCount, pick } from '../sdk.ts'
import { openaiSender } from './sdk.ts'
import { wire } from './wire.ts'

/** What the counting endpoint takes of a request. */
const COUNTED = [
  'model',
  'instructions',
  'input',
  'text',
  'reasoning',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'truncation',
]

export function openaiClient(options: ClientOptions): ModelClient {
  const send = openaiSender(options)
  return {
    provider: 'openai',
    wire,
    send,
    countTokens(prompt, settings, signal) {
      const { path, body } = wire.request(prompt, settings)
      return askCount(send, `${path}/input_tokens`, pick(body, COUNTED), 'input_tokens', signal)
    },
  }
}
