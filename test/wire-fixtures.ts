/** The reference responses of providers, and streams put back into the framing in which they travel. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProviderName, Received } from '../src/models/wire/contract.ts'

const folder = fileURLToPath(new URL('../../shared/reference/wire/', import.meta.url))

/** Whether the reference folder is there: tests on it are skipped where it is not. */
export const WIRE_FIXTURES = existsSync(folder)

const encoder = new TextEncoder()

/** A response that came in whole; change what differs. */
export const received = (body: string | Uint8Array, changes: Partial<Received> = {}): Received => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? encoder.encode(body) : body,
  ended: true,
  ...changes,
})

export const streamed = (body: string | Uint8Array, changes: Partial<Received> = {}): Received =>
  received(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' }, ...changes })

/** A reference file by its name without `.json` or `.chunks.txt`. */
export const whole = (name: string): string => readFileSync(`${folder}${name}.json`, 'utf8')

/** The lines of a reference stream, each the data of an event. */
export const chunks = (name: string): string[] =>
  readFileSync(`${folder}${name}.chunks.txt`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')

/** Events as each provider frames them. */
export function frame(provider: ProviderName, lines: readonly string[]): string {
  const named = provider === 'anthropic' || provider === 'openai'
  const end = provider === 'google' ? '\r\n' : '\n'
  const events = lines.map((data) => {
    const name = named ? `event: ${(JSON.parse(data) as { type: string }).type}${end}` : ''
    return `${name}data: ${data}${end}${end}`
  })
  return events.join('') + (provider === 'openai-chat' ? 'data: [DONE]\n\n' : '')
}
