/** What lies in a folder: its studies, its scenarios and those that come with Parley, read again where they change. */
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../core/problem.ts'
import { scenarioHash } from '../../record/scenario-hash.ts'
import { loadScenario, SCENARIO_FILE } from '../../scenario/folder.ts'
import type { Scenario } from '../../scenario/types.ts'
import { type Catalog, type ScenarioPlace, type StudyPlace, scanFolder } from '../catalog.ts'
import { problemText } from '../problem-text.ts'

/** How often the folder is looked through, at most. */
const SCAN_MS = 2000

/** The scenarios that come with Parley. */
const SHIPPED = fileURLToPath(new URL('../../../scenarios', import.meta.url))

export interface OnShelf {
  readonly place: ScenarioPlace
  /** Of its files as they were read. */
  readonly mark: string
  readonly scenario?: Scenario
  /** Why it cannot be read. */
  readonly problem?: string
}

export class Shelf {
  readonly #root: string
  #catalog: Catalog = { studies: [], scenarios: [] }
  readonly #scenarios = new Map<string, OnShelf>()
  /** Scenarios that only records hold, by the hash of their pack. */
  readonly #recorded = new Map<string, Scenario>()
  #scanned = -Infinity
  #scanning: Promise<void> | undefined
  /** Changes when a scenario does. */
  mark = ''

  constructor(root: string) {
    this.#root = root
  }

  /** The next who asks has the folder looked through. */
  stale(): void {
    this.#scanned = -Infinity
  }

  async studies(): Promise<readonly StudyPlace[]> {
    await this.#scan()
    return this.#catalog.studies
  }

  async places(): Promise<readonly ScenarioPlace[]> {
    await this.#scan()
    return this.#catalog.scenarios
  }

  async scenarios(): Promise<readonly OnShelf[]> {
    await this.#scan()
    return this.#catalog.scenarios.flatMap(({ key }) => this.#scenarios.get(key) ?? [])
  }

  /** The scenario on disk, or in a record that was read. */
  async scenario(key: string): Promise<Scenario | undefined> {
    await this.#scan()
    const found = this.#scenarios.get(key)?.scenario
    if (found) return found
    for (const [hash, scenario] of this.#recorded) if (recordedKey(hash) === key) return scenario
    return undefined
  }

  /** Keeps a scenario that a record holds. */
  keep(scenario: Scenario): void {
    this.#recorded.set(scenarioHash(scenario), scenario)
  }

  /** The key of the scenario with this hash, on disk before in a record. */
  readonly keyOf = (hash: string): string | undefined => {
    for (const [key, { scenario }] of this.#scenarios)
      if (scenario && scenarioHash(scenario) === hash) return key
    return this.#recorded.has(hash) ? recordedKey(hash) : undefined
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
      const mark = await markOf(place.folder)
      const known = this.#scenarios.get(place.key)
      if (known?.mark !== mark || known.place.folder !== place.folder)
        this.#scenarios.set(place.key, { place, mark, ...(await this.#read(place)) })
    }
    const keys = new Set(this.#catalog.scenarios.map(({ key }) => key))
    for (const key of this.#scenarios.keys()) if (!keys.has(key)) this.#scenarios.delete(key)
    this.mark = JSON.stringify([...this.#scenarios].map(([key, { mark }]) => [key, mark]))
  }

  async #read(place: ScenarioPlace): Promise<Pick<OnShelf, 'scenario' | 'problem'>> {
    try {
      const scenario = await loadScenario(place.folder)
      // The same as it was read before, where nothing of it has changed: what was worked out of it stays.
      const known = this.#scenarios.get(place.key)?.scenario
      return { scenario: known && scenarioHash(known) === scenarioHash(scenario) ? known : scenario }
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      return { problem: problemText(error) }
    }
  }
}

const RECORDED = 'pack-'
const recordedKey = (hash: string): string => `${RECORDED}${hash.slice(0, 16)}`

/** Whether a key is that of a scenario that a record holds. */
export const isRecorded = (key: string): boolean => key.startsWith(RECORDED)

/** When the files of a pack were changed last, prompts that it shares included: what was not written is not read. */
async function markOf(folder: string): Promise<string> {
  const main = join(folder, SCENARIO_FILE)
  const text = await readFile(main, 'utf8').catch(() => '')
  const prompts = join(folder, /^prompts:\s*["']?([^"'#\n]+?)["']?\s*$/m.exec(text)?.[1] ?? 'prompts')
  const names = await readdir(prompts).catch(() => [])
  const files = [main, ...names.map((name) => join(prompts, name))]
  const times = files.map((file) =>
    stat(file).then(
      ({ mtimeMs, size }) => `${mtimeMs}/${size}`,
      () => '',
    ),
  )
  return (await Promise.all(times)).join(' ')
}
