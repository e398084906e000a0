/**
 * A stream of server-sent events over one table or class: whole pages, each with a tag of its content, so that who
 * comes back with the tag of what they have is told only what is new.
 */
import { createHash } from 'node:crypto'

/** Keeps proxies and browsers from giving up a line on which nothing happens. */
const BEAT_MS = 15_000
/** What changes within so short a time is told together. */
const TOGETHER_MS = 40

/** How many events may wait for a slow reader, and how long it is then left alone. */
const MOST_WAITING = 32
const LATER_MS = 1000

export interface LiveOf {
  /** The page as it is now. */
  page(): unknown
  /** More events beside the page: whole values by their names, each sent when it has changed. */
  more?(): Readonly<Record<string, unknown>>
  /** Calls back after every change until the returned function is called. */
  listen(listener: () => void): () => void
  /** Whether who listens may still do so: a link that was taken back ends its streams. */
  open?(): boolean
  /** Called when the stream is over. */
  over?(): void
  /** The tag of what the reader has. */
  readonly last?: string | undefined
  readonly signal: AbortSignal
}

/** The answer whose body is the stream. */
export function liveAnswer(of: LiveOf): Response {
  const encoder = new TextEncoder()
  let end = (): void => undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      let last = of.last
      const told = new Map<string, string>()
      let timer: NodeJS.Timeout | undefined
      const write = (text: string): void => controller.enqueue(encoder.encode(text))
      const tell = (): void => {
        timer = undefined
        if (of.open?.() === false) {
          end()
          return
        }
        // A reader who does not keep up is told less often, not more and more at once.
        if ((controller.desiredSize ?? 0) < -MOST_WAITING) {
          timer = setTimeout(tell, LATER_MS)
          return
        }
        const data = JSON.stringify(of.page())
        const tag = tagOf(data)
        if (tag !== last) write(`id: ${tag}\nevent: page\ndata: ${data}\n\n`)
        last = tag
        for (const [name, value] of Object.entries(of.more?.() ?? {})) {
          const text = JSON.stringify(value)
          if (told.get(name) !== text) write(`event: ${name}\ndata: ${text}\n\n`)
          told.set(name, text)
        }
      }
      const leave = of.listen(() => {
        timer ??= setTimeout(tell, TOGETHER_MS)
      })
      const beat = setInterval(() => write(': still here\n\n'), BEAT_MS)
      end = () => {
        end = () => undefined
        leave()
        clearInterval(beat)
        clearTimeout(timer)
        of.signal.removeEventListener('abort', end)
        of.over?.()
        try {
          controller.close()
        } catch {
          // The reader has gone and closed it.
        }
      }
      of.signal.addEventListener('abort', () => end())
      write('retry: 1000\n\n')
      tell()
    },
    cancel: () => end(),
  })
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}

const tagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)
