/** Server-sent events in batches: however many arrive, the page is drawn at most a few times a second. */
import { useEffect, useRef } from 'react'

/** Milliseconds between two drawings. */
const BEAT = 250

/**
 * Listens at an address while it is defined. The browser connects again by itself and says where it left off.
 * `take` is called with all messages since the last call.
 */
export function useStream<T>(address: string | undefined, take: (messages: readonly T[]) => void): void {
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (address === undefined) return undefined
    const source = new EventSource(address)
    let waiting: T[] = []
    let timer: number | undefined
    const flush = (): void => {
      timer = undefined
      const messages = waiting
      waiting = []
      latest.current(messages)
    }
    source.onmessage = ({ data }: MessageEvent<string>): void => {
      waiting.push(JSON.parse(data) as T)
      timer ??= window.setTimeout(flush, BEAT)
    }
    return () => {
      source.close()
      if (timer !== undefined) window.clearTimeout(timer)
    }
  }, [address])
}
