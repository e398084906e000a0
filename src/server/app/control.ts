/**
 * Running a study from its page: run, pause, go on, stop. A run is played in a thread of its own by the very function
 * of `parley run`, with the same lock, caps and record, so that either can go on with what the other began.
 */
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { UserError } from '../../core/problem.ts'
import type { StudyPlace } from '../../pages/catalog.ts'
import type { RunFacts } from '../../pages/library.ts'
import type { ControlData } from '../../pages/types.ts'
import { lockHolder } from '../../store/index.ts'
import { refuse } from './guard.ts'
import type { Asking } from './library.ts'

/** One run that goes on. `pause` lets calls in flight come to their end; `stop` does not wait for them for long. */
export interface Running {
  /** How it ended, in words; rejects with a UserError where it could not begin or broke off. */
  readonly ended: Promise<string>
  pause(): void
  stop(): void
}

/** Starts a run of the study in a folder. `capUsd`: what all its runs may cost together. */
export type StartRun = (folder: string, options: { readonly capUsd?: string }) => Running

export interface ControlOptions {
  readonly library: Asking
  readonly start: StartRun
  /** What a study of models lacks to be run here, a key say; undefined where nothing is missing. */
  needs(folder: string): Promise<string | undefined>
}

type RunNow = NonNullable<ControlData['run']>

interface Kept {
  running: Running | undefined
  run: RunNow
}

const orderSchema = z.strictObject({
  action: z.enum(['run', 'pause', 'go-on', 'stop']),
  capUsd: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,6})?$/)
    .or(z.number().positive().max(1e9).transform(String))
    .optional(),
})

export class Control {
  readonly #options: ControlOptions
  readonly #runs = new Map<string, Kept>()
  constructor(options: ControlOptions) {
    this.#options = options
  }

  /**
   * What may be done with a study now. Of a large one that takes a while, and is not waited for unless `whole` says so:
   * nothing until then, and whoever follows it is told.
   */
  async of(study: string, whole = false): Promise<ControlData> {
    const place = await this.#place(study)
    if (!place) return { can: [], costs: false }
    const kept = this.#runs.get(study)
    const run = kept ? { run: kept.run } : {}
    if (kept?.running) {
      const can =
        kept.run.state === 'running' || kept.run.state === 'starting' ? (['pause', 'stop'] as const) : []
      const more = kept.run.state === 'pausing' ? (['stop'] as const) : []
      return { can: [...can, ...more], costs: kept.run.capUsd !== undefined, ...run }
    }
    const holder = holderOf(place.record)
    if (holder) {
      const busy = `process ${holder.pid} on ${holder.host} plays it since ${holder.since}`
      return { can: [], busy, costs: false, ...run }
    }
    const progress = await this.#progress(study)
    const left = progress === undefined || progress.running + progress.notStarted > 0
    if (!left) return { can: [], costs: false, ...run }
    const about = await this.#about(study, place, whole)
    if (!about) return { can: [], costs: false, ...run }
    const { needs, ...facts } = about
    if (needs !== undefined) return { can: [], needs, ...facts, ...run }
    const begun = kept !== undefined || (progress?.runs ?? 0) > 0
    return { can: [begun ? 'go-on' : 'run'], ...facts, ...run }
  }

  /** Throws a UserError where that cannot be done now. */
  async order(
    study: string,
    { action, capUsd }: z.output<typeof orderSchema>,
  ): Promise<ControlData | undefined> {
    const place = await this.#place(study)
    if (!place) return undefined
    const now = await this.of(study, true)
    if (action === 'pause' || action === 'stop') {
      const kept = this.#runs.get(study)
      if (!kept?.running || !now.can.includes(action))
        throw refusal(place.folder, 'There is no run here to be stopped.')
      kept.run = { ...kept.run, state: action === 'pause' ? 'pausing' : 'stopping' }
      kept.running[action]()
      return this.of(study)
    }
    if (!now.can.includes('run') && !now.can.includes('go-on'))
      throw refusal(
        place.folder,
        now.busy ??
          now.needs ??
          (now.run ? 'It is being played already.' : 'Nothing of it is left to be played.'),
      )
    if (now.costs && capUsd === undefined)
      throw refusal(place.folder, 'This study calls models, which costs money: give a cap in US dollars.')
    const kept: Kept = {
      running: this.#options.start(place.folder, capUsd === undefined ? {} : { capUsd }),
      run: { state: 'running', ...(capUsd === undefined ? {} : { capUsd: Number(capUsd) }) },
    }
    this.#runs.set(study, kept)
    void kept.running!.ended.then(
      (message) => {
        kept.running = undefined
        kept.run = { ...kept.run, state: 'ended', message }
      },
      (error: unknown) => {
        kept.running = undefined
        const message =
          error instanceof UserError
            ? error.problems.map((one) => one.message).join(' ')
            : 'A fault of Parley ended the run.'
        kept.run = { ...kept.run, state: 'failed', message }
      },
    )
    return this.of(study)
  }

  /** Stops all runs, and waits until they have ended. */
  async close(): Promise<void> {
    const open = [...this.#runs.values()].flatMap(({ running }) => (running ? [running] : []))
    for (const running of open) running.stop()
    await Promise.allSettled(open.map(({ ended }) => ended))
  }

  async #place(study: string): Promise<StudyPlace | undefined> {
    const text = await this.#options.library.ask('place', study)
    return text === undefined ? undefined : (JSON.parse(text) as StudyPlace)
  }

  async #about(study: string, place: StudyPlace, whole: boolean): Promise<RunFacts | undefined> {
    const text = await this.#options.library.ask('runFacts', study, whole)
    if (text === undefined) return undefined
    const facts = JSON.parse(text) as RunFacts
    if (!facts.costs || facts.needs !== undefined) return facts
    const needs = await this.#options.needs(place.folder)
    return { ...facts, ...(needs === undefined ? {} : { needs }) }
  }

  async #progress(study: string): Promise<{ runs: number; running: number; notStarted: number } | undefined> {
    const text = await this.#options.library.ask('progress', study)
    return text === undefined ? undefined : (JSON.parse(text) as { progress: never }).progress
  }
}

const refusal = (file: string, message: string): UserError => new UserError([{ file, message }])

function holderOf(record: string) {
  try {
    return lockHolder(record)
  } catch {
    return undefined
  }
}

const MOST_BYTES = 4096

export function controlRoutes(control: Control): Hono {
  const app = new Hono()
  app.post(
    '/studies/:study/control',
    bodyLimit({
      maxSize: MOST_BYTES,
      onError: (c) => refuse(c, 413, 'too-large', `At most ${MOST_BYTES} bytes can be sent here.`),
    }),
    async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined)
      const { data } = orderSchema.safeParse(body)
      if (!data)
        return refuse(
          c,
          400,
          'invalid',
          'An order is {"action": "run" | "pause" | "go-on" | "stop", "capUsd"?: dollars}.',
        )
      try {
        const found = await control.order(c.req.param('study'), data)
        return found ? c.json(found) : refuse(c, 404, 'not-found', 'There is no such study.')
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        const { message, mend } = error.problems[0] ?? { message: 'It cannot be done.' }
        return c.json({ error: { code: 'busy', message, ...(mend === undefined ? {} : { mend }) } }, 409)
      }
    },
  )
  return app
}
