/**
 * OpenAI's Chat Completions on the wire, which many servers speak, each with an accent: what a prompt becomes as a
 * request body, and what a response says. Pure. https://platform.openai.com/docs/api-reference/chat
 */

import { chatText, chatUsage } from '../wire/chat.ts'
import { chatStream } from '../wire/chat-stream.ts'
import type { Answer, ModelPrompt, ModelSettings, Stop, Wire } from '../wire/contract.ts'
import { type Broken, decodeWith, partialOf, type Reader } from '../wire/decode.ts'
import { type ErrorTold, errorTold } from '../wire/failure.ts'
import { itemsOf, partsOf, sendable } from '../wire/items.ts'
import { isRecord, type Json, label, list, record, told } from '../wire/json.ts'
import { addTo, FROM_PROMPT, refuseParams, refuseSeveral } from '../wire/params.ts'

const PROVIDER = 'openai-chat'

/** Model, messages with the system prompt first, then the params as they were given. */
function encode(prompt: ModelPrompt, { model, params = {} }: ModelSettings): Json {
  refuseParams(params, { model: FROM_PROMPT, messages: FROM_PROMPT })
  refuseSeveral(params.n, 'n')
  const { schema } = prompt
  const format = schema && { type: 'json_schema', json_schema: { ...schema, strict: true } }
  return {
    model,
    messages: [
      ...(prompt.system === '' ? [] : [{ role: 'system', content: prompt.system }]),
      ...sendable(prompt.messages).flatMap((message) => {
        const { role, content } = message
        return partsOf(PROVIDER, message) ?? [{ role, content }]
      }),
    ],
    ...(format ? addTo(params, 'response_format', format) : params),
  }
}

/** Reasons to finish, those of compatible servers among them. */
const FINISHES: Readonly<Record<string, Stop>> = {
  stop: 'end',
  // Together.
  eos: 'end',
  length: 'length',
  content_filter: 'content-filter',
  tool_calls: 'tool',
  function_call: 'tool',
  // Mistral.
  model_length: 'context-exceeded',
}

/** Reasons that mean that the server gave up: the code and message of the error they stand for. */
const GAVE_UP: Readonly<Record<string, string>> = {
  error: 'The provider ended the reply with an error.',
  // DeepSeek.
  insufficient_system_resource: 'The provider ran out of resources during the reply.',
  // vLLM.
  abort: 'The server aborted the reply.',
}

/** Reads a completion, as it came or as a stream made it up. */
function readCompletion(body: Json): Answer | Broken | undefined {
  const [first] = list(body.choices)
  if (!isRecord(first)) return undefined
  const message = record(first.message)
  const finish = label(first.finish_reason)
  const refusal = label(message.refusal)
  const known = finish !== undefined && Object.hasOwn(FINISHES, finish) ? FINISHES[finish]! : 'other'
  const answer: Answer = {
    kind: 'answer',
    text: chatText(message.content),
    stop: refusal === undefined ? known : 'refusal',
    usage: chatUsage(record(body.usage)),
    items: itemsOf(PROVIDER, [message]),
    ...told({
      stopRaw: refusal === undefined ? finish : 'refusal',
      explanation: refusal,
      usageRaw: body.usage ?? undefined,
      model: label(body.model),
      tier: label(body.service_tier),
      id: label(body.id),
    }),
  }
  const error = errorOf(first, finish)
  if (!error) return answer
  const came = answer.text !== '' || (answer.usage.output ?? 0) > 0
  return came ? { error, partial: partialOf(answer) } : { error }
}

function errorOf(choice: Json, finish: string | undefined): ErrorTold | undefined {
  if (isRecord(choice.error)) return errorTold({ error: choice.error }, true)
  if (finish === undefined || !Object.hasOwn(GAVE_UP, finish)) return undefined
  return { message: GAVE_UP[finish]!, code: finish, words: [finish], lasting: false }
}

const reader: Reader = {
  provider: PROVIDER,
  whole: readCompletion,
  stream: () => chatStream(readCompletion),
}

export const wire: Wire = {
  provider: PROVIDER,
  request: (prompt, settings) => ({
    path: '/chat/completions',
    body: encode(prompt, settings),
    stream: settings.params?.stream === true,
  }),
  decode: (received) => decodeWith(reader, received),
}
