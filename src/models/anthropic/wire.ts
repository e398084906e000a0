/**
 * The Messages API on the wire, as bytes go: what a prompt becomes as a request body, and what a response says.
 * Pure; it knows nothing of negotiation, keys or networks. https://docs.claude.com/en/api/messages
 */
import type { Answer, Message, ModelPrompt, ModelSettings, Stop, Usage, Wire } from '../wire/contract.ts'
import { decodeWith, partialOf, type Reader, type StreamReader } from '../wire/decode.ts'
import { type ErrorTold, errorTold } from '../wire/failure.ts'
import { itemsOf, partsOf, sendable } from '../wire/items.ts'
import { type Json, label, list, parseJson, record, string, told, toldOnes } from '../wire/json.ts'
import { addTo, FROM_PROMPT, refuseParams } from '../wire/params.ts'
import { count, sum, usageOf, without } from '../wire/tokens.ts'

const PROVIDER = 'anthropic'

export interface RequestBody {
  readonly model: string
  readonly system?: string
  readonly messages: readonly { readonly role: Message['role']; readonly content: unknown }[]
  readonly [param: string]: unknown
}

/**
 * The request body for a prompt: model, system, messages, then the params as they were given. JSON.stringify
 * keeps this order. Throws a RangeError where a param would replace what the prompt says, and for a reply of
 * another provider. It does not ask for what the API requires: bodies that were sent once are made again by it.
 */
export function encode(prompt: ModelPrompt, { model, params = {} }: ModelSettings): RequestBody {
  refuseParams(params, { model: FROM_PROMPT, system: FROM_PROMPT, messages: FROM_PROMPT })
  const shape = prompt.schema && { format: { type: 'json_schema', schema: prompt.schema.schema } }
  return {
    model,
    ...(prompt.system === '' ? {} : { system: prompt.system }),
    messages: sendable(prompt.messages).map((message) => ({
      role: message.role,
      content: partsOf(PROVIDER, message)?.filter(isSendable) ?? message.content,
    })),
    ...(shape ? addTo(params, 'output_config', shape) : params),
  }
}

/** The API sends text blocks of white space now and then, and refuses to get them back. */
const isSendable = (block: unknown): boolean =>
  record(block).type !== 'text' || string(record(block).text).trim() !== ''

/** What a Message's stop reasons mean; https://docs.claude.com/en/api/handling-stop-reasons */
const STOPS: Readonly<Record<string, Stop>> = {
  end_turn: 'end',
  stop_sequence: 'end',
  max_tokens: 'length',
  refusal: 'refusal',
  model_context_window_exceeded: 'context-exceeded',
  pause_turn: 'paused',
  tool_use: 'tool',
}

/** Reads a Message, as it came or as a stream made it up. */
function readMessage(message: Json): Answer {
  const blocks = list(message.content)
  const usage = record(message.usage)
  const stopRaw = label(message.stop_reason)
  return {
    kind: 'answer',
    text: textOf(blocks),
    stop: (stopRaw !== undefined && Object.hasOwn(STOPS, stopRaw) && STOPS[stopRaw]) || 'other',
    usage: readUsage(usage),
    items: itemsOf(PROVIDER, blocks),
    ...told({
      stopRaw,
      explanation: label(record(message.stop_details).explanation),
      usageRaw: message.usage ?? undefined,
      model: label(message.model),
      tier: label(usage.service_tier),
      id: label(message.id),
    }),
  }
}

/** The text blocks of a content, without thinking. */
const textOf = (blocks: readonly unknown[]): string =>
  blocks
    .map(record)
    .map(({ type, text }) => (type === 'text' ? string(text) : ''))
    .join('')

/** `input_tokens` counts what was neither read from nor written to a cache. */
function readUsage(usage: Json): Usage {
  const cache = record(usage.cache_creation)
  const long = count(cache.ephemeral_1h_input_tokens)
  const written = count(usage.cache_creation_input_tokens)
  return usageOf({
    input: count(usage.input_tokens),
    cacheRead: count(usage.cache_read_input_tokens),
    cacheWrite: without(written, long) ?? sum(count(cache.ephemeral_5m_input_tokens)),
    cacheWriteLong: long,
    output: count(usage.output_tokens),
    thinking: count(record(usage.output_tokens_details).thinking_tokens),
  })
}

/** Makes up a Message from its events; https://docs.claude.com/en/api/messages-streaming */
function messageStream(): StreamReader {
  let message: Json | undefined
  let usage: Json = {}
  const blocks = new Map<unknown, Block>()
  let [closed, begun] = [false, false]
  let error: ErrorTold | undefined
  let nonsense: string | undefined
  const whole = (): Json => ({ ...message, content: [...blocks.values()].map(finish), usage })
  return {
    take(event) {
      switch (event.type) {
        case 'message_start':
          message = record(event.message)
          usage = record(message.usage)
          break
        case 'content_block_start':
          begun = true
          blocks.set(event.index, { ...record(event.content_block) })
          break
        case 'content_block_delta': {
          begun = true
          const block = blocks.get(event.index)
          if (block) grow(block, record(event.delta))
          else nonsense ??= 'A part of the stream belongs to a block that never began.'
          break
        }
        case 'message_delta':
          message = { ...message, ...toldOnes(record(event.delta)) }
          // Counts so far, for the whole message: they replace what its start said, where they say anything.
          usage = { ...usage, ...toldOnes(record(event.usage)) }
          break
        case 'message_stop':
          closed = true
          if (message?.role === undefined) nonsense ??= 'The stream has an end, but no start.'
          break
        default:
          error ??= errorTold(event, false)
      }
    },
    closed: () => closed,
    get error() {
      return error
    },
    get nonsense() {
      return nonsense
    },
    partial: () => (begun ? partialOf(readMessage(whole())) : undefined),
    answer: () => readMessage(whole()),
  }
}

type Block = Record<string, unknown>

/** The input of a tool arrives as pieces of JSON; a name of its own keeps them apart until they are whole. */
const PIECES = 'partial_json'

/** Adds what a delta brings. Every kind of delta names its field, and the field grows. */
function grow(block: Block, { type: _, ...fields }: Json): void {
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'citation') block.citations = [...list(block.citations), value]
    else block[name] = string(block[name]) + string(value)
  }
}

function finish({ [PIECES]: pieces, ...block }: Block): Block {
  return pieces === undefined ? block : { ...block, input: parseJson(string(pieces)) ?? {} }
}

const reader: Reader = {
  provider: PROVIDER,
  whole: (body) => (Array.isArray(body.content) ? readMessage(body) : undefined),
  stream: messageStream,
}

export const wire: Wire = {
  provider: PROVIDER,
  request(prompt, settings) {
    const { params = {} } = settings
    if (params.max_tokens === undefined || params.max_tokens === null) {
      throw new RangeError('the Messages API requires "max_tokens" among the params')
    }
    return { path: '/v1/messages', body: encode(prompt, settings), stream: params.stream === true }
  },
  decode: (received) => decodeWith(reader, received),
}
