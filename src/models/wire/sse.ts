/** Server-sent events, the framing in which all providers stream (https://html.spec.whatwg.org/#event-stream-interpretation). */
import { createParser } from 'eventsource-parser'

export interface EventReader {
  /** Takes more text, cut anywhere. */
  push(text: string): void
  /**
   * No more is coming. An event whose blank line is missing is given all the same: whoever reads it sees by its
   * JSON whether it is whole.
   */
  end(): void
}

/** Reads events as they arrive and gives the data of each. */
export function makeEventReader(onData: (data: string) => void): EventReader {
  const parser = createParser({ onEvent: ({ data }) => onData(data) })
  return {
    push: (text) => parser.feed(text),
    end: () => parser.feed('\n\n'),
  }
}

/** The data of all events in a text. */
export function readEvents(text: string): string[] {
  const all: string[] = []
  const reader = makeEventReader((data) => all.push(data))
  reader.push(text)
  reader.end()
  return all
}
