/** A publication's source from a published folder: its record, and the texts that stand among its calls alone. */
import { join } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import type { StoredEvent } from '../record/stored.ts'
import { linesOf } from './lines.ts'
import { FILES } from './names.ts'
import { parsed, recordEntries } from './record-lines.ts'
import type { Negotiation, Source } from './source.ts'

export function folderSource(folder: string): Source & { close(): void } {
  const study: StoredEvent[] = []
  for (const { event } of recordEntries(join(folder, FILES.study), FILES.study)) study.push(event)
  const entries = new Peeking(recordEntries(join(folder, FILES.negotiations), FILES.negotiations))
  const calls = new Peeking(unreadOf(join(folder, FILES.calls)))
  const take = (): Negotiation => {
    const id = entries.next!.stream
    const stored: StoredEvent[] = []
    for (; entries.next?.stream === id; entries.step()) stored.push(entries.next.event)
    const unread = new Map<number, string>()
    for (; calls.next?.negotiation === id; calls.step()) {
      if (calls.next.text !== undefined) unread.set(calls.next.ended, calls.next.text)
    }
    return { id, stored, unread }
  }
  return {
    study,
    negotiation: async (id) => (entries.next?.stream === id ? take() : undefined),
    rest: async () => {
      const rest: Negotiation[] = []
      while (entries.next) rest.push(take())
      return rest
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

interface UnreadText {
  readonly negotiation: string
  readonly ended: number
  readonly text?: string
}

function* unreadOf(path: string): Generator<UnreadText, void, undefined> {
  let line = 0
  for (const written of linesOf(path, FILES.calls)) {
    line++
    const { negotiation, ended, response } = (parsed(written) ?? {}) as Record<string, unknown>
    if (typeof negotiation !== 'string') {
      throw new UserError([{ file: FILES.calls, line, message: 'The line is no call.' }], EXIT.differs)
    }
    const text = (response as { text?: unknown } | null | undefined)?.text
    const known = typeof text === 'string' ? { text } : {}
    yield { negotiation, ended: typeof ended === 'number' ? ended : -1, ...known }
  }
}
