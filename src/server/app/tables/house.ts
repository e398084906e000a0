/**
 * All tables of a server: makes them, finds them, opens them again after a restart, hands out links and takes them
 * back. Each table is a study folder in the data folder; nothing is known of one that is not on disk.
 */
import { randomInt } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UserError } from '../../../core/problem.ts'
import type { ClassMade, ClassOrder, SeatLink, TableMade, TableOrder } from '../../../pages/table-types.ts'
import { OBSERVER } from '../../../protocols/seats.ts'
import { loadScenario } from '../../../scenario/folder.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { isObserved } from '../../../study/check.ts'
import { loadStudy } from '../../../study/load.ts'
import { makeTable, type WrittenSpec } from '../../../study/sitting/folder.ts'
import { readSeat } from '../../../study/sitting/spec.ts'
import {
  CLASS_FILE,
  type ClassFile,
  foldersWith,
  readClass,
  readTable,
  TABLE_FILE,
  type TableFile,
  writeClass,
  writeTable,
} from './files.ts'
import { noSeat, Refused } from './refused.ts'
import { hashOf, type Link, newSecret, opens, readToken, tokenOf } from './secrets.ts'
import { Table, type World } from './table.ts'

/** The same depth in the sources and in what is installed. */
const SHIPPED = fileURLToPath(new URL('../../../../scenarios', import.meta.url))

/** A scenario that tables can be made of. */
export interface KnownScenario {
  readonly key: string
  readonly folder: string
}

export interface HouseOptions extends World {
  /** Where tables are kept. */
  readonly folder: string
  scenarios(): Promise<readonly KnownScenario[]>
}

export class House {
  readonly #options: HouseOptions
  readonly #tables = new Map<string, Table>()
  readonly #classes = new Map<string, ClassFile>()
  readonly #scenarios = new Map<string, Promise<Scenario>>()
  readonly #problems: { readonly where: string; readonly message: string }[] = []
  #closed = false

  private constructor(options: HouseOptions) {
    this.#options = options
  }

  /** Opens the tables that are on disk, and goes on with those that were being played. */
  static async open(options: HouseOptions): Promise<House> {
    const house = new House(options)
    const wrong = (folder: string, error: unknown): undefined => {
      const message =
        error instanceof UserError ? (error.problems[0]?.message ?? error.message) : String(error)
      house.#problems.push({ where: basename(folder), message })
    }
    for (const folder of await foldersWith(options.folder, CLASS_FILE)) {
      const file = await readClass(folder).catch((error: unknown) => wrong(folder, error))
      if (file) house.#classes.set(file.class, file)
    }
    for (const folder of await foldersWith(options.folder, TABLE_FILE)) {
      const table = await house.#reopen(folder).catch((error: unknown) => wrong(folder, error))
      if (!table) continue
      house.#tables.set(table.file.table, table)
      if (table.file.stopped !== true) table.start()
    }
    return house
  }

  async #reopen(folder: string): Promise<Table> {
    const table = new Table(await readTable(folder), await loadStudy(folder), this.#options)
    await table.read()
    return table
  }

  /** Folders of tables that could not be opened again, and why. */
  get problems(): readonly { readonly where: string; readonly message: string }[] {
    return this.#problems
  }

