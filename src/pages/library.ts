/**
 * Every page of a folder of studies and scenarios, from their records. What was read stays read: an answer is made
 * from memory, and a record that goes on is looked at again for what is new alone.
 */
import { basename, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../core/problem.ts'
import { openEvent } from '../record/chain.ts'
import { passStream, splitStream } from '../record/passes/names.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { studyReportJson } from '../study/study-report.ts'
import { callBytes } from './call-bytes.ts'
import type { ScenarioPlace, StudyPlace } from './catalog.ts'
import { scenarioResult, studyCard } from './library/cards.ts'
import { compare } from './library/compare.ts'
import { fedPage } from './library/fed-page.ts'
import type { From, HandedOver } from './library/feed.ts'
import { ATTEMPTS, attemptsFile, type FileOut, filesOf, REPORT, STUDY, studyFile } from './library/files.ts'
import { handOver } from './library/hand-over.ts'
import { Hosts, type Open } from './library/hosts.ts'
import { type Changes, changesSince, progressLive, turnsSince, versionOf } from './library/live.ts'
import { isRecorded, Shelf } from './library/shelf.ts'
import type { HostOptions } from './library/study-host.ts'
import { problemText } from './problem-text.ts'
import { readNegotiation, readNegotiationPage } from './read-negotiation.ts'
import { type RunFacts, runFacts } from './run-facts.ts'
import { scenarioCard, scenarioPage } from './scenario-page.ts'
import { attemptsOf, studyPage } from './study-page.ts'
import type {
  AttemptsPage,
  AttemptsQuery,
  CallBytes,
  ComparePage,
  CompareWhat,
  HomePage,
  NegotiationLive,
  NegotiationPage,
  ScenarioPage,
  ScenarioResult,
  StudyCard,
  StudyLive,
  StudyPage,
} from './types.ts'

export type { Changes, RunFacts }

/** How long what is said of a study's files is believed. */
const FACTS_MS = 10_000
/** How long a page waits for it. */
const FACTS_WAIT_MS = 20

/** Answers that are undefined: there is nothing of this key. All throw a UserError for what cannot be read. */
export class Library {
  readonly #root: string
  readonly #options: HostOptions
  readonly #shelf: Shelf
  readonly #hosts: Hosts
  readonly #facts = new Map<
    string,
    { readonly facts: RunFacts; readonly closed: number; readonly at: number }
  >()

  constructor(root: string, options: HostOptions) {
    this.#root = resolve(root)
    this.#options = options
    this.#shelf = new Shelf(this.#root)
    this.#hosts = new Hosts(this.#shelf, options)
  }

  #now(): number {
    return this.#options.now().getTime()
  }

  #about(study: string) {
    return { study, pricer: this.#options.pricer, scenarioKey: this.#shelf.keyOf }
  }

  #shows(study: string, { host, index }: Open) {
    return { ...this.#about(study), downloads: filesOf(host.place, index) }
  }

  async home(): Promise<HomePage> {
    const studies: StudyCard[] = []
    const problems: { where: string; message: string }[] = []
    for (const { key, table } of await this.#shelf.studies()) {
      try {
        const open = await this.#hosts.open(key)
        if (open)
          studies.push({
            ...studyCard(open, key, this.#shelf.keyOf, this.#now()),
            ...(table ? { table } : {}),
          })
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        problems.push({ where: key, message: problemText(error) })
      }
    }
    const shelf = await this.#shelf.scenarios()
    for (const { place, problem } of shelf)
      if (problem !== undefined) problems.push({ where: place.key, message: problem })
    const scenarios = shelf.flatMap(({ place, scenario }) =>
      scenario ? [scenarioCard(scenario, place.key)] : [],
    )
    studies.sort((a, b) => ((b.lastAt ?? '') < (a.lastAt ?? '') ? -1 : 1))
    return { kind: 'home', folder: basename(this.#root), studies, scenarios, problems }
  }

  async study(key: string): Promise<StudyPage | undefined> {
    const open = await this.#hosts.list(key)
    if (!open) return undefined
    versionOf(open)
    const { host, index } = open
    const { mark } = this.#shelf
    if (host.feed) {
      const { made } = host.feed
      return host.kept(index, made, mark, () => fedPage(index, made, this.#shows(key, open), this.#now()))
    }
    const results = host.results(index)
    return host.kept(index, results, mark, () =>
      studyPage(index, results, this.#shows(key, open), this.#now()),
    )
  }

  async attempts(key: string, query: AttemptsQuery): Promise<AttemptsPage | undefined> {
    const open = await this.#hosts.list(key)
    if (!open) return undefined
    const { host, index } = open
    const made = host.made?.version === index.version ? host.made.filters : undefined
    return attemptsOf(index, key, query, made)
  }

  async negotiation(key: string, id: string): Promise<NegotiationPage | undefined> {
    const open = await this.#hosts.show(key)
    return open && readNegotiationPage(open.host.reader, open.index, id, this.#about(key))
  }

  /** The bytes of the call that was sent with this event; `pass`: of the stream of a pass over the talk. */
  async call(key: string, id: string, sent: number, pass?: string): Promise<CallBytes | undefined> {
    const open = await this.#hosts.show(key)
    if (pass !== undefined) {
      const stream = passStream(pass, id)
      const stored = open && splitStream(stream)?.pass === pass ? await open.host.reader.read(stream) : []
      return callBytes(stored.map(openEvent), sent, nodeSha256)
    }
    const read = open && (await readNegotiation(open.host.reader, open.index, id, this.#options.pricer))
    return read && callBytes(read.opened, sent, nodeSha256)
  }

  /** What is new in a negotiation since it had so many events; undefined where nothing is. */
  async negotiationSince(key: string, id: string, events: number): Promise<NegotiationLive | undefined> {
    const open = await this.#hosts.open(key)
    return open ? turnsSince(open, this.#about(key), id, events) : { type: 'reset' }
  }

  /** What has changed in a study since a version; `before`: `told` of the last answer. */
  async studySince(key: string, version: number, before = ''): Promise<Changes | undefined> {
    const open = await this.#hosts.open(key)
    return open && changesSince(open, version, before, this.#now())
  }

  /** How far a study is. */
  async progress(key: string): Promise<StudyLive | undefined> {
    const open = await this.#hosts.open(key)
    return open && progressLive(open, this.#now())
  }

  /** From where a live view goes on. */
  async version(key: string): Promise<number | undefined> {
    const open = await this.#hosts.open(key)
    return open && versionOf(open)
  }

  async scenario(key: string): Promise<ScenarioPage | undefined> {
    let scenario = await this.#shelf.scenario(key)
    // A link to a pack that only a record holds, before that record was read.
    if (!scenario && isRecorded(key)) {
      await this.#hosts.all()
      scenario = await this.#shelf.scenario(key)
    }
    if (!scenario) return undefined
    const hash = scenarioHash(scenario)
    const results: ScenarioResult[] = []
    const studies = await this.#hosts.all()
    const { behind } = this.#options
    if (behind && studies.some(({ host }) => host.feed)) return behind.scenario(key)
    for (const { place, index } of studies) {
      // Tables have pages of their own, where they stand together.
      if (place.table) continue
      if (index.draft || !index.settings?.scenarios.some((one) => scenarioHash(one) === hash)) continue
      const open = await this.#hosts.show(place.key)
      const found = open && scenarioResult(open, place.key, this.#now())
      if (found) results.push(found)
    }
    const shelf = await this.#shelf.scenarios()
    return scenarioPage(scenario, key, results, (id) => {
      const other = shelf.find((one) => one.scenario?.id === id)
      return other && { key: other.place.key, title: other.scenario!.title }
    })
  }

  async compare(left: CompareWhat | undefined, right: CompareWhat | undefined): Promise<ComparePage> {
    const { behind } = this.#options
    for (const side of behind ? [left, right] : [])
      if (side && (await this.#hosts.open(side.study))?.host.feed) return behind!.compare(left, right)
    return compare(this.#hosts, (study, id) => this.negotiation(study, id), left, right)
  }

  /** The study's folder and record. */
  async place(study: string): Promise<StudyPlace | undefined> {
    return (await this.#shelf.studies()).find(({ key }) => key === study)
  }

  /**
   * What must be known before a study is run; worked out anew where more has been played, or after a while. Of a study
   * that another thread reads it is not waited for where that takes long, unless `whole` says so: undefined until then.
   */
  async runFacts(key: string, whole = false): Promise<RunFacts | undefined> {
    const place = await this.place(key)
    const open = place && (await this.#hosts.open(key).catch(() => undefined))
    if (!place) return undefined
    const { behind } = this.#options
    if (behind && open?.host.feed) {
      const asked = behind.runFacts(key)
      asked.catch(() => undefined)
      return whole ? asked : Promise.race([asked, wait(FACTS_WAIT_MS, undefined, { ref: false })])
    }
    const closed = open?.index.closed ?? 0
    const known = this.#facts.get(place.folder)
    if (known && known.closed === closed && performance.now() - known.at < FACTS_MS) return known.facts
    const facts = await runFacts(place.folder, this.#options.pricer)
    this.#facts.set(place.folder, { facts, closed, at: performance.now() })
    return facts
  }

  /** What was read of a study since `from`, for the thread that answers; that it is shown is noted first. */
  async handOver(key: string, from: From): Promise<HandedOver | undefined> {
    const open = await this.#hosts.open(key)
    if (!open) return undefined
    const { version } = open.index
    await open.host.note(open.index)
    return handOver(open, from, version, this.#shows(key, open), this.#shelf.mark, this.#now())
  }

  /** A file of a study, made now; undefined where there is none of this name, or not yet. */
  async file(key: string, name: string): Promise<FileOut | undefined> {
    if (name === STUDY) {
      const place = await this.place(key)
      return place && studyFile(place)
    }
    if (name !== ATTEMPTS && name !== REPORT) return undefined
    const open = await this.#hosts.list(key)
    if (!open) return undefined
    if (name === ATTEMPTS) return attemptsFile(open.index)
    const { behind } = this.#options
    if (open.host.feed && behind) return behind.file(key, name)
    const results = await open.host.whole(open.index)
    return (
      results && { type: 'application/json', text: JSON.stringify(studyReportJson(results.report), null, 2) }
    )
  }

  /** Notes that outcomes of a study are shown. */
  async note(key: string): Promise<void> {
    await this.#hosts.show(key)
  }

  /** Every scenario on disk. `anew`: something was put into the folder just now. */
  scenarioPlaces(anew = false): Promise<readonly ScenarioPlace[]> {
    if (anew) this.#shelf.stale()
    return this.#shelf.places()
  }

  /** Opens a study that nobody has asked for yet; false where there is none. */
  openNext(): Promise<boolean> {
    return this.#hosts.openNext()
  }

  /** Reads on, and makes results that are old, for about `ms` milliseconds; false where nothing is left to do. */
  work(ms: number): Promise<boolean> {
    return this.#hosts.work(ms)
  }

  close(): Promise<void> {
    return this.#hosts.close()
  }
}
