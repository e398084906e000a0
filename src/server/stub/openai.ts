/** OpenAI's Responses API from the server's side. https://platform.openai.com/docs/api-reference/responses */
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
  type StreamEvent,
  text,
  textOf,
} from './dialect.ts'
import { refuseOpenAi } from './openai-errors.ts'

export const openai: Dialect = {
  provider: 'openai',
  idHeader: 'x-request-id',
  route(path) {
    if (path === '/v1/responses' || path === '/responses') return { what: 'reply' }
    return /^(\/v1)?\/responses\/input_tokens$/.test(path) ? { what: 'count' } : undefined
  },
  read(body) {
    const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : list(body.input)
    const messages = input.filter(isJson).filter(({ role }) => typeof role === 'string')
    const instructions = messages.filter(({ role }) => role === 'system' || role === 'developer')
    const format = object(object(body.text).format)
    return {
      model: text(body.model) ?? '',
      system: [textOf(body.instructions), ...instructions.map(({ content }) => textOf(content))].join(''),
      messages: messages
        .filter(({ role }) => role === 'user' || role === 'assistant')
        .map(({ role, content }) => ({
          role: role === 'assistant' ? 'assistant' : 'user',
          text: textOf(content),
        })),
      stream: body.stream === true,
      thinking: isJson(body.reasoning),
      ...compact({
        tier: text(body.service_tier),
        maxTokens: count(body.max_output_tokens),
        schema: format.schema,
      }),
    }
  },
  whole: (said) => response(said, status(said), items(said), usage(said)),
  stream(said) {
    const events: StreamEvent[] = []
    const send = (type: string, data: Json): void =>
      void events.push(event({ type, sequence_number: events.length, ...data }, type))
    const begun = response(said, 'in_progress', [], null)
    send('response.created', { response: begun })
    send('response.in_progress', { response: begun })
    items(said).forEach((item, output_index) => {
      send('response.output_item.added', {
        output_index,
        item: { ...item, status: 'in_progress', ...(item.type === 'message' ? { content: [] } : {}) },
      })
      list(item.content)
        .filter(isJson)
        .forEach((part, content_index) => {
          const place = { item_id: item.id, output_index, content_index }
          const field = part.type === 'refusal' ? 'refusal' : 'text'
          const name = part.type === 'refusal' ? 'response.refusal' : 'response.output_text'
          const whole = String(part[field])
          send('response.content_part.added', { ...place, part: { ...part, [field]: '' } })
          for (const delta of pieces(whole)) send(`${name}.delta`, { ...place, delta })
          send(`${name}.done`, { ...place, [field]: whole })
          send('response.content_part.done', { ...place, part })
        })
      send('response.output_item.done', { output_index, item })
    })
    const ended = status(said)
    send(`response.${ended}`, { response: response(said, ended, items(said), usage(said)) })
    return { events, closing: events.length - 1 }
  },
  refuse: refuseOpenAi,
  overloadedEvent: () =>
    event(
      {
        type: 'error',
        sequence_number: 2,
        error: {
          type: 'service_unavailable_error',
          code: 'server_is_overloaded',
          message: 'Our servers are currently overloaded. Please try again later.',
          param: null,
        },
      },
      'error',
    ),
  counted: (tokens) => ({ object: 'response.input_tokens', input_tokens: tokens }),
}

const status = ({ stop }: Said): 'completed' | 'incomplete' =>
  stop === 'end' || stop === 'refusal' ? 'completed' : 'incomplete'

function items(said: Said): Json[] {
  const found: Json[] = []
  if (said.thought !== undefined) found.push({ id: `rs_${said.id}`, type: 'reasoning', summary: [] })
  const nothingCame = said.text === '' && said.stop !== 'end'
  if (said.stop === 'refusal') {
    found.push(message(said, { type: 'refusal', refusal: said.text || "I'm sorry, I can't help with that." }))
  } else if (!nothingCame) {
    found.push(message(said, { type: 'output_text', annotations: [], logprobs: [], text: said.text }))
  }
  return found
}

const message = (said: Said, part: Json): Json => ({
  id: `msg_${said.id}`,
  type: 'message',
  status: status(said),
  role: 'assistant',
  content: [part],
})

const response = (said: Said, state: string, output: readonly Json[], used: Json | null): Json => ({
  id: `resp_${said.id}`,
  object: 'response',
  created_at: said.created,
  status: state,
  error: null,
  incomplete_details:
    state === 'incomplete'
      ? { reason: said.stop === 'content-filter' ? 'content_filter' : 'max_output_tokens' }
      : null,
  model: said.model,
  output,
  service_tier: said.tier === undefined || said.tier === 'auto' ? 'default' : said.tier,
  usage: used,
})

const usage = ({ usage: { input, output, thinking } }: Said): Json => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: thinking },
  total_tokens: input + output,
})