  get tables(): readonly Table[] {
    return [...this.#tables.values()]
  }

  get classes(): readonly ClassFile[] {
    return [...this.#classes.values()]
  }

  table(id: string): Table {
    const found = this.#tables.get(id)
    if (!found) throw new Refused(404, 'not-found', 'There is no such table.')
    return found
  }

  class(id: string): ClassFile {
    const found = this.#classes.get(id)
    if (!found) throw new Refused(404, 'not-found', 'There is no such class.')
    return found
  }

  /** The scenarios with their keys; one that cannot be played is left out. */
  async scenarios(): Promise<readonly { readonly key: string; readonly scenario: Scenario }[]> {
    const known = await this.#places()
    const read = await Promise.all(
      known.map(async ({ key, folder }) => {
        const scenario = await this.#scenario(folder).catch(() => undefined)
        return scenario ? [{ key, scenario }] : []
      }),
    )
    return read.flat()
  }

  /** Those that the server shows; where it has none, those that come with Parley. */
  async #places(): Promise<readonly KnownScenario[]> {
    const own = await this.#options.scenarios()
    if (own.length > 0) return own
    const names = await readdir(SHIPPED, { withFileTypes: true }).catch(() => [])
    return names
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => ({ key: name, folder: join(SHIPPED, name) }))
  }

