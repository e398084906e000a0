/**
 * Chat Completions from the server's side, as OpenAI and every compatible server speak it.
 * https://platform.openai.com/docs/api-reference/chat
 */
import {
  compact,
  count,
  type Dialect,
  event,
  isJson,
  type Json,
  list,
  object,
  pieces,
  type Said,
  type SaidStop,
  text,
  textOf,
} from './dialect.ts'
import { refuseOpenAi } from './openai-errors.ts'

const STOPS: Readonly<Record<SaidStop, string>> = {
  end: 'stop',
  length: 'length',
  // A refusal is a field of its own, and the stop is an ordinary one.
  refusal: 'stop',
  'content-filter': 'content_filter',
  context: 'length',
  paused: 'stop',
}

const REFUSAL = "I'm sorry, I can't help with that."

export const openaiChat: Dialect = {
  provider: 'openai-chat',
  idHeader: 'x-request-id',
  // A compatible server has its own way before it: `/openai/v1`, `/api/v1`.
  route: (path) => (path.endsWith('/chat/completions') ? { what: 'reply' } : undefined),
  read(body) {
    const messages = list(body.messages).filter(isJson)
    const isSystem = ({ role }: Json): boolean => role === 'system' || role === 'developer'
    const format = object(object(body.response_format).json_schema)
    return {
      model: text(body.model) ?? '',
      system: messages
        .filter(isSystem)
        .map(({ content }) => textOf(content))
        .join(''),
      messages: messages
        .filter((message) => !isSystem(message))
        .map(({ role, content }) => ({
          role: role === 'assistant' ? 'assistant' : 'user',
          text: textOf(content),
        })),
      stream: body.stream === true,
      thinking: body.reasoning_effort !== undefined,
      streamUsage: object(body.stream_options).include_usage === true,
      ...compact({
        tier: text(body.service_tier),
        maxTokens: count(body.max_completion_tokens) ?? count(body.max_tokens),
        schema: format.schema,
      }),
    }
  },
  whole: (said) => ({
    id: `chatcmpl-${said.id}`,
    object: 'chat.completion',
    ...common(said),
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.stop === 'refusal' ? null : said.text,
          refusal: said.stop === 'refusal' ? said.text || REFUSAL : null,
          annotations: [],
        },
        logprobs: null,
        finish_reason: STOPS[said.stop],
      },
    ],
    usage: usage(said),
  }),
  stream(said) {
    const chunk = (delta: Json, finish: string | null = null) =>
      event({
        id: `chatcmpl-${said.id}`,
        object: 'chat.completion.chunk',
        ...common(said),
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      })
    const field = said.stop === 'refusal' ? 'refusal' : 'content'
    const whole = said.stop === 'refusal' ? said.text || REFUSAL : said.text
    const events = [
      chunk({ role: 'assistant', content: field === 'content' ? '' : null, refusal: null }),
      ...pieces(whole).map((piece) => chunk({ [field]: piece })),
      chunk({}, STOPS[said.stop]),
    ]
    const closing = events.length - 1
    if (said.streamUsage) {
      events.push(
        event({
          id: `chatcmpl-${said.id}`,
          object: 'chat.completion.chunk',
          ...common(said),
          choices: [],
          usage: usage(said),
        }),
      )
    }
    events.push(event('[DONE]'))
    return { events, closing }
  },
  refuse: refuseOpenAi,
  overloadedEvent: () =>
    event({
      error: {
        message: 'Our servers are currently overloaded. Please try again later.',
        type: 'service_unavailable_error',
        param: null,
        code: 'server_is_overloaded',
      },
    }),
  counted: (tokens) => ({ input_tokens: tokens }),
}

const common = ({ created, model, tier }: Said): Json => ({
  created,
  model,
  ...(tier === undefined ? {} : { service_tier: tier === 'auto' ? 'default' : tier }),
})

const usage = ({ usage: { input, output, thinking } }: Said): Json => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: thinking, audio_tokens: 0 },
})
