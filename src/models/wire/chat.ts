/** What Chat Completions say in more than one way: the text of a message, and the tokens of a call. */
import type { Usage } from './contract.ts'
import { type Json, list, record, string } from './json.ts'
import { count, sum, usageOf, without } from './tokens.ts'

/**
 * The text of a message's content, which is text, or a list of parts where thinking has a type of its own
 * (Mistral). Open models behind a server that does not take their thinking apart begin with `<think>`.
 */
export function chatText(content: unknown): string {
  if (typeof content === 'string') return afterThinking(content)
  return list(content)
    .map(record)
    .map(({ type, text }) => (type === 'text' ? string(text) : ''))
    .join('')
}

const OPENS = /^\s*<think>/
const CLOSES = '</think>'

function afterThinking(text: string): string {
  if (!OPENS.test(text)) return text
  const end = text.indexOf(CLOSES)
  return end < 0 ? '' : text.slice(end + CLOSES.length).trimStart()
}

/** Whether `prompt_tokens` and `completion_tokens` include cached and thinking tokens differs by server. */
export function chatUsage(usage: Json): Usage {
  const details = record(usage.prompt_tokens_details)
  const prompt = count(usage.prompt_tokens)
  const cacheRead =
    count(details.cached_tokens) ?? count(usage.prompt_cache_hit_tokens) ?? count(usage.cached_tokens)
  const cacheWrite = count(details.cache_write_tokens)
  const completion = count(usage.completion_tokens)
  const thinking =
    count(record(usage.completion_tokens_details).reasoning_tokens) ?? count(usage.reasoning_tokens)
  return usageOf({
    input: without(prompt, cacheRead, cacheWrite),
    cacheRead,
    cacheWrite,
    cacheWriteLong: undefined,
    output: isApart(usage, prompt, completion, thinking) ? sum(completion, thinking) : completion,
    thinking,
  })
}

/** xAI counts thinking beside the completion; the total tells. */
function isApart(usage: Json, prompt?: number, completion?: number, thinking?: number): boolean {
  const total = count(usage.total_tokens)
  return total !== undefined && thinking !== undefined && total === sum(prompt, completion, thinking)
}
