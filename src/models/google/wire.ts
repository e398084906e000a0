/**
 * Google's Gemini API on the wire: what a prompt becomes as a request body, and what a response says. Pure.
 * https://ai.google.dev/api/generate-content
 */
import type { Answer, Message, ModelPrompt, ModelSettings, Stop, Usage, Wire } from '../wire/contract.ts'
import { decodeWith, partialOf, type Reader, type StreamReader } from '../wire/decode.ts'
import { type ErrorTold, errorTold } from '../wire/failure.ts'
import { itemsOf, partsOf, sendable } from '../wire/items.ts'
import { isRecord, type Json, label, list, record, string, told, toldOnes } from '../wire/json.ts'
import { addTo, FROM_PROMPT, refuseParams, refuseSeveral } from '../wire/params.ts'
import { count, sum, usageOf, without } from '../wire/tokens.ts'

const PROVIDER = 'google'

const ELSEWHERE = 'would put something before the prompt that the record does not show'

const REFUSED = {
  model: FROM_PROMPT,
  contents: FROM_PROMPT,
  systemInstruction: FROM_PROMPT,
  system_instruction: FROM_PROMPT,
  cachedContent: ELSEWHERE,
  cached_content: ELSEWHERE,
}

/** System instruction, contents, then the params but `stream`, which is part of the path. */
function encode(prompt: ModelPrompt, { params = {} }: ModelSettings): Json {
  refuseParams(params, REFUSED)
  refuseSeveral(record(params.generationConfig).candidateCount, 'generationConfig.candidateCount')
  const { stream: _, ...rest } = params
  const shape = prompt.schema && {
    responseMimeType: 'application/json',
    responseJsonSchema: prompt.schema.schema,
  }
  return {
    ...(prompt.system === '' ? {} : { systemInstruction: { parts: [{ text: prompt.system }] } }),
    contents: sendable(prompt.messages).map(contentOf),
    ...(shape ? addTo(rest, 'generationConfig', shape) : rest),
  }
}

const contentOf = (message: Message): Json => ({
  role: message.role === 'user' ? 'user' : 'model',
  parts: partsOf(PROVIDER, message) ?? [{ text: message.content }],
})

/** `gemini-x`, or a name with its collection: `tunedModels/x`. */
function pathOf(model: string, stream: boolean): string {
  if (!model.isWellFormed()) throw new RangeError('the model is no name')
  const name = (model.includes('/') ? model : `models/${model}`).split('/').map(encodeURIComponent).join('/')
  return `/v1beta/${name}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`
}

/** https://ai.google.dev/api/generate-content#FinishReason */
const FINISHES: Readonly<Record<string, Stop>> = {
  STOP: 'end',
  MAX_TOKENS: 'length',
  SAFETY: 'content-filter',
  RECITATION: 'content-filter',
  BLOCKLIST: 'content-filter',
  PROHIBITED_CONTENT: 'content-filter',
  SPII: 'content-filter',
  IMAGE_SAFETY: 'content-filter',
  IMAGE_PROHIBITED_CONTENT: 'content-filter',
  IMAGE_RECITATION: 'content-filter',
  UNEXPECTED_TOOL_CALL: 'tool',
  TOO_MANY_TOOL_CALLS: 'tool',
}

/** Reads a response, as it came or as a stream made it up. A prompt that was blocked has no candidates. */
function readResponse(response: Json): Answer {
  const candidate = record(list(response.candidates)[0])
  const parts = list(record(candidate.content).parts)
  const feedback = record(response.promptFeedback)
  const [finish, block] = [label(candidate.finishReason), label(feedback.blockReason)]
  const known = finish !== undefined && Object.hasOwn(FINISHES, finish) ? FINISHES[finish]! : 'other'
  const calls = parts.some((part) => isRecord(record(part).functionCall))
  const usage = record(response.usageMetadata)
  return {
    kind: 'answer',
    text: textOf(parts),
    stop: block !== undefined ? 'content-filter' : known === 'end' && calls ? 'tool' : known,
    usage: readUsage(usage),
    items: itemsOf(PROVIDER, parts),
    ...told({
      stopRaw: block ?? finish,
      explanation: label(feedback.blockReasonMessage) ?? label(candidate.finishMessage),
      usageRaw: response.usageMetadata ?? undefined,
      model: label(response.modelVersion),
      tier: label(usage.serviceTier) ?? label(usage.trafficType),
      id: label(response.responseId),
    }),
  }
}

/** The parts' text without thoughts. */
const textOf = (parts: readonly unknown[]): string =>
  parts
    .map(record)
    .map(({ thought, text }) => (thought === true ? '' : string(text)))
    .join('')

/**
 * The prompt's count includes what the cache gave; that of the candidates does not include thoughts. A count of none
 * is left out: where no output is told (a prompt that was blocked, say), the total says what there was.
 */
function readUsage(usage: Json): Usage {
  const cacheRead = count(usage.cachedContentTokenCount)
  const thinking = count(usage.thoughtsTokenCount)
  const [prompt, tools] = [count(usage.promptTokenCount), count(usage.toolUsePromptTokenCount)]
  const rest = prompt === undefined ? undefined : without(count(usage.totalTokenCount), prompt, tools)
  return usageOf({
    input: sum(without(prompt, cacheRead), tools),
    cacheRead,
    cacheWrite: undefined,
    cacheWriteLong: undefined,
    output: sum(count(usage.candidatesTokenCount), thinking) ?? rest,
    thinking,
  })
}

/** The fields of which a response has at least one. */
const FIELDS = ['candidates', 'promptFeedback', 'usageMetadata']

const isResponse = (body: Json): boolean =>
  FIELDS.some((field) => isRecord(body[field]) || Array.isArray(body[field]))

/**
 * Every chunk is a response with some parts more. Nothing but the end of HTTP closes the stream, so a reply is
 * whole where HTTP saw its end and a reason to finish had come.
 */
function responseStream(): StreamReader {
  let [head, candidate, begun]: [Json, Json, boolean] = [{}, {}, false]
  let error: ErrorTold | undefined
  const parts: unknown[] = []
  const whole = (): Json => ({ ...head, candidates: [{ ...candidate, content: { role: 'model', parts } }] })
  return {
    take({ candidates, ...fields }) {
      error ??= errorTold(fields, false)
      head = { ...head, ...toldOnes(fields) }
      const { content, ...rest } = record(list(candidates)[0])
      candidate = { ...candidate, ...toldOnes(rest) }
      const more = list(record(content).parts)
      parts.push(...more)
      begun ||= more.length > 0
    },
    closed: (ended) =>
      ended &&
      (label(candidate.finishReason) ?? label(record(head.promptFeedback).blockReason)) !== undefined,
    get error() {
      return error
    },
    get nonsense() {
      return undefined
    },
    partial: () => (begun ? partialOf(readResponse(whole())) : undefined),
    answer: () => readResponse(whole()),
  }
}

const reader: Reader = {
  provider: PROVIDER,
  whole: (body) => (isResponse(body) ? readResponse(body) : undefined),
  stream: responseStream,
}

export const wire: Wire = {
  provider: PROVIDER,
  request(prompt, settings) {
    const stream = settings.params?.stream === true
    return { path: pathOf(settings.model, stream), body: encode(prompt, settings), stream }
  },
  decode: (received) => decodeWith(reader, received),
}
