/** A server of tables on a port of its own, as tests talk to it. */
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { TableMade, TableOrder } from '../../src/pages/table-types.ts'
import { House, makeWorld, tableRoutes } from '../../src/server/app/tables/index.ts'
import type { World } from '../../src/server/app/tables/world.ts'

export const OWNER = 'owner-token-of-the-tests'

/** What stands in the seller's brief and nowhere else. */
export const SECRETS = {
  seller: { reservation: '37.1357', words: 'walrus harbour', points: '0.0917' },
  buyer: { reservation: '23.2468', words: 'velvet thunder', points: '0.0713' },
} as const

/** The shipped concert tickets, with marks in each party's brief that must never reach the other's seat. */
export function markedScenario(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-marked-'))
  cpSync('scenarios/concert-tickets', folder, { recursive: true })
  const file = join(folder, 'scenario.yaml')
  const [head, seller] = readFileSync(file, 'utf8').split('  - id: seller')
  const marked = (text: string, { reservation, words, points }: (typeof SECRETS)['buyer' | 'seller']) =>
    text
      .replace('reservation: 20', `reservation: ${reservation}\n    vars: { hint: ${words} }`)
      .replace('96: 0 }', `96: ${points} }`)
      .replace('name_change_notice_hours: { 0: 0,', `name_change_notice_hours: { 0: ${points},`)
  writeFileSync(file, `${marked(head!, SECRETS.buyer)}  - id: seller${marked(seller!, SECRETS.seller)}`)
  mkdirSync(join(folder, 'prompts'))
  const text =
    'You are {{ you.label }}. Remember {{ you.vars.hint }}; you have {{ you.reservation }} with no deal.'
  for (const party of ['buyer', 'seller']) {
    writeFileSync(join(folder, 'prompts', `system.${party}.liquid`), text)
  }
  return folder
}

export interface Server {
  readonly url: string
  readonly house: House
  readonly folder: string
  /** A request of the owner. */
  owner(method: string, path: string, body?: unknown): Promise<Response>
  make(order: TableOrder): Promise<TableMade>
  close(): Promise<void>
}

export async function openServer(
  options: {
    folder?: string
    scenarios?: Record<string, string>
    world?: Partial<World>
    providers?: string[]
  } = {},
): Promise<Server> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'parley-tables-'))
  const scenarios = options.scenarios ?? {
    'concert-tickets': 'scenarios/concert-tickets',
    northgate: 'scenarios/northgate',
    orange: 'scenarios/orange',
  }
  const world = makeWorld(
    {},
    {
      now: () => new Date(),
      random: () => randomBytes(16).toString('hex'),
      versions: { parley: '0.0.0', node: process.version },
    },
  )
  const house = await House.open({
    ...world,
    ...options.world,
    folder,
    scenarios: async () => Object.entries(scenarios).map(([key, path]) => ({ key, folder: path })),
  })
  const app = tableRoutes({
    house,
    providers: options.providers ?? [],
    owner: (c) => c.req.header('authorization') === `Bearer ${OWNER}`,
  })
  // A connection at rest is kept longer than any test is busy with something else: none is to lose a request.
  const serverOptions = { keepAliveTimeout: 10 * 60_000 }
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1', serverOptions })
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const owner = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${OWNER}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    url,
    house,
    folder,
    owner,
    async make(order) {
      const response = await owner('POST', '/api/tables', order)
      if (response.status !== 201) throw new Error(await response.text())
      return (await response.json()) as TableMade
    },
    async close() {
      await house.close()
      await new Promise((resolve) => {
        server.close(resolve)
        if ('closeAllConnections' in server) server.closeAllConnections()
      })
    },
  }
}

/** The token in a link. */
export const tokenIn = (path: string): string => path.slice(path.indexOf('#') + 1)
