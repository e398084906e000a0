/** Anthropic's Messages API from the server's side. https://docs.claude.com/en/api/messages */
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
  end: 'end_turn',
  length: 'max_tokens',
  refusal: 'refusal',
  'content-filter': 'refusal',
  context: 'model_context_window_exceeded',
  paused: 'pause_turn',
}

const SIGNATURE = 'c3R1Yg=='

export const anthropic: Dialect = {
  provider: 'anthropic',
  idHeader: 'request-id',
  route(path) {
    if (path === '/v1/messages') return { what: 'reply' }
    return path === '/v1/messages/count_tokens' ? { what: 'count' } : undefined
  },
  read(body) {
    const format = object(object(body.output_config).format)
    const thinking = text(object(body.thinking).type)
    return {
      model: text(body.model) ?? '',
      system: textOf(body.system),
      messages: list(body.messages)
        .filter(isJson)
        .map(({ role, content }) => ({
          role: role === 'assistant' ? 'assistant' : 'user',
          text: textOf(content),
        })),
      stream: body.stream === true,
      thinking: thinking !== undefined && thinking !== 'disabled',
      ...compact({
        tier: text(body.service_tier),
        maxTokens: count(body.max_tokens),
        schema: format.schema,
      }),
    }
  },
  whole: (said) => ({
    id: `msg_${said.id}`,
    type: 'message',
    role: 'assistant',
    model: said.model,
    content: blocks(said),
    ...stopFields(said),
    usage: usage(said),
  }),
  stream(said) {
    const start = {
      id: `msg_${said.id}`,
      type: 'message',
      role: 'assistant',
      model: said.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage(said), output_tokens: 1 },
    }
    const events = [named({ type: 'message_start', message: start }), named({ type: 'ping' })]
    blocks(said).forEach((block, index) => {
      const [empty, deltas] =
        block.type === 'thinking'
          ? [
              { type: 'thinking', thinking: '', signature: '' },
              [
                ...pieces(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
                { type: 'signature_delta', signature: SIGNATURE },
              ],
            ]
          : [
              { type: 'text', text: '' },
              pieces(block.text).map((piece) => ({ type: 'text_delta', text: piece })),
            ]
      events.push(
        named({ type: 'content_block_start', index, content_block: empty }),
        ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
        named({ type: 'content_block_stop', index }),
      )
    })
    const { output_tokens } = usage(said)
    events.push(
      named({ type: 'message_delta', delta: stopFields(said), usage: { output_tokens } }),
      named({ type: 'message_stop' }),
    )
    return { events, closing: events.length - 1 }
  },
  refuse,
  overloadedEvent: () => named({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  counted: (tokens) => ({ input_tokens: tokens }),
}

const named = (data: Json) => event(data, String(data.type))

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }

function blocks({ thought, text: said, stop }: Said): Block[] {
  const found: Block[] = []
  if (thought !== undefined) found.push({ type: 'thinking', thinking: thought, signature: SIGNATURE })
  // Where nothing came of the text there is no block for it, except that a reply may well be an empty block.
  if (said !== '' || (stop === 'end' && thought === undefined)) found.push({ type: 'text', text: said })
  return found
}

const stopFields = ({ stop }: Said): Json => ({
  stop_reason: STOPS[stop],
  stop_sequence: null,
  ...(STOPS[stop] === 'refusal'
    ? {
        stop_details: { type: 'refusal', category: null, explanation: 'The stub server was told to refuse.' },
      }
    : {}),
})

const usage = ({ usage: { input, output, thinking }, tier }: Said) => ({
  input_tokens: input,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
  output_tokens: output,
  ...(thinking > 0 ? { output_tokens_details: { thinking_tokens: thinking } } : {}),
  // Asked for are rules ("standard_only"), told is the tier.
  service_tier: tier === undefined || tier === 'auto' || tier === 'standard_only' ? 'standard' : tier,
})

function refuse(kind: ErrorKind, detail: ErrorDetail): Refused {
  const made = (status: number, type: string, message: string, headers = {}): Refused => ({
    status,
    headers,
    body: { type: 'error', error: { type, message }, request_id: `req_${detail.id}` },
  })
  switch (kind) {
    case 'rate-limited':
      return made(429, 'rate_limit_error', 'Number of requests has exceeded your rate limit.', waits(detail))
    case 'overloaded': {
      const forms = [
        [529, 'overloaded_error'],
        [500, 'overloaded_error'],
        [529, 'api_error'],
      ] as const
      const [status, type] = forms[detail.form % forms.length]!
      return made(status, type, 'Overloaded')
    }
    case 'server-error':
      return made(500, 'api_error', 'Internal server error')
    case 'context-exceeded':
      return made(400, 'invalid_request_error', 'prompt is too long: 215000 tokens > 200000 maximum')
    case 'authentication':
      return made(401, 'authentication_error', 'invalid x-api-key')
    case 'unknown-model':
      return made(404, 'not_found_error', `model: ${detail.model}`)
    case 'no-quota':
      return made(
        400,
        'invalid_request_error',
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      )
    case 'bad-request':
      return made(400, 'invalid_request_error', 'temperature: Extra inputs are not permitted')
    case 'not-found':
      return made(404, 'not_found_error', 'Not Found')
  }
}

function waits({ form, waitMs, now }: ErrorDetail): Record<string, string> {
  const at = new Date(now + waitMs)
  const seconds = String(Math.ceil(waitMs / 1000))
  const forms: Record<string, string>[] = [
    { 'retry-after': seconds },
    { 'retry-after': at.toUTCString() },
    {
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '0',
      'anthropic-ratelimit-requests-reset': at.toISOString(),
    },
    { 'retry-after': '-7' },
    {},
  ]
  return forms[form % forms.length]!
}
