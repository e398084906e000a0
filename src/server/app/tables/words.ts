/** The words of a model while they stream: a client that shows the bytes of each reply as they come, decoded. */
import type { ModelClient } from '../../../models/exchange.ts'

/** How often a reply that is coming in is decoded anew: the whole of it each time. */
const EVERY_MS = 120
/** A reply of more bytes is not shown while it comes. */
const MOST_BYTES = 1 << 20

/** The same client; `say` is told what has come of the reply so far, and an empty text once it is over. */
export const overheard = (
  client: ModelClient,
  say: (text: string) => void,
  now: () => number,
): ModelClient => ({
  ...client,
  async send(request, body, options) {
    const pieces: Uint8Array[] = []
    let bytes = 0
    let told = Number.NEGATIVE_INFINITY
    const onBytes = (piece: Uint8Array): void => {
      options.onBytes?.(piece)
      bytes += piece.length
      if (!request.stream || bytes > MOST_BYTES) return
      pieces.push(piece)
      const time = now()
      if (time - told < EVERY_MS) return
      told = time
      const decoded = client.wire.decode({
        status: 200,
        headers: EVENTS,
        body: Buffer.concat(pieces),
        ended: false,
      })
      const text = decoded.kind === 'answer' ? decoded.text : decoded.partial?.text
      if (text !== undefined && text !== '') say(text)
    }
    try {
      return await client.send(request, body, { ...options, onBytes })
    } finally {
      say('')
    }
  },
})

const EVENTS = { 'content-type': 'text/event-stream' }
