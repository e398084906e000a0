/**
 * The API of tables. What stands under `/api/seat` and `/api/watch` is opened by a link alone, by nothing else and
 * for nothing else; all other paths are the owner's. Links come in a header, never in an address, so that they are
 * in no log and no Referer.
 */
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { SeatAnswer, TableChoices, WatchAnswer } from '../../../pages/table-types.ts'
import { classCsv } from './class-csv.ts'
import type { House } from './house.ts'
import { liveAnswer } from './live.ts'
import { classOrder, moveBody, read, tableOrder } from './orders.ts'
import { classPage, pricedModels, scenarioChoice, tableList, tablePage } from './pages.ts'
import { Refused } from './refused.ts'
import type { Table } from './table.ts'

/** A move is short: a message has words by the dozen. A list of names may be longer. */
const MOVE_BYTES = 32 * 1024
const ORDER_BYTES = 128 * 1024

/** So many pages of one seat at once: lines that broke without a word count for a while. */
const MOST_PAGES = 40

export interface TableRoutes {
  readonly house: House
  /** Providers that the server has a key for. */
  readonly providers: readonly string[]
  /** Whether a request comes from the owner of the server: it holds the session's token. */
  owner(context: Context): boolean
}

/** The routes, to be mounted at the root: they begin with `/api/`. */
export function tableRoutes({ house, providers, owner }: TableRoutes): Hono {
  const app = new Hono()
  app.onError(answerTo)
  app.use('/api/*', async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  seatRoutes(app, house)
  watchRoutes(app, house)

  const owned = new Hono()
  owned.onError(answerTo)
  for (const path of ['/tables', '/tables/*', '/classes', '/classes/*']) {
    owned.use(path, async (c, next) => {
      if (!owner(c))
        throw new Refused(
          401,
          'unauthorised',
          'Tables are for the owner of this server.',
          'Open the link that parley serve printed in this browser first.',
        )
      await next()
    })
    owned.use(path, limited(ORDER_BYTES))
  }
  ownerRoutes(owned, house, providers)
  app.route('/api', owned)
  return app
}

/** What was refused is answered; what else is thrown is for the whole app to tell. */
function answerTo(error: Error, c: Context): Response {
  if (!(error instanceof Refused)) throw error
  // The rest of a body that is too large is not read, so that nothing more can come over this line.
  if (error.status === 413) c.header('connection', 'close')
  return c.json(error.body, error.status)
}

/** The paths that a link opens: whoever guards the rest lets these through, but for Host and Origin. */
export const LINK_PATHS: readonly string[] = ['/api/seat', '/api/watch']

const limited = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Refused(413, 'too-large', `At most ${maxSize} bytes can be sent here.`)
    },
  })

/** `Authorization: Seat <token>`; EventSource cannot set it, so pages read their streams by fetch. */
const linkOf = (c: Context): string | undefined =>
  /^Seat (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1]

async function jsonOf(c: Context): Promise<unknown> {
  try {
    return (await c.req.json()) as unknown
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(400, 'invalid', 'The request holds no JSON.')
  }
}

function seatRoutes(app: Hono, house: House): void {
  const open = (c: Context) => house.seat(linkOf(c))
  app.get('/api/seat', (c) => {
    const { table, seat } = open(c)
    return c.json(seatAnswer(table, seat))
  })
  app.get('/api/seat/live', (c) => {
    const token = linkOf(c)
    const { table, seat } = house.seat(token)
    if (table.pages(seat) >= MOST_PAGES)
      throw new Refused(503, 'busy', 'Too many pages of this seat are open. Close some of them.')
    const leave = table.arrive(seat)
    return liveAnswer({
      page: () => seatAnswer(table, seat),
      listen: (listener) => table.listen(listener),
      open: () => opensStill(house, token),
      over: leave,
      last: c.req.header('last-event-id'),
      signal: c.req.raw.signal,
    })
  })
  app.post('/api/seat/move', limited(MOVE_BYTES), async (c) => {
    const { table, seat } = open(c)
    const body = read(moveBody, await jsonOf(c))
    await table.submit(seat, { turn: body.turn, repair: body.repair, move: body.move })
    return c.json(seatAnswer(table, seat))
  })
}

