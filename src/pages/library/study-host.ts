/**
 * One study of a folder: its index, kept up with its record, and the results that take long, made when there is time.
 * Where a second thread reads large studies, this one is fed with what it has read.
 */
import { statSync } from 'node:fs'
import type { RecordReader } from '../../store/contract.ts'
import { lockHolder, openReader } from '../../store/index.ts'
import { loadStudy } from '../../study/load.ts'
import { type LookOptions, noteLook } from '../../study/looks.ts'
import type { Pricer } from '../../study/pricing.ts'
import type { StudyPlace } from '../catalog.ts'
import { draftRecord } from '../draft-record.ts'
import { RecordIndex } from '../record-index.ts'
import { type StudyResults, studyResults } from '../study-page.ts'
import type { CostData, StudyPage } from '../types.ts'
import { type Behind, Feed } from './feed.ts'
import { KeptLater, type ReadLater } from './kept-later.ts'
import { KeptPage } from './kept-page.ts'

export interface HostOptions extends LookOptions {
  readonly pricer: Pricer
  /** By which command outcomes are shown; undefined: looks are not noted. */
  readonly command?: string
  /** Reads large studies in another thread; without it they are read in this one. */
  readonly behind?: Behind
}

/** How often a record is looked at, at most. */
const LOOK_MS = 100
/** How long is read before the first answer. */
const FIRST_MS = 60
/** And at each further look. */
const LOOK_FOR_MS = 20
/** Both of a small study, which is better shown whole: most of it goes to the analysis of its outcome space. */
const SMALL_MS = 2000
/** Results of more negotiations than these are not waited for, and another thread reads them where there is one. */
const AT_ONCE = 400
/** A share of the time at most is spent on making results anew while a study runs. */
const REST = 12
/** How often looks are noted while a study goes on. */
const NOTE_MS = 60_000

interface Opened {
  readonly reader: RecordReader
  readonly index: RecordIndex
  readonly mark: string
  readonly later: KeptLater
}

export class StudyHost {
  readonly place: StudyPlace
  readonly #options: HostOptions
  #open: Opened | undefined
  #readying: Promise<void> | undefined
  /** When an empty record is looked at again. */
  #again = -Infinity
  #looked = -Infinity
  #looking: Promise<boolean> | undefined
  #more = false
  #results: StudyResults | undefined
  /** What was read of talks afterwards that results take in. */
  #takenIn: ReadLater | undefined
  #madeAt = -Infinity
  #took = 0
  #notedAt = -Infinity
  #noting: Promise<unknown> | undefined
  readonly #page = new KeptPage()
  #feed: Feed | undefined

  constructor(place: StudyPlace, options: HostOptions) {
    this.place = place
    this.#options = options
  }

  get reader(): RecordReader {
    return this.#open!.reader
  }

  /** Another file has another one. */
  get mark(): string {
    return this.#open?.mark ?? ''
  }

  /** Undefined where this thread reads the study itself. */
  get feed(): Feed | undefined {
    return this.#feed
  }

