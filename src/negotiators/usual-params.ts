/** What goes into the requests of a model that was named and nothing more: how long its replies may be. */
import type { ProviderName } from '../models/wire/contract.ts'

/** In each API's own words; Anthropic's makes no request without one, and no cap on a run holds without one. */
export const USUAL_PARAMS: Readonly<Record<ProviderName, Readonly<Record<string, unknown>>>> = {
  anthropic: { max_tokens: 2048 },
  openai: { max_output_tokens: 2048 },
  'openai-chat': { max_completion_tokens: 2048 },
  google: { generationConfig: { maxOutputTokens: 2048 } },
}
