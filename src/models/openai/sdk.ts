/** OpenAI's SDK as both of its APIs use it: by `post`, with a body that is text already. */
import OpenAI from 'openai'
import type { ClientOptions, ModelClient } from '../exchange.ts'
import { makeSender, NO_TIMEOUT } from '../sdk.ts'
import { OWN_SERVER } from '../servers.ts'

export function openaiSender(options: ClientOptions): ModelClient['send'] {
  return makeSender({
    options,
    baseUrl: OWN_SERVER.openai,
    make(fetch) {
      const sdk = new OpenAI({
        apiKey: options.apiKey,
        fetch,
        maxRetries: 0,
        timeout: NO_TIMEOUT,
        logLevel: 'off',
      })
      const headers = { 'content-type': 'application/json' }
      return (url, body, fetchOptions) => sdk.post(url, { body, headers, fetchOptions }).asResponse()
    },
  })
}
