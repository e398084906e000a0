/**
 * What was read of a study's talks afterwards, kept until the study's own stream tells of more: a pass that has
 * closed, or another talk that has ended. It is read beside all else, and holds up no answer.
 */
import { setImmediate as others } from 'node:timers/promises'
import type { RecordReader } from '../../store/contract.ts'
import type { Pricer } from '../../study/pricing.ts'
import { type Later, readLater } from '../later.ts'
import type { RecordIndex } from '../record-index.ts'

/** How long is read before others get in. */
const SLICE_MS = 10

export interface ReadLater {
  readonly later: Later | undefined
  /** How many events the study's own stream had then, and the time of the record's last one. */
  readonly events: number
  readonly until: string | undefined
  /** How many passes had closed. */
  readonly passes: number
  /** In milliseconds. */
  readonly took: number
}

export class KeptLater {
  readonly #reader: RecordReader
  readonly #index: RecordIndex
  readonly #pricer: Pricer
  #known: ReadLater | undefined
  #reading: Promise<void> | undefined
  #over = false

  constructor(reader: RecordReader, index: RecordIndex, pricer: Pricer) {
    this.#reader = reader
    this.#index = index
    this.#pricer = pricer
  }

  /** Whether there is anything to read: of free talks alone, that others have read or that are of several clones. */
  get wanted(): boolean {
    const { draft, plan, settings, events } = this.#index
    if (draft || plan?.created.protocol !== 'free-talk') return false
    return (settings?.scenarios.length ?? 0) > 1 || events.some(({ type }) => type === 'pass.started')
  }

  /** What was read last. */
  get known(): ReadLater | undefined {
    return this.#known
  }

  get current(): boolean {
    return !this.wanted || this.#known?.events === this.#index.studyEvents
  }

  /** A pass has closed since, or nothing was read yet: that is not put off. */
  get urgent(): boolean {
    return !this.current && this.#known?.passes !== this.#passes
  }

  get #passes(): number {
    return this.#index.events.filter(({ type }) => type === 'pass.closed').length
  }

  get busy(): boolean {
    return this.#reading !== undefined
  }

  /** Reads it anew; whoever asks meanwhile waits for the same. Never rejects: what cannot be read is not shown. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    const { studyEvents: events, lastAt: until, file } = this.#index
    const passes = this.#passes
    const begin = performance.now()
    const later = await readLater(this.#patient(), this.#index.events, file, this.#pricer).catch(
      () => undefined,
    )
    if (!this.#over) this.#known = { later, events, until, passes, took: performance.now() - begin }
  }

  /** The record, read with pauses in which others are answered. */
  #patient(): RecordReader {
    let since = performance.now()
    const inTurn = async <T>(read: () => Promise<T>): Promise<T> => {
      if (performance.now() - since > SLICE_MS) {
        await others()
        since = performance.now()
      }
      if (this.#over) throw new Error('The record is closed.')
      return read()
    }
    return {
      streams: () => inTurn(() => this.#reader.streams()),
      read: (stream, from) => inTurn(() => this.#reader.read(stream, from)),
      close: async () => undefined,
    }
  }

  /** The record may be closed after that. */
  async stop(): Promise<void> {
    this.#over = true
    await this.#reading
  }
}
