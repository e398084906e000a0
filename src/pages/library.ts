/**
 * Every page of a folder of studies and scenarios, from their records. What was read stays read: an answer is made
 * from memory, and a record that goes on is looked at again for what is new alone.
 */
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../core/problem.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { loadScenario } from '../scenario/folder.ts'
import type { Scenario } from '../scenario/types.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { callBytes } from './call-bytes.ts'
import { type Catalog, type ScenarioPlace, type StudyPlace, scanFolder } from './catalog.ts'
import { comparePage, type Side, sideCell } from './compare-page.ts'
import { figures } from './figure.ts'
import { liveTurns, moving } from './negotiation.ts'
import { partyTags } from './parties.ts'
import { progressOf } from './progress.ts'
import { negotiationOf, readNegotiation, readNegotiationPage } from './read-negotiation.ts'
import type { RecordIndex } from './record-index.ts'
import { scenarioCard, scenarioPage } from './scenario-page.ts'
import { spaceData } from './space.ts'
import { type HostOptions, StudyHost } from './study-host.ts'
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
  ScenarioCard,
  ScenarioPage,
  ScenarioResult,
  StudyCard,
  StudyLive,
  StudyPage,
} from './types.ts'

/** How often the folder is looked through, at most. */
const SCAN_MS = 2000
/** Rows in one message of a live view, and messages at a time. */
const ROWS = 100
const MESSAGES = 4
const MANY = 1000
/** As long may pass between a page and its live view. */
const AGO_MS = 5000

/** The scenarios that come with Parley. */
const SHIPPED = fileURLToPath(new URL('../../scenarios', import.meta.url))

interface Known {
  readonly place: ScenarioPlace
  readonly scenario?: Scenario
  readonly problem?: string
}

export interface Changes {
  /** To go on from. */
  readonly version: number
  readonly messages: readonly StudyLive[]
  /** What was told last, to be given back: what is the same is not told again. */
  readonly told: string
}

export class Library {
  readonly #root: string
  readonly #options: HostOptions
  readonly #hosts = new Map<string, StudyHost>()
  readonly #scenarios = new Map<string, Known>()
  /** Scenarios that only records hold, by the hash of their pack. */
  readonly #recorded = new Map<string, Scenario>()
  /** Which version a study had when. */
  readonly #seen = new WeakMap<StudyHost, { readonly at: number; readonly version: number }[]>()
  #catalog: Catalog = { studies: [], scenarios: [] }
  #scanned = -Infinity
  #scanning: Promise<void> | undefined

  constructor(root: string, options: HostOptions) {
    this.#root = resolve(root)
    this.#options = options
  }

