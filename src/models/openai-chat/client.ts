/**
 * OpenAI's Chat Completions over its SDK, and every server that speaks the same by its base URL. None of them counts
 * tokens for us, so there is no `countTokens`.
 */
import type { ClientOptions, ModelClient } from '../exchange.ts'
import { openaiSender } from '../openai/sdk.ts'
import { wire } from './wire.ts'

export const openaiChatClient = (options: ClientOptions): ModelClient => ({
  provider: 'openai-chat',
  wire,
  send: openaiSender(options),
})
