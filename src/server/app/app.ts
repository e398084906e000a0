/**
 * The app's server put together: every request passes the guard; then the API of pages, live views and control, the
 * tables where people sit, and the built pages. Nothing here writes a log, so that no link can be in one.
 */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import type { ApiError } from '../../pages/types.ts'
import { Control, type ControlOptions, controlRoutes } from './control.ts'
import { guard, refuse } from './guard.ts'
import type { Asking } from './library.ts'
import { liveRoutes } from './live.ts'
import { pagesRoutes } from './pages-routes.ts'
import type { Session } from './session.ts'
import type { StaticFiles } from './static.ts'
import { type House, tableRoutes } from './tables/index.ts'

export interface AppOptions extends Omit<ControlOptions, 'library'> {
  readonly library: Asking
  readonly session: Session
  readonly hosts: ReadonlySet<string>
  port(): number
  readonly files: StaticFiles
  /** Tables where people sit, and the providers that this server has keys for. */
  readonly tables?: { readonly house: House; readonly providers: readonly string[] }
  readonly closing: AbortSignal
}

/** Paths that the app itself shows: the one page is sent for each of them. */
const SHOWN = /^\/(studies|scenarios|compare|tables|classes|seat|class|watch)(\/|$)/

const sessionBody = z.strictObject({ token: z.string().min(1).max(200) })

export function makeApp(options: AppOptions): { readonly app: Hono; readonly control: Control } {
  const { library, session, hosts, port, files, tables, closing } = options
  const control = new Control({ library, start: options.start, needs: options.needs })
  const app = new Hono()
  app.use('*', guard({ session, hosts, port }))
  app.onError((error, c) => {
    // What went wrong may name files, and is not for whoever asked; PARLEY_DEBUG tells it to the server's owner.
    if (process.env.PARLEY_DEBUG) process.stderr.write(`${error.stack ?? error.message}\n`)
    const body: ApiError = { error: { code: 'failed', message: 'Sorry, this is a fault of Parley itself.' } }
    return c.json(body, 500)
  })

  const limited = bodyLimit({
    maxSize: 1024,
    onError: (c) => refuse(c, 413, 'too-large', 'At most 1024 bytes can be sent here.'),
  })
  app.get('/api/session', (c) =>
    c.json({ owner: session.owns(c), guarded: session.guarded, reads: session.reads(c) }),
  )
  app.post('/api/session', limited, async (c) => {
    const { data } = sessionBody.safeParse(await c.req.json().catch(() => undefined))
    if (!data || !session.open(c, data.token))
      return refuse(
        c,
        401,
        'unauthorised',
        'This is not the token of this session: each start of parley serve has its own.',
      )
    return c.body(null, 204)
  })
  app.route('/api', pagesRoutes({ library, control }))
  app.route('/api', liveRoutes({ library, control, closing }))
  app.route('/api', controlRoutes(control))
  if (tables) app.route('/', tableRoutes({ ...tables, owner: (c) => session.owns(c) }))
  app.all('/api/*', (c) => refuse(c, 404, 'not-found', 'There is nothing at this address.'))

  app.get('*', async (c) => {
    const found = await files.answer(c, c.req.path)
    if (found) return found
    const shown = c.req.path === '/' || SHOWN.test(c.req.path)
    const page = await files.answer(c, '/index.html')
    if (!page) return c.text('The pages are missing from this installation of Parley.', 500)
    return shown ? page : new Response(page.body, { status: 404, headers: page.headers })
  })
  return { app, control }
}
