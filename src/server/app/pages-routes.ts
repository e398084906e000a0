/** The pages as JSON: studies, attempts, negotiations, single calls, scenarios, comparisons. */
import { type Context, Hono } from 'hono'
import { UserError } from '../../core/problem.ts'
import type { FileOut } from '../../pages/library/files.ts'
import { problemText } from '../../pages/problem-text.ts'
import { parseQuery } from '../../pages/query.ts'
import type { ApiError, CompareWhat } from '../../pages/types.ts'
import type { Control } from './control.ts'
import { refuse } from './guard.ts'
import type { Asking } from './library.ts'

export interface PagesOptions {
  readonly library: Asking
  readonly control: Control
}

export function pagesRoutes({ library, control }: PagesOptions): Hono {
  const app = new Hono()
  app.onError(answerTo)
  app.get('/home', async (c) => json(c, await library.ask('home')))
  app.get('/studies/:study', async (c) => {
    const { study } = c.req.param()
    const text = await library.ask('study', study)
    // What this server may do with the study is known here alone: it goes to the end of the page.
    return text === undefined
      ? json(c, undefined)
      : json(c, `${text.slice(0, -1)},"control":${JSON.stringify(await control.of(study))}}`)
  })
  app.get('/studies/:study/attempts', async (c) => {
    const query = parseQuery(new URL(c.req.url).searchParams)
    return json(c, await library.ask('attempts', c.req.param('study'), query))
  })
  app.get('/studies/:study/negotiations/:id', async (c) => {
    const { study, id } = c.req.param()
    return json(c, await library.ask('negotiation', study, id))
  })
  app.get('/studies/:study/negotiations/:id/calls/:sent', async (c) => {
    const { study, id, sent } = c.req.param()
    if (!/^\d{1,9}$/.test(sent)) return json(c, undefined)
    return json(c, await library.ask('call', study, id, Number(sent), c.req.query('pass')))
  })
  app.get('/studies/:study/files/:name', async (c) => {
    const { study, name } = c.req.param()
    const text = await library.ask('file', study, name)
    if (text === undefined) return json(c, undefined)
    const { type, text: body } = JSON.parse(text) as FileOut
    // Saved, never shown as a page of this server; the name is one of ours.
    return c.body(body, 200, {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    })
  })
  app.get('/scenarios/:scenario', async (c) =>
    json(c, await library.ask('scenario', c.req.param('scenario'))),
  )
  app.get('/compare', async (c) =>
    json(c, await library.ask('compare', whatOf(c, 'left'), whatOf(c, 'right'))),
  )
  return app
}

const json = (c: Context, text: string | undefined): Response =>
  text === undefined
    ? refuse(
        c,
        404,
        'not-found',
        'There is nothing here: it may have been moved, or the address is not whole.',
      )
    : c.body(text, 200, { 'content-type': 'application/json; charset=utf-8' })

function whatOf(c: Context, side: 'left' | 'right'): CompareWhat | undefined {
  const study = c.req.query(`${side}.study`)
  if (!study) return undefined
  const more = (['negotiation', 'pairing', 'factor', 'level'] as const).flatMap((name) => {
    const value = c.req.query(`${side}.${name}`)
    return value ? [[name, value] as const] : []
  })
  return { study, ...Object.fromEntries(more) }
}

/** A person's mistake, or a record that cannot be read, in words; anything else is a fault of ours. */
export function answerTo(error: Error, c: Context): Response {
  if (!(error instanceof UserError)) throw error
  const [first] = error.problems
  const body: ApiError = {
    error: {
      code: 'failed',
      message: problemText(error),
      ...(first?.mend === undefined ? {} : { mend: first.mend }),
    },
  }
  return c.json(body, 422)
}
