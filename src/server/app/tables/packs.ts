/** The scenarios that tables can be made of, each read once. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadScenario } from '../../../scenario/folder.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { Refused } from './refused.ts'
import { refusedBy } from './seating.ts'

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../../scenarios', import.meta.url))

/** A scenario that tables can be made of. */
export interface KnownScenario {
  readonly key: string
  readonly folder: string
}

export class Packs {
  readonly #given: () => Promise<readonly KnownScenario[]>
  readonly #read = new Map<string, Promise<Scenario>>()

  constructor(given: () => Promise<readonly KnownScenario[]>) {
    this.#given = given
  }

  /** All with their keys; one that cannot be played is left out. */
  async all(): Promise<readonly { readonly key: string; readonly scenario: Scenario }[]> {
    const read = await Promise.all(
      (await this.#places()).map(async ({ key, folder }) => {
        const scenario = await this.#scenario(folder).catch(() => undefined)
        return scenario ? [{ key, scenario }] : []
      }),
    )
    return read.flat()
  }

  /** The scenario of that key. Throws a Refused where there is none, or where it cannot be read. */
  async known(key: string): Promise<{ readonly folder: string; readonly scenario: Scenario }> {
    const known = (await this.#places()).find((one) => one.key === key)
    if (!known) throw new Refused(404, 'not-found', `There is no scenario "${key}" here.`)
    try {
      return { folder: known.folder, scenario: await this.#scenario(known.folder) }
    } catch (error) {
      throw refusedBy(error)
    }
  }

  /** Those that the server shows; where it has none, those that come with Parley. */
  async #places(): Promise<readonly KnownScenario[]> {
    const own = await this.#given()
    if (own.length > 0) return own
    const names = await readdir(SHIPPED, { withFileTypes: true }).catch(() => [])
    return names
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ key: name, folder: join(SHIPPED, name) }))
  }

  #scenario(folder: string): Promise<Scenario> {
    const known = this.#read.get(folder)
    if (known) return known
    const made = loadScenario(folder)
    this.#read.set(folder, made)
    // What was wrong may have been mended by the next time.
    made.catch(() => this.#read.delete(folder))
    return made
  }
}
