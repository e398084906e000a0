/**
 * A record as it is published: without what is sealed, and up to the exports at its end. Pages are made of this alone,
 * so that nothing private can stand in one.
 */
import { makeOpening } from '../publication/opening.ts'
import { publishedLength } from '../publication/seal.ts'
import { STUDY } from '../record/verify.ts'
import type { RecordReader } from '../store/contract.ts'

export async function publishedReader(reader: RecordReader): Promise<RecordReader> {
  const opening = makeOpening([])
  const length = publishedLength(await reader.read(STUDY))
  return {
    streams: async () => {
      const streams = await reader.streams()
      const study = await reader.read(STUDY)
      return streams.map((one) =>
        one.stream === STUDY ? { ...one, events: length, head: study[length - 1]!.hash } : one,
      )
    },
    read: async (stream, from = 0) => {
      const events = await reader.read(stream, from)
      const kept = stream === STUDY ? events.filter(({ seq }) => seq < length) : events
      return kept.map((event) => opening.published(stream, event))
    },
    close: () => reader.close(),
  }
}