  #scenario(folder: string): Promise<Scenario> {
    const known = this.#scenarios.get(folder)
    if (known) return known
    const made = loadScenario(folder)
    this.#scenarios.set(folder, made)
    return made
  }

  async #known(key: string): Promise<{ readonly folder: string; readonly scenario: Scenario }> {
    const known = (await this.#places()).find((one) => one.key === key)
    if (!known) throw new Refused(404, 'not-found', `There is no scenario "${key}" here.`)
    try {
      return { folder: known.folder, scenario: await this.#scenario(known.folder) }
    } catch (error) {
      throw refusedBy(error)
    }
  }

  /** Makes a table, with a link for each person, and begins to play it. */
  async make(
    order: TableOrder,
    within?: { readonly folder: string; readonly class: string },
  ): Promise<TableMade> {
    const { folder: pack, scenario } = await this.#known(order.scenario)
    const { now, random } = this.#options
    const specs = seatSpecs(scenario, order)
    if (Object.values(specs).some((spec) => 'model' in spec) && !order.capUsd && !order.capTokens) {
      throw new Refused(
        400,
        'invalid',
        'A model sits here, which costs money: say what it may cost (capUsd).',
      )
    }
    const opener = order.opener ?? usualOpener(scenario)
    const id = `${slug(scenario.id, 40)}-${letters(8)}`
    const plain = `${scenario.title}: ${Object.values(specs).map(nameOf).join(', ')}`
    const title = order.title || plain
    // A class's titles hold names, and what stands in a study stands in its record.
    const studyTitle = within ? plain : title
    const folder = join(within?.folder ?? this.#options.folder, id)
    const links: SeatLink[] = []
    const seats: TableFile['seats'] = {}
    for (const [seat, spec] of Object.entries(specs)) {
      const name = order.seats[seat]?.name
      const told = { who: order.seats[seat]!.who, ...(name ? { name } : {}) }
      if (!('person' in spec)) {
        seats[seat] = told
        continue
      }
      const { link, secret } = this.#newLink()
      seats[seat] = { ...told, link }
      links.push(seatLink(id, scenario, seat, name, secret))
    }
    const file: TableFile = {
      format: 1,
      table: id,
      title,
      scenario: order.scenario,
      created: now().toISOString(),
      ...(within ? { class: within.class } : {}),
      seats,
      ...(order.capUsd ? { capUsd: order.capUsd } : {}),
      ...(order.capTokens ? { capTokens: order.capTokens } : {}),
    }
    try {
      const study = await makeTable(folder, {
        id,
        title: studyTitle,
        scenario: pack,
        seats: specs,
        opener,
        seed: random(),
      })
      await writeTable(folder, file)
      const table = new Table(file, study, this.#options)
      this.#tables.set(id, table)
      if (!this.#closed) table.start()
    } catch (error) {
      // Nothing was played yet: a folder that is no table would only be in the way.
      await rm(folder, { recursive: true, force: true })
      throw refusedBy(error)
    }
    return { table: id, links }
  }

  /** Makes a table for each group of names, in their order, and those without people that are played beside them. */
  async makeClass(order: ClassOrder): Promise<ClassMade> {
    const { scenario } = await this.#known(order.scenario)
    const parties = scenario.parties.map(({ id }) => id)
    const groups = grouped(order.names, parties.length)
    const spare = order.spare
    if (groups.some((group) => group.length < parties.length) && spare === undefined) {
      const message = `${order.names.length} names do not fill tables of ${parties.length}: say who fills the rest (spare).`
      throw new Refused(400, 'invalid', message)
    }
    const id = `class-${letters(10)}`
    const folder = join(this.#options.folder, id)
    const title = order.title || scenario.title
    const common = {
      scenario: order.scenario,
      ...(order.opener === undefined ? {} : { opener: order.opener }),
      ...(order.capUsd === undefined ? {} : { capUsd: order.capUsd }),
    }
    const observer: TableOrder['seats'] = isObserved(scenario)
      ? { [OBSERVER]: { who: order.observer ?? 'rule-observer' } }
      : {}
    const orders = [
      ...groups.map(
        (group): TableOrder => ({
          ...common,
          title: `${title}: ${group.join(', ')}`,
          seats: {
            ...Object.fromEntries(
              parties.map((party, i) => [
                party,
                group[i] === undefined ? { who: spare! } : { who: 'person', name: group[i] },
              ]),
            ),
            ...observer,
          },
        }),
      ),
      ...(order.beside ?? []).map(
        (seats): TableOrder => ({
          ...common,
          seats: {
            ...Object.fromEntries(Object.entries(seats).map(([party, who]) => [party, { who }])),
            ...observer,
          },
        }),
      ),
    ]
    await mkdir(folder, { recursive: true })
    const made: TableMade[] = []
    try {
      for (const one of orders) made.push(await this.make(one, { folder, class: id }))
      const file: ClassFile = {
        format: 1,
        class: id,
        title,
        scenario: order.scenario,
        created: this.#options.now().toISOString(),
        tables: made.map(({ table }) => table),
      }
      await writeClass(folder, file)
      this.#classes.set(id, file)
    } catch (error) {
      for (const { table } of made) await this.#drop(table)
      await rm(folder, { recursive: true, force: true })
      throw error
    }
    return { class: id, links: made.flatMap(({ links }) => links) }
  }

  async #drop(id: string): Promise<void> {
    const table = this.#tables.get(id)
    this.#tables.delete(id)
    await table?.stop()
  }

  /** The table and seat that a link opens. Throws a Refused, the same whatever is wrong with it. */
  seat(token: string | undefined): { readonly table: Table; readonly seat: string } {
    const read = token === undefined ? undefined : readToken(token)
    const table = read && this.#tables.get(read.table)
    let found: string | undefined
    // All seats are looked at, so that the time says nothing of which one it was.
    for (const [seat, { link }] of Object.entries(table?.file.seats ?? { none: { link: undefined } })) {
      if (opens(link, read?.secret ?? '')) found = seat
    }
    if (!table || found === undefined) throw noSeat()
    return { table, seat: found }
  }

  /** The table that a spectators' link opens. */
  watched(token: string | undefined): Table {
    const read = token === undefined ? undefined : readToken(token)
    const table = read && this.#tables.get(read.table)
    if (!opens(table?.file.watch, read?.secret ?? '') || !table) throw noSeat()
    return table
  }

  /** Gives a seat a new link; the one before opens nothing any more. */
  async renew(id: string, seat: string): Promise<SeatLink> {
    const table = this.table(id)
    const own = table.file.seats[seat]
    if (own?.who !== 'person') throw new Refused(404, 'not-found', 'No person sits there.')
    const { link, secret } = this.#newLink()
    await this.#keep(table, { ...table.file, seats: { ...table.file.seats, [seat]: { ...own, link } } })
    return seatLink(id, table.scenario, seat, own.name, secret)
  }

  /** Takes a seat's link back. */
  async revoke(id: string, seat: string): Promise<void> {
    const table = this.table(id)
    const own = table.file.seats[seat]
    if (own?.who !== 'person') throw new Refused(404, 'not-found', 'No person sits there.')
    const { link: _, ...rest } = own
    await this.#keep(table, { ...table.file, seats: { ...table.file.seats, [seat]: rest } })
  }

  /** A new link for spectators; they see the table once it has ended. */
  async watchLink(id: string): Promise<string> {
    const table = this.table(id)
    const { link, secret } = this.#newLink()
    await this.#keep(table, { ...table.file, watch: link })
    return `/watch#${tokenOf(id, secret)}`
  }

  async revokeWatch(id: string): Promise<void> {
    const table = this.table(id)
    const { watch: _, ...rest } = table.file
    await this.#keep(table, rest)
  }

  /** Stops a table for good, until its owner goes on with it. */
  async stop(id: string): Promise<void> {
    const table = this.table(id)
    await table.stop()
    await this.#keep(table, { ...table.file, stopped: true })
  }

  async goOn(id: string): Promise<void> {
    const table = this.table(id)
    const { stopped: _, ...rest } = table.file
    await this.#keep(table, rest)
    table.start()
  }

  /** Leaves all tables where they stand; the next server goes on with them. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.tables.map((table) => table.stop()))
  }

  async #keep(table: Table, file: TableFile): Promise<void> {
    await writeTable(table.study.folder, file)
    table.file = file
    table.changed()
  }

  #newLink(): { readonly link: Link; readonly secret: string } {
    const secret = newSecret()
    return { secret, link: { hash: hashOf(secret), made: this.#options.now().toISOString() } }
  }
}

const seatLink = (
  table: string,
  { parties }: Scenario,
  seat: string,
  name: string | undefined,
  secret: string,
): SeatLink => ({
  table,
  seat,
  label: parties.find(({ id }) => id === seat)?.label ?? seat,
  ...(name ? { name } : {}),
  // What stands behind the # is sent to no server: it is in no log and in no Referer.
  path: `/seat#${tokenOf(table, secret)}`,
})

/** Who sits at each party's seat, and who observes. Throws a Refused where a seat is empty or its negotiator cannot play. */
function seatSpecs(scenario: Scenario, { seats }: TableOrder): Record<string, WrittenSpec> {
  const protocol = scenario.protocol.type
  const names = [...scenario.parties.map(({ id }) => id), ...(isObserved(scenario) ? [OBSERVER] : [])]
  const extra = Object.keys(seats).find((seat) => !names.includes(seat))
  if (extra !== undefined) throw new Refused(400, 'invalid', `There is no seat "${extra}".`)
  try {
    return Object.fromEntries(
      names.map((seat) => {
        const text = seats[seat]?.who
        if (text === undefined) throw new Refused(400, 'invalid', `Nobody sits for ${seat}.`)
        return [seat, readSeat({ text, where: seat, protocol, observer: seat === OBSERVER })]
      }),
    )
  } catch (error) {
    throw refusedBy(error)
  }
}

function usualOpener({ protocol, parties }: Scenario): string {
  const { opener } = protocol.settings
  return typeof opener === 'string' ? opener : parties[0]!.id
}

const nameOf = (spec: WrittenSpec): string =>
  'person' in spec ? 'a person' : 'script' in spec ? String(spec.script) : String(spec.model)

/** A person's mistake as an answer; what is a fault of ours stays one. */
function refusedBy(error: unknown): unknown {
  if (!(error instanceof UserError)) return error
  const [first] = error.problems
  const told = error.problems.map(({ message, expected }) =>
    expected ? `${message} (${expected})` : message,
  )
  return new Refused(400, 'invalid', told.join(' '), first?.mend)
}

const slug = (text: string, longest: number): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '') || 'table'

/** Without those that are taken for each other. No secret: it stands in addresses. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]!).join('')

const grouped = (names: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, i) => names.slice(i * size, (i + 1) * size))
