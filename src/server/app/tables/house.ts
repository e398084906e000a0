/**
 * All tables of a server: makes them, finds them, opens them again after a restart, hands out links and takes them
 * back. Each table is a study folder in the data folder; nothing is known of one that is not on disk.
 */
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UserError } from '../../../core/problem.ts'
import type { ClassMade, ClassOrder, SeatLink, TableMade, TableOrder } from '../../../pages/table-types.ts'
import { loadStudy } from '../../../study/load.ts'
import { makeTable } from '../../../study/sitting/folder.ts'
import { classOrders } from './class-orders.ts'
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
import { type KnownScenario, Packs } from './packs.ts'
import { noSeat, Refused } from './refused.ts'
import {
  letters,
  mustBeCapped,
  nameOf,
  refusedBy,
  seatLink,
  seatSpecs,
  slug,
  usualOpener,
} from './seating.ts'
import { hashOf, type Link, newSecret, opens, readToken, tokenOf } from './secrets.ts'
import { Table } from './table.ts'
import type { World } from './world.ts'

export interface HouseOptions extends World {
  /** Where tables are kept. */
  readonly folder: string
  scenarios(): Promise<readonly KnownScenario[]>
  /** Called once new tables are on disk. */
  made?(): Promise<void>
}

export class House {
  readonly #options: HouseOptions
  readonly #tables = new Map<string, Table>()
  readonly #classes = new Map<string, ClassFile>()
  readonly #packs: Packs
  readonly #problems: { readonly where: string; readonly message: string }[] = []
  #closed = false

  private constructor(options: HouseOptions) {
    this.#options = options
    this.#packs = new Packs(() => options.scenarios())
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

  scenarios(): ReturnType<Packs['all']> {
    return this.#packs.all()
  }

  /** Makes a table, with a link for each person, and begins to play it. */
  async make(
    order: TableOrder,
    within?: { readonly folder: string; readonly class: string },
  ): Promise<TableMade> {
    const { folder: pack, scenario } = await this.#packs.known(order.scenario)
    const { now, random } = this.#options
    const specs = seatSpecs(scenario, order)
    mustBeCapped(specs, order)
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
      if (!within) await this.#options.made?.()
    } catch (error) {
      // Nothing was played yet: a folder that is no table would only be in the way.
      await rm(folder, { recursive: true, force: true })
      throw refusedBy(error)
    }
    return { table: id, links }
  }

  /** Makes a table for each group of names, in their order, and those without people that are played beside them. */
  async makeClass(order: ClassOrder): Promise<ClassMade> {
    const { scenario } = await this.#packs.known(order.scenario)
    const id = `class-${letters(10)}`
    const folder = join(this.#options.folder, id)
    const title = order.title || scenario.title
    const orders = classOrders(scenario, order, title)
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
      await this.#options.made?.()
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
