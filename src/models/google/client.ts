/**
 * Gemini over Google's SDK.
 *
 * It has no way to send a body as it is: `generateContent` rebuilds it and drops what it does not know. So it is
 * asked for an empty request, and our `fetch` puts path and body in its place; key and headers are the SDK's. It
 * would also go on by itself where an answer breaks off: that is off.
 */
import { GoogleGenAI } from '@google/genai'
import type { ClientOptions, ModelClient } from '../exchange.ts'
import { askCount, makeSender } from '../sdk.ts'
import { OWN_SERVER } from '../servers.ts'
import { wire } from './wire.ts'

export function googleClient(options: ClientOptions): ModelClient {
  const send = makeSender({
    options,
    baseUrl: OWN_SERVER.google,
    answer: '{}',
    make(fetch) {
      const { models } = new GoogleGenAI({ apiKey: options.apiKey, vertexai: false })
      return (url, _body, fetchOptions) =>
        models.generateContent({
          model: 'any',
          contents: '',
          config: {
            automaticContinuation: false,
            automaticFunctionCalling: { disable: true },
            httpOptions: { fetch: (_url, init) => fetch(url, { ...init, ...fetchOptions }) },
          },
        })
    },
  })
  return {
    provider: 'google',
    wire,
    send,
    countTokens(prompt, settings, signal) {
      const { path, body } = wire.request(prompt, settings)
      const [model] = /models\/[^/:]+/.exec(path) ?? [`models/${settings.model}`]
      const counted = { generateContentRequest: { model, ...body } }
      return askCount(send, path.replace(/:[^:]*$/, ':countTokens'), counted, 'totalTokens', signal)
    },
  }
}
