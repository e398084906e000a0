/**
 * OpenAI's Responses API on the wire: what a prompt becomes as a request body, and what a response says. Pure.
 * https://platform.openai.com/docs/api-reference/responses
 */
import type { Answer, ModelPrompt, ModelSettings, Stop, Usage, Wire } from '../wire/contract.ts'
import { type Broken, decodeWith, partialOf, type Reader, type StreamReader } from '../wire/decode.ts'
import { type ErrorTold, errorTold } from '../wire/failure.ts'
import { itemsOf, partsOf, sendable } from '../wire/items.ts'
import { isRecord, type Json, label, list, record, string, told } from '../wire/json.ts'
import { addTo, FROM_PROMPT, refuseParams } from '../wire/params.ts'
import { count, usageOf, without } from '../wire/tokens.ts'

const PROVIDER = 'openai'

const ELSEWHERE = 'would put something before the prompt that the record does not show'

const REFUSED = {
  model: FROM_PROMPT,
  instructions: FROM_PROMPT,
  input: FROM_PROMPT,
  previous_response_id: ELSEWHERE,
  conversation: ELSEWHERE,
  prompt: ELSEWHERE,
  background: 'is not supported: the reply would have to be asked for again and again',
}

/** Model, instructions, input, then the params as they were given. */
function encode(prompt: ModelPrompt, { model, params = {} }: ModelSettings): Json {
  refuseParams(params, REFUSED)
  const format = prompt.schema && { type: 'json_schema', ...prompt.schema, strict: true }
  return {
    model,
    ...(prompt.system === '' ? {} : { instructions: prompt.system }),
    input: sendable(prompt.messages).flatMap((message) => {
      const { role, content } = message
      return partsOf(PROVIDER, message) ?? [{ role, content }]
    }),
    ...(format ? addTo(params, 'text', { format }) : params),
  }
}

/** Why a response is incomplete. */
const REASONS: Readonly<Record<string, Stop>> = {
  max_output_tokens: 'length',
  content_filter: 'content-filter',
}

/** Reads a Response object. `gathered`: the items that a stream brought, where the object itself has none. */
function readResponse(response: Json, gathered: readonly unknown[] = []): Answer | Broken {
  const own = list(response.output)
  const output = own.length > 0 ? own : gathered
  const answer: Answer = {
    kind: 'answer',
    text: textOf(output),
    ...stopOf(response, output),
    usage: readUsage(record(response.usage)),
    items: itemsOf(PROVIDER, output),
    ...told({
      usageRaw: response.usage ?? undefined,
      model: label(response.model),
      tier: label(response.service_tier),
      id: label(response.id),
    }),
  }
  if (response.status !== 'failed') return answer
  const error = errorTold({ error: record(response.error) }, true)!
  return { error, ...(output.length > 0 ? { partial: partialOf(answer) } : {}) }
}

function stopOf(
  response: Json,
  output: readonly unknown[],
): Pick<Answer, 'stop' | 'stopRaw' | 'explanation'> {
  const status = label(response.status)
  const refusal = partsOfMessages(output).find(({ type }) => type === 'refusal')
  if (refusal)
    return { stop: 'refusal', stopRaw: 'refusal', ...told({ explanation: label(refusal.refusal) }) }
  if (status === 'incomplete') {
    const reason = label(record(response.incomplete_details).reason)
    const stop = reason !== undefined && Object.hasOwn(REASONS, reason) ? REASONS[reason]! : 'other'
    return { stop, stopRaw: reason ?? status }
  }
  const calls = output.some((item) => /_call$/.test(string(record(item).type)) && isUnanswered(record(item)))
  const stop = status !== 'completed' ? 'other' : calls ? 'tool' : 'end'
  return { stop, ...told({ stopRaw: status }) }
}

/** A call that waits for us; those that OpenAI answers itself (searches, say) are over when the reply comes. */
const isUnanswered = ({ type }: Json): boolean => type === 'function_call' || type === 'custom_tool_call'