function opensStill(house: House, token: string | undefined): boolean {
  try {
    house.seat(token)
    return true
  } catch {
    return false
  }
}

const seatAnswer = (table: Table, seat: string): SeatAnswer => ({
  kind: 'seat',
  table: table.file.table,
  // Not the table's title: it may name who else sits there.
  title: table.scenario.title,
  status:
    table.status === 'ended'
      ? 'ended'
      : table.status === 'waiting' || table.status === 'playing'
        ? 'playing'
        : 'paused',
  page: table.page(seat),
})

function watchRoutes(app: Hono, house: House): void {
  app.get('/api/watch', (c) => {
    const table = house.watched(linkOf(c))
    return c.json({ kind: 'watch', ...(table.end ? { page: tablePage(table) } : {}) } satisfies WatchAnswer)
  })
}

function ownerRoutes(app: Hono, house: House, providers: readonly string[]): void {
  app.get('/tables/choices', async (c) => {
    const known = await house.scenarios()
    const scenarios = known.map(({ key, scenario }) => scenarioChoice(key, scenario))
    return c.json({
      kind: 'choices',
      scenarios,
      providers,
      models: pricedModels(providers),
    } satisfies TableChoices)
  })
  app.get('/tables', (c) => c.json(tableList(house)))
  app.post('/tables', async (c) => c.json(await house.make(read(tableOrder, await jsonOf(c))), 201))
  app.get('/tables/:table', (c) => c.json(tablePage(house.table(c.req.param('table')))))
  app.get('/tables/:table/live', (c) => {
    const table = house.table(c.req.param('table'))
    return liveAnswer({
      page: () => tablePage(table),
      more: () => ({ words: table.words() }),
      listen: (listener) => table.listen(listener),
      last: c.req.header('last-event-id'),
      signal: c.req.raw.signal,
    })
  })
  app.post('/tables/:table/stop', async (c) => {
    await house.stop(c.req.param('table'))
    return c.json(tablePage(house.table(c.req.param('table'))))
  })
  app.post('/tables/:table/go-on', async (c) => {
    await house.goOn(c.req.param('table'))
    return c.json(tablePage(house.table(c.req.param('table'))))
  })
  app.post('/tables/:table/seats/:seat/link', async (c) =>
    c.json(await house.renew(c.req.param('table'), c.req.param('seat')), 201),
  )
  app.delete('/tables/:table/seats/:seat/link', async (c) => {
    await house.revoke(c.req.param('table'), c.req.param('seat'))
    return c.json({ done: true })
  })
  app.post('/tables/:table/watch', async (c) =>
    c.json({ path: await house.watchLink(c.req.param('table')) }, 201),
  )
  app.delete('/tables/:table/watch', async (c) => {
    await house.revokeWatch(c.req.param('table'))
    return c.json({ done: true })
  })
  app.post('/classes', async (c) => c.json(await house.makeClass(read(classOrder, await jsonOf(c))), 201))
  app.get('/classes/:class', (c) => c.json(classPage(house, house.class(c.req.param('class')))))
  app.get('/classes/:class/results.csv', (c) => {
    const file = house.class(c.req.param('class'))
    return c.body(classCsv(house, file), 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file.class}.csv"`,
    })
  })
  app.get('/classes/:class/live', (c) => {
    const file = house.class(c.req.param('class'))
    return liveAnswer({
      page: () => classPage(house, file),
      listen: (listener) => {
        const leave = file.tables.map((id) => house.table(id).listen(listener))
        return () => {
          for (const one of leave) one()
        }
      },
      last: c.req.header('last-event-id'),
      signal: c.req.raw.signal,
    })
  })
}
