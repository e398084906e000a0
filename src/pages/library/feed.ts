/**
 * A large study is read in another thread: this one answers, and is never held up by replaying ten thousand
 * negotiations or by analysing them. What it has of them is handed over little by little, and asked for here.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { ReadElsewhere } from '../closing.ts'
import type { RecordIndex } from '../record-index.ts'
import type { RunFacts } from '../run-facts.ts'
import type { ComparePage, CompareWhat, ScenarioPage, StudyPage } from '../types.ts'
import type { FileOut } from './files.ts'

/** All of a page that takes long to make; the rest is put in by whoever answers. */
export type MadePage = Omit<StudyPage, 'attempts' | 'progress' | 'state' | 'reading'>

/** What was handed over so far. */
export interface From {
  /** Of the record's file: of another, nothing was handed over. */
  readonly mark: string
  readonly version: number
  /** The number of the page that is known. */
  readonly page?: number
}

export interface HandedOver extends From {
  /** What was read of closed negotiations since. */
  readonly read: readonly ReadElsewhere[]
  /** The page, where it is another than the one that is known. */
  readonly made?: MadePage
  /** There is more to come at once. */
  readonly more: boolean
}

/** The library of the other thread. */
export interface Behind {
  handOver(study: string, from: From): Promise<HandedOver | undefined>
  /** Notes that outcomes are shown. */
  note(study: string): Promise<void>
  compare(left: CompareWhat | undefined, right: CompareWhat | undefined): Promise<ComparePage>
  scenario(key: string): Promise<ScenarioPage | undefined>
  runFacts(key: string): Promise<RunFacts | undefined>
  file(key: string, name: string): Promise<FileOut | undefined>
}

/** How long is waited before the first question: whoever asks for the page has it by then. */
const FIRST_MS = 20
/** And between two of them, while there is more, and while there is none. */
const MORE_MS = 10
const REST_MS = 250
const TROUBLE_MS = 1000

export class Feed {
  #over = false
  /** Why there is nothing more. */
  trouble: unknown
  made: MadePage | undefined

  constructor(study: string, mark: string, index: RecordIndex, behind: Behind) {
    void this.#run(study, mark, index, behind)
  }

  async #run(study: string, mark: string, index: RecordIndex, behind: Behind): Promise<void> {
    let from: From = { mark, version: -1 }
    let pause = FIRST_MS
    for (;;) {
      await wait(pause, undefined, { ref: false })
      if (this.#over) return
      try {
        const found = await behind.handOver(study, from)
        if (this.#over) return
        this.trouble = undefined
        pause = found?.more ? MORE_MS : REST_MS
        // The other thread has not seen yet that there is another file, or has seen it sooner.
        if (found?.mark !== mark) continue
        index.deliver(found.read)
        this.made = found.made ?? this.made
        const { version, page } = found
        from = { mark, version, ...(page === undefined ? {} : { page }) }
      } catch (error) {
        this.trouble = error
        pause = TROUBLE_MS
      }
    }
  }

  stop(): void {
    this.#over = true
  }
}
