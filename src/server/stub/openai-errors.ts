/** Errors as both of OpenAI's APIs tell them. https://platform.openai.com/docs/guides/error-codes */
import { type ErrorDetail, type ErrorKind, type Refused, spanText } from './dialect.ts'

export function refuseOpenAi(kind: ErrorKind, detail: ErrorDetail): Refused {
  const made = (
    status: number,
    type: string,
    code: string | null,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): Refused => ({ status, headers, body: { error: { message, type, param: null, code } } })
  const { model, form } = detail
  switch (kind) {
    case 'rate-limited':
      return made(
        429,
        'requests',
        'rate_limit_exceeded',
        `Rate limit reached for ${model} on requests per min (RPM): Limit 500, Used 500, Requested 1. Please try again in ${spanText(detail.waitMs)}.`,
        waits(detail),
      )
    case 'overloaded':
      return form % 2 === 0
        ? made(
            503,
            'service_unavailable_error',
            'server_is_overloaded',
            'Our servers are currently overloaded.',
          )
        : made(503, 'server_error', null, 'The engine is currently overloaded, please try again later')
    case 'server-error':
      return made(500, 'server_error', null, 'The server had an error while processing your request. Sorry!')
    case 'context-exceeded':
      return made(
        400,
        'invalid_request_error',
        'context_length_exceeded',
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
      )
    case 'authentication':
      return made(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.')
    case 'unknown-model':
      return made(
        404,
        'invalid_request_error',
        'model_not_found',
        `The model \`${model}\` does not exist or you do not have access to it.`,
      )
    case 'no-quota':
      return made(
        429,
        'insufficient_quota',
        'insufficient_quota',
        'You exceeded your current quota, please check your plan and billing details.',
      )
    case 'bad-request':
      return made(
        400,
        'invalid_request_error',
        'unsupported_parameter',
        "Unsupported parameter: 'temperature' is not supported with this model.",
      )
    case 'not-found':
      return made(404, 'invalid_request_error', null, 'Invalid URL')
  }
}

function waits({ form, waitMs, now }: ErrorDetail): Record<string, string> {
  const limits = { 'x-ratelimit-limit-requests': '500', 'x-ratelimit-remaining-requests': '0' }
  const forms: Record<string, string>[] = [
    { 'retry-after-ms': String(waitMs), 'retry-after': String(Math.ceil(waitMs / 1000)) },
    { ...limits, 'x-ratelimit-reset-requests': spanText(waitMs) },
    { 'retry-after': new Date(now + waitMs).toUTCString() },
    { 'retry-after-ms': '-250', 'retry-after': '99999999' },
    {},
  ]
  return forms[form % forms.length]!
}
