/** Puts a response on the wire: whole, in events, or broken in the way that a fault names. */
import type { ServerResponse } from 'node:http'
import type { StreamEvent } from './dialect.ts'
import { BAD_BYTE } from './spoil.ts'

/** How a response ends: `whole`; `cut`, as HTTP ends but too early; `reset`, the connection breaks off. */
export type Ending = 'whole' | 'cut' | 'reset'

/** Long enough for what was written to reach the client before the connection breaks off. */
const SETTLE_MS = 10

const MARK = Buffer.from(BAD_BYTE)

/** UTF-8, but for the mark that stands for one byte which is none. */
export function bytesOf(text: string): Buffer {
  const bytes = Buffer.from(text)
  const at = bytes.indexOf(MARK)
  if (at < 0) return bytes
  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from([0xff]),
    bytesOf(text.slice(text.indexOf(BAD_BYTE) + 1)),
  ])
}

/** The framing of events; Google ends its lines with a carriage return too. */
export const frame = ({ event, data }: StreamEvent, newline: string): string =>
  `${event === undefined ? '' : `event: ${event}${newline}`}data: ${data}${newline}${newline}`

export interface Response {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Written one after the other; the first part leaves at once. */
  readonly parts: readonly string[]
  readonly ending: Ending
}

/**
 * Sends a response and returns whether all of it went out. Where it is to be cut or reset, `parts` is what comes
 * before that.
 */
export async function deliver(
  res: ServerResponse,
  { status, headers, parts, ending }: Response,
): Promise<boolean> {
  if (res.destroyed) return false
  const [first = '', ...rest] = parts
  const more = bytesOf(rest.join(''))
  const start = bytesOf(first)
  const stream = parts.length > 1
  const length = start.length + more.length
  // A response that will not be whole has no length to tell, or promises more than it brings.
  const sized =
    stream || ending === 'cut' ? {} : { 'content-length': ending === 'reset' ? length * 2 : length }
  res.writeHead(status, { ...headers, ...sized })
  if (ending === 'whole' && !stream) return end(res, start)
  res.write(start)
  if (more.length > 0) {
    await turn()
    if (res.destroyed) return false
    res.write(more)
  }
  if (ending !== 'reset') return end(res)
  await new Promise<void>((done) => setTimeout(done, SETTLE_MS))
  res.socket?.destroy()
  return false
}

/** Resolves when the last byte was handed to the system, or the client has gone. */
function end(res: ServerResponse, last?: Buffer): Promise<boolean> {
  return new Promise((done) => {
    res.once('finish', () => done(true))
    res.once('close', () => done(res.writableFinished))
    res.end(last)
  })
}

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done))
