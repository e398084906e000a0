/**
 * A stream of server-sent events read by fetch: a link's secret goes into a header, where EventSource could only put
 * it into the address. Connects again by itself, and says what it has seen last.
 */
export type Line = 'connecting' | 'open' | 'lost' | 'refused'

export interface Following {
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  take(event: string, data: string): void
  line(state: Line): void
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000
/** The server sends something this often at least, so that a line that is silent for longer is dead. */
const SILENT = 40_000

/** Follows until the returned function is called. A refusal (the link opens nothing any more) ends it. */
export function follow({ address, headers, take, line }: Following): () => void {
  const over = new AbortController()
  let last: string | undefined
  let wait = FIRST_WAIT
  let wake = (): void => undefined

  const read = async (): Promise<'lost' | 'refused'> => {
    const stop = new AbortController()
    const end = (): void => stop.abort()
    over.signal.addEventListener('abort', end)
    window.addEventListener('offline', end)
    let silence = window.setTimeout(end, SILENT)
    try {
      const response = await fetch(address, {
        headers: { ...headers, ...(last === undefined ? {} : { 'last-event-id': last }) },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: stop.signal,
      })
      if (response.status === 401 || response.status === 403 || response.status === 404) return 'refused'
      if (!response.ok || !response.body) return 'lost'
      line('open')
      wait = FIRST_WAIT
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      let rest = ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done) return 'lost'
        window.clearTimeout(silence)
        silence = window.setTimeout(end, SILENT)
        rest += value
        for (let at = rest.indexOf('\n\n'); at >= 0; at = rest.indexOf('\n\n')) {
          const fields = fieldsOf(rest.slice(0, at))
          rest = rest.slice(at + 2)
          if (fields.data === undefined) continue
          if (fields.id !== undefined) last = fields.id
          take(fields.event ?? 'message', fields.data)
        }
      }
    } catch {
      return 'lost'
    } finally {
      window.clearTimeout(silence)
      window.removeEventListener('offline', end)
      over.signal.removeEventListener('abort', end)
      stop.abort()
    }
  }
  const run = async (): Promise<void> => {
    line('connecting')
    while (!over.signal.aborted) {
      const became = await read()
      if (over.signal.aborted) return
      line(became)
      if (became === 'refused') return
      await new Promise<void>((resolve) => {
        const timer = window.setTimeout(resolve, wait)
        wake = () => {
          window.clearTimeout(timer)
          resolve()
        }
      })
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
  }
  const back = (): void => wake()
  const seen = (): void => {
    if (document.visibilityState === 'visible') wake()
  }
  window.addEventListener('online', back)
  document.addEventListener('visibilitychange', seen)
  void run()
  return () => {
    over.abort()
    wake()
    window.removeEventListener('online', back)
    document.removeEventListener('visibilitychange', seen)
  }
}

function fieldsOf(block: string): { id?: string; event?: string; data?: string } {
  const fields: Record<string, string> = {}
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ')
    if (at <= 0) continue
    const name = line.slice(0, at)
    const value = line.slice(at + 2)
    fields[name] = name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value
  }
  return fields
}