  /** The index as it is now; throws a UserError where the study or its record cannot be read. */
  async index(): Promise<RecordIndex> {
    await this.#ready()
    const now = performance.now()
    if (now - this.#looked > LOOK_MS) {
      await this.#look(this.#open!.index.places.length > AT_ONCE ? LOOK_FOR_MS : SMALL_MS)
      this.#looked = performance.now()
    }
    if (this.#feed?.trouble !== undefined) throw this.#feed.trouble
    return this.#open!.index
  }

  async #ready(): Promise<void> {
    this.#readying ??= this.#reopen().finally(() => {
      this.#readying = undefined
    })
    await this.#readying
  }

  /** Opens what is there now, where that is another file than before. */
  async #reopen(): Promise<void> {
    const { record, file, folder } = this.place
    const there = markOf(record)
    if (there !== undefined) {
      if (this.#open?.mark === there || (this.#open && performance.now() < this.#again)) return
      if (await this.#start(await openReader(record), there)) return
      // It was created, and nothing is written in it yet: what a run would register tells more.
      this.#again = performance.now() + LOOK_MS
      if (this.#open) return
    }
    const draft = `draft ${statSync(file, { throwIfNoEntry: false })?.mtimeMs}`
    if (this.#open?.mark !== draft) await this.#start(draftRecord(await loadStudy(folder)), draft)
  }

  /** Takes a record in the place of the one before; false, and nothing taken, where it holds no study. */
  async #start(reader: RecordReader, mark: string): Promise<boolean> {
    const before = this.#open
    const draft = mark.startsWith('draft')
    // Versions go on, so that whoever follows the study is told of every row anew.
    const version = before ? before.index.version + 1 : 0
    const { behind, pricer } = this.#options
    let index = new RecordIndex(reader, this.place.record, pricer, {
      draft,
      version,
      fed: behind !== undefined,
    })
    let more = await index.look(FIRST_MS)
    const feed = behind && index.places.length > AT_ONCE
    if (behind && index.plan && !feed) {
      index = new RecordIndex(reader, this.place.record, pricer, { draft, version })
      more = await index.look(SMALL_MS)
    }
    if (!index.plan) {
      await reader.close()
      return false
    }
    while (this.#looking) await this.#looking
    this.#open = { reader, index, mark, later: new KeptLater(reader, index, pricer) }
    this.#feed?.stop()
    this.#feed = feed ? new Feed(this.place.key, mark, index, behind) : undefined
    this.#more = more
    this.#results = undefined
    this.#takenIn = undefined
    this.#looked = performance.now()
    await before?.later.stop()
    await before?.reader.close()
    return true
  }

  /** One look at a time: an index is not read by two at once. */
  async #look(ms: number): Promise<void> {
    while (this.#looking) await this.#looking
    const { index } = this.#open!
    this.#looking = index.look(ms)
    try {
      this.#more = await this.#looking
    } finally {
      this.#looking = undefined
    }
  }

  /** Reads on for a while, and makes results that are old; false where nothing is left to be read. */
  async work(ms: number): Promise<boolean> {
    if (this.#feed) return false
    if (this.#more) await this.#look(ms)
    if (!this.#more && this.#open) this.#renew(this.#open)
    return this.#more
  }

  /** The first results wait for nothing; those after them take in what was read of talks afterwards. */
  #renew({ index, later }: Opened): void {
    if (later.busy) return
    if (this.#results && !later.current && (later.urgent || this.#rested)) void later.read()
    else if (this.#takenIn !== later.known) this.#make(index)
    else if (this.#results?.version !== index.version && this.#rested) this.#make(index)
  }

  get #rested(): boolean {
    return performance.now() - this.#madeAt > REST * this.#took
  }

  /**
   * Results as they are, made anew where they are old and that is cheap or due; undefined while it is being read, and
   * of a study that another thread reads.
   */
  results(index: RecordIndex): StudyResults | undefined {
    if (this.#feed) return undefined
    if (this.#more) return this.#results
    const fresh = this.#results?.version === index.version
    if (fresh) return this.#results
    // Where talks are read again, results are made when that was read.
    const cheap = index.places.length <= AT_ONCE && !this.#open?.later.wanted
    if ((cheap && this.#rested) || !this.#results) this.#make(index)
    return this.#results
  }

  /** The same with all that was read of talks afterwards, waited for. */
  async whole(index: RecordIndex): Promise<StudyResults | undefined> {
    const later = this.#open?.later
    if (this.#feed || !later) return this.results(index)
    while (this.#more && this.#open?.later === later) await this.#look(SMALL_MS)
    if (later.busy) await later.read()
    if (!later.current) await later.read()
    if (this.#open?.later !== later) return undefined
    if (this.#takenIn !== later.known || (later.wanted && this.#results?.version !== index.version))
      this.#make(index)
    return this.results(index)
  }

  /** What is told of results beside how far a study is. */
  told(index: RecordIndex): { readonly cost?: CostData | undefined; readonly until?: string | undefined } {
    if (!this.#feed) return this.results(index) ?? {}
    const { cost, resultsUntil: until } = this.#feed.made ?? {}
    return { cost, until }
  }

  #make(index: RecordIndex): void {
    const begin = performance.now()
    const { wanted, current, known } = this.#open!.later
    const results = studyResults(index, known?.later)
    // A reader is told of results by the last event that they take in: those that lack a part are told of later.
    this.#results = wanted && !current ? { ...results, until: known?.until } : results
    this.#takenIn = known
    this.#madeAt = performance.now()
    this.#took = this.#madeAt - begin + (wanted ? (known?.took ?? 0) : 0)
  }

  get made(): StudyResults | undefined {
    return this.#results
  }

  /** Notes in the record that outcomes are shown, before they are; where they were seen before, nothing happens. */
  async note(index: RecordIndex): Promise<void> {
    const { command } = this.#options
    if (command === undefined || index.draft || !index.plan) return
    const { closed } = index
    const begun = Math.max(closed, index.places.filter(({ state }) => state !== 'planned').length)
    if (begun === 0 || index.plan.looks.some((look) => look.begun >= begun && look.closed >= closed)) return
    const now = performance.now()
    if (this.#noting) return void (await this.#noting)
    if (now - this.#notedAt < NOTE_MS) return
    this.#notedAt = now
    this.#noting =
      this.#feed && this.#options.behind
        ? this.#options.behind.note(this.place.key)
        : noteLook(this.place.record, command, this.#options)
    try {
      await this.#noting
    } finally {
      this.#noting = undefined
      this.#looked = -Infinity
    }
  }

  /**
   * The page as it was made before, where nothing that it shows has changed; of a large study that goes on, also a
   * moment later: what is new reaches its reader by the live view anyway. `mark`: of what else it shows.
   */
  kept(index: RecordIndex, results: object | undefined, mark: string, make: () => StudyPage): StudyPage {
    const large = index.places.length > AT_ONCE
    return this.#page.of({ index, results, mark, held: this.held, large }, make)
  }

  /** Whether a process holds the record for writing. */
  get held(): boolean {
    try {
      return lockHolder(this.place.record) !== undefined
    } catch {
      return false
    }
  }

  async close(): Promise<void> {
    this.#feed?.stop()
    while (this.#looking) await this.#looking
    await this.#open?.later.stop()
    await this.#open?.reader.close()
    this.#open = undefined
  }
}

/** Another file under the same name has another mark; undefined where there is none. */
function markOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found && `${found.ino} ${found.birthtimeMs}`
}
