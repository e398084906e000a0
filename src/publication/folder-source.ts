/** A publication's source from a published folder: its record, and the texts that stand among its calls alone. */
import type { StoredEvent } from '../record/stored.ts'
import type { Folder } from './folder.ts'
import { linesOf } from './lines.ts'
import { FILES } from './names.ts'
import { parsed, recordEntries } from './record-lines.ts'
import type { Negotiation, Source } from './source.ts'

export function folderSource(folder: Folder): Source & { close(): void } {
  const study: StoredEvent[] = []
  for (const { event } of recordEntries(folder, FILES.study)) study.push(event)
  const entries = new Peeking(recordEntries(folder, FILES.negotiations))
  const calls = new Peeking(linesOf(folder, FILES.calls))
  const take = (): Negotiation => {
    const id = entries.next!.stream
    const stored: StoredEvent[] = []
    for (; entries.next?.stream === id; entries.step()) stored.push(entries.next.event)
    const own = `{"negotiation":${JSON.stringify(id)},`
    const lines: string[] = []
    for (; calls.next?.startsWith(own); calls.step()) lines.push(calls.next)
    // Nearly every text stands in the record, so that hardly any line has to be read as JSON.
    let texts: Map<number, string> | undefined
    const unread = (seq: number): string | undefined => {
      texts ??= new Map(lines.flatMap(textOf))
      return texts.get(seq)
    }
    return { id, stored, unread }
  }
  return {
    study,
    negotiation: async (id) => (entries.next?.stream === id ? take() : undefined),
    async *rest() {
      while (entries.next) yield take()
    },
    close() {
      entries.close()
      calls.close()
    },
  }
}

/** A generator with its next value in view. */
class Peeking<T> {
  next: T | undefined
  readonly #values: Generator<T, void, undefined>

  constructor(values: Generator<T, void, undefined>) {
    this.#values = values
    this.step()
  }

  step(): void {
    const { value, done } = this.#values.next()
    this.next = done ? undefined : (value as T)
  }

  close(): void {
    this.#values.return()
  }
}

/** The number of the answer that a line of calls is about, and its text. */
function textOf(line: string): [seq: number, text: string][] {
  const { ended, response } = (parsed(line) ?? {}) as Record<string, unknown>
  const text = (response as { text?: unknown } | null | undefined)?.text
  return typeof ended === 'number' && typeof text === 'string' ? [[ended, text]] : []
}
