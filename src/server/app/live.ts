/**
 * Live views as server-sent events. Each message's id says from where to go on: a browser that lost its line sends the
 * last one, and misses nothing. What another process writes is found in the record, by looking for what is new.
 */
import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Changes } from '../../pages/library.ts'
import type { NegotiationLive, StudyLive } from '../../pages/types.ts'
import type { Control } from './control.ts'
import { refuse } from './guard.ts'
import type { Asking } from './library.ts'

/** How often is looked. */
const STUDY_MS = 250
const NEGOTIATION_MS = 150
/** Nothing for so long is followed by a sign of life. */
const BEAT_MS = 15_000
/** So many lines at once are more than one person opens. */
const MOST = 200

export interface LiveOptions {
  readonly library: Asking
  readonly control: Control
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
}

export function liveRoutes({ library, control, closing }: LiveOptions): Hono {
  const app = new Hono()
  const epoch = Date.now().toString(36)
  const open = { count: 0 }

  app.get('/studies/:study/live', async (c) => {
    const { study } = c.req.param()
    const now = await library.ask('version', study)
    if (now === undefined) return refuse(c, 404, 'not-found', 'There is no such study.')
    const last = /^([0-9a-z]+)-(\d{1,15})$/.exec(lastId(c))
    // Another server's ids count other things.
    const known = last?.[1] === epoch ? Number(last[2]) : undefined
    let version = known ?? Number(now)
    let told = ''
    let could = ''
    let first: StudyLive[] = last && known === undefined ? [{ type: 'reset' }] : []
    return follow(c, STUDY_MS, closing, open, async () => {
      const text = await library.ask('studySince', study, version, told)
      if (text === undefined)
        return [{ id: `${epoch}-${version}`, data: { type: 'reset' } satisfies StudyLive }]
      const changes = JSON.parse(text) as Changes
      version = changes.version
      told = changes.told
      const messages = [...first, ...changes.messages]
      first = []
      const id = `${epoch}-${version}`
      const state = JSON.stringify(await control.of(study))
      const changed = state !== could
      could = state
      const progress = messages.findLast((one) => one.type === 'progress')
      if (!changed && !progress) return messages.map((data) => ({ id, data }))
      const current = progress ?? (JSON.parse((await library.ask('progress', study)) ?? '{}') as StudyLive)
      const rest = messages.filter((one) => one !== progress)
      return [...rest, { ...current, control: JSON.parse(state) as unknown }].map((data) => ({ id, data }))
    })
  })

  app.get('/studies/:study/negotiations/:id/live', async (c) => {
    const { study, id } = c.req.param()
    if ((await library.ask('version', study)) === undefined)
      return refuse(c, 404, 'not-found', 'There is no such study.')
    const last = /^\d{1,9}$/.exec(lastId(c) || (c.req.query('events') ?? ''))
    let events = last ? Number(last[0]) : 0
    return follow(c, NEGOTIATION_MS, closing, open, async () => {
      const text = await library.ask('negotiationSince', study, id, events)
      if (text === undefined) return []
      const data = JSON.parse(text) as NegotiationLive
      if (data.type === 'turns') events = data.events
      return [{ id: String(events), data }]
    })
  })
  return app
}

const lastId = (c: Context): string => c.req.header('last-event-id') ?? c.req.query('last') ?? ''

interface Message {
  readonly id: string
  readonly data: unknown
}

function follow(
  c: Context,
  everyMs: number,
  closing: AbortSignal,
  open: { count: number },
  look: () => Promise<readonly Message[]>,
): Response {
  if (open.count >= MOST)
    return c.json({ error: { code: 'busy', message: 'Too many live views are open.' } }, 503)
  c.header('x-accel-buffering', 'no')
  open.count++
  return streamSSE(c, async (stream) => {
    let over = false
    let wake = (): void => undefined
    const end = (): void => {
      over = true
      wake()
    }
    stream.onAbort(end)
    closing.addEventListener('abort', end)
    let spoke = performance.now()
    try {
      await stream.write('retry: 1000\n\n')
      while (!over && !closing.aborted) {
        const messages = await look()
        for (const { id, data } of messages) await stream.writeSSE({ id, data: JSON.stringify(data) })
        const now = performance.now()
        if (messages.length > 0) spoke = now
        else if (now - spoke > BEAT_MS) {
          await stream.write(': still here\n\n')
          spoke = now
        }
        if (over) break
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, everyMs)
        })
      }
    } catch {
      // A record that cannot be read any more ends the line; the page that is fetched anew tells why.
    } finally {
      open.count--
      closing.removeEventListener('abort', end)
    }
  })
}