  async #scan(): Promise<void> {
    if (performance.now() - this.#scanned < SCAN_MS) return
    this.#scanning ??= this.#look().finally(() => {
      this.#scanning = undefined
      this.#scanned = performance.now()
    })
    await this.#scanning
  }

  async #look(): Promise<void> {
    const own = await scanFolder(this.#root)
    const shipped = existsSync(SHIPPED) ? (await scanFolder(SHIPPED)).scenarios : []
    const taken = new Set(own.scenarios.map(({ key }) => key))
    const inside = new Set(own.scenarios.map(({ folder }) => folder))
    const more = shipped.filter(({ key, folder }) => !taken.has(key) && !inside.has(folder))
    this.#catalog = { studies: own.studies, scenarios: [...own.scenarios, ...more] }
    for (const place of this.#catalog.scenarios) {
      try {
        this.#scenarios.set(place.key, { place, scenario: await this.#same(place) })
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        this.#scenarios.set(place.key, { place, problem: error.problems[0]?.message ?? 'It cannot be read.' })
      }
    }
    const keys = new Set(this.#catalog.scenarios.map(({ key }) => key))
    for (const key of this.#scenarios.keys()) if (!keys.has(key)) this.#scenarios.delete(key)
  }

  /** The scenario as it was read before, where nothing of it has changed: what was worked out of it stays. */
  async #same(place: ScenarioPlace): Promise<Scenario> {
    const read = await loadScenario(place.folder)
    const known = this.#scenarios.get(place.key)?.scenario
    return known && scenarioHash(known) === scenarioHash(read) ? known : read
  }

  /** The study's folder and record; undefined where there is no study of this key. */
  async place(study: string): Promise<StudyPlace | undefined> {
    await this.#scan()
    return this.#catalog.studies.find(({ key }) => key === study)
  }

  /** The folder of a scenario on disk. */
  async scenarioPlace(scenario: string): Promise<ScenarioPlace | undefined> {
    await this.#scan()
    return this.#catalog.scenarios.find(({ key }) => key === scenario)
  }

  /** Every scenario on disk. */
  async scenarioPlaces(): Promise<readonly ScenarioPlace[]> {
    await this.#scan()
    return this.#catalog.scenarios
  }

  async #host(study: string): Promise<StudyHost | undefined> {
    const place = await this.place(study)
    if (!place) {
      const gone = this.#hosts.get(study)
      this.#hosts.delete(study)
      await gone?.close()
      return undefined
    }
    const known = this.#hosts.get(study)
    if (known?.place.folder === place.folder) return known
    const host = new StudyHost(place, this.#options)
    this.#hosts.set(study, host)
    return host
  }

  readonly #keyOf = (hash: string): string | undefined => {
    for (const [key, { scenario }] of this.#scenarios)
      if (scenario && scenarioHash(scenario) === hash) return key
    return this.#recorded.has(hash) ? `pack-${hash.slice(0, 16)}` : undefined
  }

  async #index(host: StudyHost): Promise<RecordIndex> {
    const index = await host.index()
    for (const scenario of index.settings?.scenarios ?? [])
      this.#recorded.set(scenarioHash(scenario), scenario)
    return index
  }

  async home(): Promise<HomePage> {
    await this.#scan()
    const studies: StudyCard[] = []
    const problems: { where: string; message: string }[] = []
    for (const place of this.#catalog.studies) {
      try {
        studies.push(await this.#card(place))
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        problems.push({ where: place.key, message: error.problems[0]?.message ?? 'It cannot be read.' })
      }
    }
    const scenarios: ScenarioCard[] = []
    for (const { key } of this.#catalog.scenarios) {
      const { scenario, problem } = this.#scenarios.get(key) ?? {}
      if (scenario) scenarios.push(scenarioCard(scenario, key))
      else if (problem !== undefined) problems.push({ where: key, message: problem })
    }
    studies.sort((a, b) => ((b.lastAt ?? '') < (a.lastAt ?? '') ? -1 : 1))
    return { kind: 'home', folder: basename(this.#root), studies, scenarios, problems }
  }

  async #card(place: StudyPlace): Promise<StudyCard> {
    const host = (await this.#host(place.key))!
    const index = await this.#index(host)
    const plan = index.plan!
    const { state, progress } = progressOf(index, this.#now())
    const [own] = index.settings?.scenarios ?? []
    const key = own && this.#keyOf(scenarioHash(own))
    const models = Object.values(plan.now.negotiators).flatMap((spec) => {
      const { model } = (spec ?? {}) as { model?: unknown }
      return typeof model === 'string' ? [model] : []
    })
    return {
      study: place.key,
      title: plan.now.title,
      state,
      planned: progress.planned,
      ended: progress.completed + progress.interrupted,
      running: progress.running,
      interrupted: progress.interrupted,
      scenario: own?.title ?? '',
      ...(key === undefined ? {} : { scenarioKey: key }),
      models: [...new Set(models)],
      registered: plan.registered !== undefined,
      ...(progress.lastAt === undefined ? {} : { lastAt: progress.lastAt }),
    }
  }

  #now(): number {
    return this.#options.now().getTime()
  }

  async study(key: string): Promise<StudyPage | undefined> {
    const host = await this.#host(key)
    if (!host) return undefined
    let index = await this.#index(host)
    await host.note(index)
    index = await this.#index(host)
    await this.version(key)
    return studyPage(index, host.results(index), { study: key, scenarioKey: this.#keyOf }, this.#now())
  }

  async attempts(key: string, query: AttemptsQuery): Promise<AttemptsPage | undefined> {
    const host = await this.#host(key)
    if (!host) return undefined
    const index = await this.#index(host)
    await host.note(index)
    const made = host.made?.version === index.version ? host.made.filters : undefined
    return attemptsOf(index, key, query, made)
  }

  async negotiation(key: string, id: string): Promise<NegotiationPage | undefined> {
    const host = await this.#host(key)
    if (!host) return undefined
    const index = await this.#index(host)
    await host.note(index)
    const about = { study: key, pricer: this.#options.pricer, scenarioKey: this.#keyOf }
    return readNegotiationPage(host.reader, index, id, about)
  }

  async call(key: string, id: string, sent: number): Promise<CallBytes | undefined> {
    const host = await this.#host(key)
    if (!host) return undefined
    const index = await this.#index(host)
    const read = await readNegotiation(host.reader, index, id, this.#options.pricer)
    return read && callBytes(read.opened, sent, nodeSha256)
  }

  /** What is new in a negotiation since it had so many events; undefined where nothing is. */
  async negotiationSince(key: string, id: string, events: number): Promise<NegotiationLive | undefined> {
    const host = await this.#host(key)
    if (!host) return { type: 'reset' }
    const index = await this.#index(host)
    if (!index.placeOf(id)) return { type: 'reset' }
    const fresh = await host.reader.read(id, events)
    if (fresh.length === 0) return undefined
    const read = await readNegotiation(host.reader, index, id, this.#options.pricer)
    if (!read || read.events.length < events) return { type: 'reset' }
    const turns = read.events.slice(events).flatMap((event) => ('turn' in event ? [event.turn] : []))
    const now = moving(negotiationOf(index, read, key, this.#keyOf))
    return liveTurns(now, turns.length === 0 ? Infinity : Math.min(...turns))
  }

  /** What has changed in a study since a version; `before`: `told` of the last answer. Undefined where there is none of this key. */
  async studySince(key: string, version: number, before = ''): Promise<Changes | undefined> {
    const host = await this.#host(key)
    if (!host) return undefined
    const index = await this.#index(host)
    if (version > index.version)
      return { version: index.version, messages: [{ type: 'reset' }], told: before }
    // A first reading changes every row: of many, who waits for it fetches the page when it is done.
    const reading = index.places.length > MANY && index.reading.done < index.reading.all
    const changed = (reading ? [] : index.places)
      .filter((place) => place.changed > version)
      .toSorted((a, b) => a.changed - b.changed)
    const told = changed.slice(0, ROWS * MESSAGES)
    const upTo = told.length < changed.length ? told.at(-1)!.changed : index.version
    const messages: StudyLive[] = []
    for (let i = 0; i < told.length; i += ROWS)
      messages.push({ type: 'rows', rows: told.slice(i, i + ROWS).map(({ attempt }) => attempt.row) })
    const live = this.#live(host, index)
    // A run that is lost, or results that were made meanwhile, change no row.
    const text = JSON.stringify({ ...live, progress: { ...live.progress, leftMs: undefined } })
    if (upTo > version || before !== text) messages.push(live)
    return { version: upTo, messages, told: text }
  }

  #live(host: StudyHost, index: RecordIndex): Extract<StudyLive, { type: 'progress' }> {
    const results = host.results(index)
    const { done, all } = index.reading
    return {
      type: 'progress',
      ...progressOf(index, this.#now()),
      ...(results?.cost ? { cost: results.cost } : {}),
      ...(done < all ? { reading: { done, all } } : {}),
      ...(results?.until === undefined ? {} : { results: results.until }),
    }
  }

  /** How far a study is. */
  async progress(key: string): Promise<StudyLive | undefined> {
    const host = await this.#host(key)
    return host && this.#live(host, await this.#index(host))
  }

  /** The version of some seconds ago, from which whoever has just fetched a page misses nothing. */
  async version(key: string): Promise<number | undefined> {
    const host = await this.#host(key)
    if (!host) return undefined
    const { version } = await this.#index(host)
    const now = performance.now()
    const seen = [...(this.#seen.get(host) ?? []), { at: now, version }]
    const from = seen.findLastIndex(({ at }) => now - at > AGO_MS)
    this.#seen.set(host, seen.slice(Math.max(0, from)))
    return seen[Math.max(0, from)]!.version
  }

  async scenario(key: string): Promise<ScenarioPage | undefined> {
    await this.#scan()
    const scenario = this.#scenarios.get(key)?.scenario ?? this.#recordedAs(key)
    if (!scenario) {
      // A link to a pack that only a record holds, before that record was read.
      if (!key.startsWith('pack-')) return undefined
      for (const place of this.#catalog.studies) await this.#tryIndex(place)
      const found = this.#recordedAs(key)
      return found && scenarioPage(found, key, await this.#resultsOf(scenarioHash(found)))
    }
    return scenarioPage(scenario, key, await this.#resultsOf(scenarioHash(scenario)))
  }

  #recordedAs(key: string): Scenario | undefined {
    for (const [hash, scenario] of this.#recorded) if (key === `pack-${hash.slice(0, 16)}`) return scenario
    return undefined
  }

  async #tryIndex({ key }: StudyPlace): Promise<{ host: StudyHost; index: RecordIndex } | undefined> {
    try {
      const host = await this.#host(key)
      return host && { host, index: await this.#index(host) }
    } catch (error) {
      if (error instanceof UserError) return undefined
      throw error
    }
  }

  /** What studies that play this very pack have found so far. */
  async #resultsOf(hash: string): Promise<ScenarioResult[]> {
    const results: ScenarioResult[] = []
    for (const place of this.#catalog.studies) {
      const found = await this.#tryIndex(place)
      if (!found?.index.plan) continue
      const { host, index } = found
      if (!index.settings?.scenarios.some((one) => scenarioHash(one) === hash) || index.draft) continue
      await host.note(index)
      const made = host.results(index)
      if (!made) continue
      results.push({
        study: place.key,
        title: index.plan!.now.title,
        state: progressOf(index, this.#now()).state,
        pairings: made.report.analysis.pairings.map((cell) => ({
          pairing: cell.pairing,
          completed: cell.completed,
          planned: cell.planned,
          ...(cell.agreements === undefined ? {} : { agreements: cell.agreements }),
          ...(cell.joint ? { joint: figures({ joint: cell.joint.mean }).joint! } : {}),
          gains: figures(
            Object.fromEntries(
              Object.entries(cell.gains).flatMap(([party, of]) => (of ? [[party, of.mean] as const] : [])),
            ),
          ),
        })),
      })
    }
    return results
  }

  async compare(left: CompareWhat | undefined, right: CompareWhat | undefined): Promise<ComparePage> {
    await this.#scan()
    const sides = [left && (await this.#side(left)), right && (await this.#side(right))]
    const choices: ComparePage['choices'][number][] = []
    for (const place of this.#catalog.studies) {
      const found = await this.#tryIndex(place)
      const plan = found?.index.plan
      if (!found || !plan || found.index.draft) continue
      const { pairings, factors } = attemptsChoices(found.index)
      choices.push({ study: place.key, title: plan.now.title, pairings, factors })
    }
    return comparePage(sides[0], sides[1], choices)
  }

  async #side(what: CompareWhat): Promise<Side | undefined> {
    const place = await this.place(what.study)
    const found = place && (await this.#tryIndex(place))
    if (!found?.index.plan) return undefined
    const { host, index } = found
    await host.note(index)
    const title = index.plan!.now.title
    if (what.negotiation !== undefined) {
      const negotiation = await this.negotiation(what.study, what.negotiation)
      return (
        negotiation && {
          what,
          label: negotiation.title,
          negotiation,
          rows: [negotiation.row],
          parties: negotiation.parties,
        }
      )
    }
    const { pairings, factors } = attemptsChoices(index)
    if (what.pairing === undefined || !pairings.includes(what.pairing)) return undefined
    const { factor, level } = what
    if (
      factor !== undefined &&
      !factors.some((one) => one.name === factor && one.levels.includes(level ?? ''))
    )
      return undefined
    const results = host.results(index)
    if (!results) return undefined
    const { report } = results
    const { cell, ids } = sideCell(report.observations, report.analysis.frame, what)
    const [scenario, ...more] = report.scenarios
    const space = more.length === 0 ? spaceData(scenario!) : undefined
    return {
      what,
      label: `${what.pairing}${factor === undefined ? '' : `, ${factor} ${level}`} (${title})`,
      cell,
      rows: index.places.flatMap(({ attempt: { row } }) => (ids.has(row.id) ? [row] : [])),
      parties: report.scenarios.flatMap(partyTags),
      ...(space ? { space } : {}),
    }
  }

  /** Reads on, and makes results that are old, for about `ms` milliseconds; false where nothing is left to do. */
  async work(ms: number): Promise<boolean> {
    let more = false
    for (const host of this.#hosts.values()) {
      try {
        more = (await host.work(ms)) || more
        const index = host.opened
        if (index && host.due(index)) host.make(index)
      } catch (error) {
        // It is told to whoever asks for a page of it.
        if (!(error instanceof UserError)) throw error
      }
    }
    return more
  }

  async close(): Promise<void> {
    for (const host of this.#hosts.values()) await host.close()
    this.#hosts.clear()
  }
}

function attemptsChoices(index: RecordIndex): Pick<ComparePage['choices'][number], 'pairings' | 'factors'> {
  const created = index.plan!.created
  const pairings = [
    ...(created.design?.pairings ?? new Set(created.assignments.map(({ pairing }) => pairing))),
  ]
  const factors = Object.entries(created.design?.factors ?? {}).map(([name, levels]) => ({ name, levels }))
  return { pairings, factors }
}