/**
 * The reply's messages. Some models talk about what they are doing before they answer: such commentary is marked,
 * and counts only where there is nothing else.
 */
function messagesOf(output: readonly unknown[]): Json[] {
  const messages = output.map(record).filter(({ type }) => type === 'message')
  const answers = messages.filter(({ phase }) => phase !== 'commentary')
  return answers.length > 0 ? answers : messages
}

const partsOfMessages = (output: readonly unknown[]): Json[] =>
  messagesOf(output).flatMap(({ content }) => list(content).map(record))

const textOf = (output: readonly unknown[]): string =>
  partsOfMessages(output)
    .map(({ type, text }) => (type === 'output_text' ? string(text) : ''))
    .join('')

/** `input_tokens` includes what the cache gave and took. */
function readUsage(usage: Json): Usage {
  const details = record(usage.input_tokens_details)
  const [cacheRead, written] = [count(details.cached_tokens), count(details.cache_write_tokens)]
  const cacheWriteLong = count(record(details.cache_write_tokens_details).ttl_12h_tokens)
  return usageOf({
    input: without(count(usage.input_tokens), cacheRead, written),
    cacheRead,
    cacheWrite: without(written, cacheWriteLong),
    cacheWriteLong,
    output: count(usage.output_tokens),
    thinking: count(record(usage.output_tokens_details).reasoning_tokens),
  })
}

const CLOSING = /^response\.(completed|incomplete|failed|cancelled)$/

/** The last event holds the whole response; what comes before it counts only where the stream is cut. */
function responseStream(): StreamReader {
  let [response, closed, begun]: [Json, boolean, boolean] = [{}, false, false]
  let error: ErrorTold | undefined
  /** By their place in the output. */
  const items = new Map<unknown, { item: Json; readonly texts: Map<unknown, string> }>()
  const itemOf = (event: Json): { item: Json; readonly texts: Map<unknown, string> } => {
    const known = items.get(event.output_index) ?? { item: { type: 'message' }, texts: new Map() }
    items.set(event.output_index, known)
    return known
  }
  const gathered = (): Json[] =>
    [...items.values()].map(({ item, texts }) =>
      texts.size === 0
        ? item
        : { ...item, content: [...texts.values()].map((text) => ({ type: 'output_text', text })) },
    )
  return {
    take(event) {
      const type = string(event.type)
      if (isRecord(event.response)) response = event.response
      if (CLOSING.test(type)) closed = true
      else if (type.endsWith('.delta')) begun = true
      if (type === 'response.output_item.added' && isRecord(event.item)) itemOf(event).item = event.item
      if (type === 'response.output_item.done' && isRecord(event.item)) {
        items.set(event.output_index, { item: event.item, texts: new Map() })
      }
      if (type === 'response.output_text.delta') {
        const { texts } = itemOf(event)
        texts.set(event.content_index, (texts.get(event.content_index) ?? '') + string(event.delta))
      }
      if (type === 'response.output_text.done') {
        itemOf(event).texts.set(event.content_index, string(event.text))
      }
      if (type === 'error') error ??= errorTold(isRecord(event.error) ? event : { error: event }, true)
      else if (type === '') error ??= errorTold(event, false)
    },
    closed: () => closed,
    get error() {
      return error
    },
    get nonsense() {
      return undefined
    },
    partial: () => {
      const read = readResponse({ ...response, status: 'incomplete', output: gathered() })
      return begun && !('error' in read) ? partialOf(read) : undefined
    },
    answer: () => readResponse(response, gathered()),
  }
}

const reader: Reader = {
  provider: PROVIDER,
  whole: (body) =>
    body.object === 'response' || Array.isArray(body.output) ? readResponse(body) : undefined,
  stream: responseStream,
}

export const wire: Wire = {
  provider: PROVIDER,
  request: (prompt, settings) => ({
    path: '/responses',
    body: encode(prompt, settings),
    stream: settings.params?.stream === true,
  }),
  decode: (received) => decodeWith(reader, received),
}
