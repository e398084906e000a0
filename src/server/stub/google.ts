/** Google's Gemini API from the server's side. https://ai.google.dev/api/generate-content */
import {
  compact,
  count,
  type Dialect,
  type ErrorDetail,
  type ErrorKind,
  event,
  isJson,
  type Json,
  list,
  object,
  pieces,
  type Refused,
  type Said,
  type SaidStop,
  text,
  textOf,
} from './dialect.ts'

const STOPS: Readonly<Record<SaidStop, string>> = {
  end: 'STOP',
  length: 'MAX_TOKENS',
  refusal: 'PROHIBITED_CONTENT',
  'content-filter': 'SAFETY',
  context: 'MAX_TOKENS',
  paused: 'OTHER',
}

const PATH =
  /^\/(?:v1|v1beta|v1alpha)\/(?:models|tunedModels)\/([^/:]+):(generateContent|streamGenerateContent|countTokens)$/

export const google: Dialect = {
  provider: 'google',
  idHeader: 'x-request-id',
  route(path, query) {
    const [, model, method] = PATH.exec(path) ?? []
    if (model === undefined) return undefined
    if (method === 'countTokens') return { what: 'count', model: decodeURIComponent(model) }
    const stream = method === 'streamGenerateContent'
    const route = { what: 'reply', model: decodeURIComponent(model), stream } as const
    return stream && new URLSearchParams(query).get('alt') !== 'sse' ? { ...route, list: true } : route
  },
  read(given, route) {
    // A request to count may hold the whole request that it is about.
    const body = isJson(given.generateContentRequest) ? given.generateContentRequest : given
    const config = object(body.generationConfig)
    const instruction = body.systemInstruction ?? body.system_instruction
    return {
      model: route.model ?? '',
      system: typeof instruction === 'string' ? instruction : textOf(object(instruction).parts),
      messages: list(body.contents)
        .filter(isJson)
        .map(({ role, parts }) => ({ role: role === 'model' ? 'assistant' : 'user', text: textOf(parts) })),
      stream: route.stream === true,
      thinking: isJson(config.thinkingConfig),
      ...compact({
        tier: text(body.serviceTier),
        maxTokens: count(config.maxOutputTokens),
        schema: config.responseJsonSchema ?? config.responseSchema,
      }),
    }
  },
  whole: (said) => chunk(said, parts(said), true),
  stream(said) {
    const brought = pieces(said.text)
    const events = brought.slice(0, -1).map((piece) => event(chunk(said, [{ text: piece }], false)))
    const last = brought.at(-1)
    events.push(event(chunk(said, last === undefined ? parts(said) : [{ text: last }], true)))
    return { events, closing: events.length - 1 }
  },
  refuse,
  overloadedEvent: () =>
    event({
      error: {
        code: 503,
        message: 'The model is overloaded. Please try again later.',
        status: 'UNAVAILABLE',
      },
    }),
  counted: (tokens) => ({ totalTokens: tokens }),
}

/** Nothing where the reply was stopped before its first word. */
const parts = ({ text: said, stop }: Said): Json[] => (said === '' && stop !== 'end' ? [] : [{ text: said }])

const chunk = (said: Said, content: readonly Json[], last: boolean): Json => ({
  candidates: [
    {
      content: content.length > 0 ? { parts: content, role: 'model' } : { role: 'model' },
      ...(last ? { finishReason: STOPS[said.stop] } : {}),
      index: 0,
    },
  ],
  usageMetadata: usage(said),
  modelVersion: said.model,
  responseId: said.id,
})

/** Google counts thoughts beside the candidates, not among them. */
const usage = ({ usage: { input, output, thinking } }: Said): Json => ({
  promptTokenCount: input,
  candidatesTokenCount: output - thinking,
  totalTokenCount: input + output,
  promptTokensDetails: [{ modality: 'TEXT', tokenCount: input }],
  ...(thinking > 0 ? { thoughtsTokenCount: thinking } : {}),
})

function refuse(kind: ErrorKind, { form, waitMs, model }: ErrorDetail): Refused {
  const made = (code: number, status: string, message: string, details?: readonly Json[]): Refused => ({
    status: code,
    headers: {},
    body: { error: { code, message, status, ...(details ? { details } : {}) } },
  })
  switch (kind) {
    case 'rate-limited':
      return made(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan.', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerMinutePerProjectPerModel' }],
        },
        ...(form % 3 === 2
          ? []
          : [
              {
                '@type': 'type.googleapis.com/google.rpc.RetryInfo',
                retryDelay: form % 3 === 0 ? `${waitMs / 1000}s` : '-3s',
              },
            ]),
      ])
    case 'overloaded':
      return made(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.')
    case 'server-error':
      return made(500, 'INTERNAL', 'An internal error has occurred. Please retry.')
    case 'context-exceeded':
      return made(
        400,
        'INVALID_ARGUMENT',
        'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      )
    case 'authentication':
      return made(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
        },
      ])
    case 'unknown-model':
      return made(
        404,
        'NOT_FOUND',
        `models/${model} is not found for API version v1beta, or is not supported for generateContent.`,
      )
    case 'no-quota':
      return made(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota, please check your plan.', [
        {
          '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
          violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
        },
      ])
    case 'bad-request':
      return made(400, 'INVALID_ARGUMENT', 'Invalid JSON payload received. Unknown name "temprature".')
    case 'not-found':
      return made(404, 'NOT_FOUND', 'Not found.')
  }
}
