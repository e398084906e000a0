/** The studies of a folder that somebody has asked for, each with its index. */
import { UserError } from '../../core/problem.ts'
import type { StudyPlace } from '../catalog.ts'
import type { RecordIndex } from '../record-index.ts'
import type { Shelf } from './shelf.ts'
import { type HostOptions, StudyHost } from './study-host.ts'

/** A study that nobody asks for is closed after a while: a large one fills memory by the hundred megabytes. */
const IDLE_MS = 15 * 60_000

export interface Open {
  readonly host: StudyHost
  readonly index: RecordIndex
}

export class Hosts {
  readonly #shelf: Shelf
  readonly #options: HostOptions
  readonly #hosts = new Map<string, StudyHost>()
  /** Those that were opened before anybody asked. */
  readonly #ahead = new Set<string>()
  /** When each was asked for last. */
  readonly #used = new WeakMap<StudyHost, number>()

  constructor(shelf: Shelf, options: HostOptions) {
    this.#shelf = shelf
    this.#options = options
  }

  /** A study, kept up with its record; undefined where there is none of this key. Throws a UserError where it cannot be read. */
  async open(study: string): Promise<Open | undefined> {
    const host = await this.#host(study)
    if (!host) return undefined
    this.#used.set(host, performance.now())
    const index = await host.index()
    for (const scenario of index.settings?.scenarios ?? []) this.#shelf.keep(scenario)
    return { host, index }
  }

  /** The same to be shown to a reader: that outcomes are shown is noted first. */
  async show(study: string): Promise<Open | undefined> {
    const found = await this.open(study)
    if (!found) return undefined
    await found.host.note(found.index)
    return this.open(study)
  }

  /** The same for what is shown of all of it: of a study that another thread reads, it was noted there. */
  async list(study: string): Promise<Open | undefined> {
    const found = await this.open(study)
    return found?.host.feed ? found : this.show(study)
  }

  /** The same of every study; what cannot be read is passed over. */
  async all(): Promise<(Open & { readonly place: StudyPlace })[]> {
    const found: (Open & { readonly place: StudyPlace })[] = []
    for (const place of await this.#shelf.studies()) {
      try {
        const open = await this.open(place.key)
        if (open) found.push({ ...open, place })
      } catch (error) {
        if (!(error instanceof UserError)) throw error
      }
    }
    return found
  }

  /** Opens one that was not opened yet; false where there is none. */
  async openNext(): Promise<boolean> {
    const next = (await this.#shelf.studies()).find(
      ({ key }) => !this.#hosts.has(key) && !this.#ahead.has(key),
    )
    if (!next) return false
    this.#ahead.add(next.key)
    try {
      await this.open(next.key)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
    }
    return true
  }

  async #host(study: string): Promise<StudyHost | undefined> {
    const place = (await this.#shelf.studies()).find(({ key }) => key === study)
    const known = this.#hosts.get(study)
    if (place && known?.place.folder === place.folder) return known
    this.#hosts.delete(study)
    await known?.close()
    if (!place) return undefined
    const host = new StudyHost(place, this.#options)
    this.#hosts.set(study, host)
    return host
  }

  /** Reads on, and makes results that are old, for about `ms` milliseconds; false where nothing is left to do. */
  async work(ms: number): Promise<boolean> {
    let more = false
    const now = performance.now()
    for (const [study, host] of this.#hosts) {
      if (now - (this.#used.get(host) ?? now) > IDLE_MS) {
        this.#hosts.delete(study)
        await host.close()
        continue
      }
      try {
        more = (await host.work(ms)) || more
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
