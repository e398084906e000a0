/** Both sides of the calls bench: a bare call of Anthropic's SDK, and one of ours, with the same request. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import Anthropic from '@anthropic-ai/sdk'
import { makeCall } from '../src/models/call.ts'
import { type ClientOptions, makeClient } from '../src/models/exchange.ts'
import { makeLimiter } from '../src/models/limiter.ts'

const KEY = 'sk-bench-0123456789'

/** About as long as a turn of the concert negotiation: some 5 kB. */
const prompt = {
  system: 'You negotiate about a block of concert tickets. Your points: see the sheet below. '.repeat(40),
  messages: [
    { role: 'user' as const, content: 'Turn 3. The record so far: offer O1, offer O2. '.repeat(40) },
  ],
}
const settings = {
  model: 'claude-haiku-5-5',
  params: { max_tokens: 4096, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
}

/** The server in a process of its own, so that its work is not counted. */
export async function startServer(waitMs = 0): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('calls-server.ts', import.meta.url)), [String(waitMs)])
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() }
}

/** A bare call: what a program does that uses the SDK as its readme says, with retries off. */
export function bareCall(url: string): () => Promise<void> {
  const sdk = new Anthropic({ apiKey: KEY, baseURL: url, maxRetries: 0 })
  return async () => {
    const { system, messages } = prompt
    const body = { model: settings.model, system, messages: [...messages], ...settings.params }
    const message = await sdk.messages.create(body as Anthropic.MessageCreateParamsNonStreaming)
    if (message.content.length === 0) throw new Error('an empty reply')
  }
}

/** One of ours: body, limiter, attempt, recorded bytes, classification, decoding. */
export async function ourCall(
  url: string,
  most: number,
  options: Partial<ClientOptions> = {},
): Promise<() => Promise<void>> {
  const client = await makeClient('anthropic', { apiKey: KEY, baseUrl: url, ...options })
  const now = () => performance.now()
  const limiter = makeLimiter({
    start: most,
    ceiling: most,
    now,
    later: (call, ms) => void setTimeout(call, ms),
  })
  const stopping = new AbortController().signal
  return async () => {
    const request = client.wire.request(prompt, settings)
    const result = await makeCall({
      ...{ client, request, body: JSON.stringify(request.body), limiter, now, stopping },
      rules: { attemptMs: 120_000, callMs: 600_000, attempts: 3, lostReplies: 'unknown' },
      date: () => new Date(),
      random: Math.random,
      sleep: (ms, signal) => pause(ms, undefined, { signal }),
      onSent: async () => undefined,
      onAnswered: () => undefined,
      onFailed: () => undefined,
    })
    if (result.kind !== 'answered') throw new Error(JSON.stringify(result))
  }
}
