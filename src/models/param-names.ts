/**
 * Names of params that the APIs have, to see slips of the pen by. Not all that there are: what is not here may well be
 * right, and is sent as it is written.
 */
import type { ProviderName } from './wire/contract.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

const NAMES: Readonly<Record<ProviderName, readonly string[]>> = {
  anthropic: words(`
    max_tokens cache_control container context_management fallbacks inference_geo mcp_servers metadata output_config
    output_format service_tier speed stop_sequences stream temperature thinking tool_choice tools top_k top_p betas`),
  openai: words(`
    max_output_tokens max_tool_calls context_management include metadata moderation parallel_tool_calls
    prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream
    stream_options temperature text tool_choice tools top_logprobs top_p truncation user verbosity`),
  'openai-chat': words(`
    max_tokens max_completion_tokens frequency_penalty logit_bias logprobs metadata modalities moderation n
    parallel_tool_calls presence_penalty prediction prompt_cache_key prompt_cache_options prompt_cache_retention
    reasoning reasoning_effort reasoning_format response_format safety_identifier safe_prompt seed service_tier stop
    store stream stream_options temperature thinking tool_choice tools top_a top_k top_logprobs top_p min_p
    typical_p repetition_penalty repeat_penalty provider models transforms verbosity user web_search_options
    chat_template_kwargs extra_body guided_json guided_choice guided_regex keep_alive options format num_ctx
    num_predict mirostat top_n_sigma random_seed prompt_mode`),
  google: words(`
    generationConfig safetySettings serviceTier stream tools toolConfig labels store`),
}

/** Of `generationConfig`, where Google has most of its settings. */
const GENERATION = words(`
  maxOutputTokens temperature topP topK candidateCount stopSequences responseLogprobs logprobs presencePenalty
  frequencyPenalty seed responseMimeType responseSchema responseJsonSchema responseModalities mediaResolution
  speechConfig thinkingConfig imageConfig`)

/** Names that stand among the params of a request, by their path, with those that could stand there. */
export function paramNames(
  provider: ProviderName,
  params: Readonly<Record<string, unknown>>,
): { readonly path: readonly string[]; readonly known: readonly string[] }[] {
  const top = Object.keys(params).map((name) => ({ path: [name], known: NAMES[provider] }))
  const { generationConfig: inner } = params
  if (provider !== 'google' || typeof inner !== 'object' || inner === null) return top
  return [
    ...top,
    ...Object.keys(inner).map((name) => ({ path: ['generationConfig', name], known: GENERATION })),
  ]
}
