/**
 * The models of one run: a client for each, what they share (prompts, limits of calls in flight, rules), and what has
 * been halted. A model that is halted stops its own negotiations; the study goes on where it can.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { UserError } from '../core/problem.ts'
import type { ModelClient } from '../models/exchange.ts'
import { type Limiter, makeLimiter } from '../models/limiter.ts'
import type { HaltScope, Negotiator } from '../negotiators/contract.ts'
import type { Guard, Halt, ModelTools } from '../negotiators/model/tools.ts'
import { isModel, type ModelSpec, makeNegotiator, type NegotiatorSpec } from '../negotiators/registry.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { makeRenderer } from '../scenario/render.ts'
import type { Study } from './load.ts'
import type { Variant } from './variants.ts'

export interface ModelOptions {
  /** Makes the client of a negotiator. Throws a UserError where its key is missing, say. */
  client?(name: string, spec: ModelSpec): Promise<ModelClient>
  /** Asked before each attempt, after everything that a run halts by itself: the budget. */
  readonly guard?: Guard
  /** Aborted when no further call may begin; those in flight go on to their end. */
  readonly stopping?: AbortSignal
  /** How long waits between attempts take: as long as they should, unless given. */
  sleep?(ms: number, signal: AbortSignal): Promise<void>
}

/** Something that waits for the world outside, for the end of the run to tell. */
export interface RunHalt {
  readonly code: string
  readonly scope: HaltScope
  /** The negotiator that was halted first; undefined where nobody in particular was. */
  readonly negotiator?: string
  readonly model?: string
  /** The provider's own words, or ours. */
  readonly detail?: string
  /** The negotiations that it left, begun or not. */
  readonly negotiations: readonly string[]
}

export interface Models {
  make(name: string, spec: NegotiatorSpec, assignment?: AssignmentRecord): Negotiator
  /** Why a negotiation cannot be played now, where one of its models is halted. Noted as left. */
  blocked(assignment: AssignmentRecord): boolean
  /** Notes that a negotiator halted in a negotiation. */
  halted(negotiation: string, negotiator: string | undefined, halt: Halt): void
  readonly halts: readonly RunHalt[]
}

/** What of a study its models have to do with. */
export type ModelStudy = Pick<Study, 'negotiators' | 'pairings' | 'calls' | 'opener' | 'variant'>

/** Whether any negotiator of the study is a model. */
export const hasModels = (study: Pick<Study, 'negotiators'>): boolean =>
  Object.values(study.negotiators).some(isModel)

/** Two negotiators that stand and fall together: the same model, reached in the same way. */
const modelKey = ({ provider, model, base_url, key_env }: ModelSpec): string =>
  JSON.stringify([provider, model, base_url, key_env])

/** Makes the clients of all models that sit in a pairing. Throws one UserError with all that is missing. */
async function makeClients(
  study: ModelStudy,
  client: NonNullable<ModelOptions['client']>,
): Promise<ReadonlyMap<string, ModelClient>> {
  const used = new Set(Object.values(study.pairings).flatMap((seats) => Object.values(seats)))
  const made = await Promise.allSettled(
    Object.entries(study.negotiators).map(
      async ([name, spec]): Promise<[string, ModelClient] | undefined> =>
        used.has(name) && isModel(spec) ? [name, await client(name, spec)] : undefined,
    ),
  )
  const failed = made.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  const other = failed.find((error) => !(error instanceof UserError))
  if (other) throw other
  const errors = failed as UserError[]
  if (errors[0])
    throw new UserError(
      errors.flatMap(({ problems }) => problems),
      errors[0].exit,
    )
  return new Map(made.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : [])))
}

/** Gets the models of a study ready. Nothing is sent yet. */
export async function openModels(
  study: ModelStudy,
  options: ModelOptions & { now(): Date },
): Promise<Models> {
  if (!options.client) throw new Error('a study with models needs a way to make their clients')
  const clients = await makeClients(study, options.client)
  const stopping = options.stopping ?? new AbortController().signal
  // Every call that waits listens to it.
  setMaxListeners(0, stopping)
  const halts = new Halts(study)
  const limiters = new Map<string, Limiter>()
  const { calls } = study
  const clock = (): number => performance.now()
  const deadline = calls.study_seconds === undefined ? Infinity : clock() + calls.study_seconds * 1000
  const guard: Guard = {
    before(planned) {
      if (stopping.aborted) return { code: 'stopping', scope: 'study' }
      if (clock() > deadline)
        return { code: 'study-deadline', scope: 'study', detail: `${calls.study_seconds} s` }
      return halts.of(planned.spec) ?? options.guard?.before(planned) ?? FREE
    },
  }
  const shared: Omit<ModelTools, 'client' | 'limiter' | keyof Rendered> = {
    rules: {
      attemptMs: calls.attempt_seconds * 1000,
      callMs: calls.call_seconds * 1000,
      attempts: calls.attempts,
      lostReplies: calls.lost_replies,
    },
    guard,
    now: clock,
    date: options.now,
    random: Math.random,
    sleep: options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined)),
    stopping,
  }
  const limiterOf = ({ provider, base_url }: ModelSpec): Limiter => {
    const key = JSON.stringify([provider, base_url])
    const known = limiters.get(key)
    if (known) return known
    const made = makeLimiter({ now: clock, later: (call, ms) => void setTimeout(call, ms) })
    limiters.set(key, made)
    return made
  }
  const rendered = new Map<Variant, Rendered>()
  const renderedOf = (variant: Variant): Rendered => {
    const known = rendered.get(variant)
    if (known) return known
    const { game, scenario } = variant
    const made = { renderer: makeRenderer(scenario), protocol: game(study.opener[0]!).protocol, game }
    rendered.set(variant, made)
    return made
  }
  return {
    make(name, spec, assignment = {} as AssignmentRecord) {
      if (!isModel(spec)) return makeNegotiator(name, spec)
      const tools = { client: clients.get(name)!, limiter: limiterOf(spec) }
      return makeNegotiator(name, spec, { ...shared, ...renderedOf(study.variant(assignment)), ...tools })
    },
    blocked: (assignment) => halts.blocks(assignment),
    halted: (negotiation, negotiator, halt) => halts.add(negotiation, negotiator, halt),
    get halts() {
      return halts.list
    },
  }
}

/** What a model is asked by: that of the scenario it sits in. */
type Rendered = Pick<ModelTools, 'renderer' | 'protocol' | 'game'>

/** Where no budget is kept. */
const FREE = { settle: () => undefined }

class Halts {
  readonly #study: ModelStudy
  readonly #models = new Map<string, Halt & { readonly negotiator: string }>()
  readonly #told = new Map<string, RunHalt & { negotiations: string[] }>()

  constructor(study: ModelStudy) {
    this.#study = study
  }

  get list(): readonly RunHalt[] {
    return [...this.#told.values()]
  }

  /** The halt of a model, if it was halted. */
  of(spec: ModelSpec): Halt | undefined {
    const halt = this.#models.get(modelKey(spec))
    return halt && { code: halt.code, scope: halt.scope, ...(halt.detail ? { detail: halt.detail } : {}) }
  }

  blocks({ id, seats }: AssignmentRecord): boolean {
    for (const name of Object.values(seats)) {
      const spec = this.#study.negotiators[name]!
      const halt = isModel(spec) ? this.#models.get(modelKey(spec)) : undefined
      if (!halt) continue
      this.add(id, halt.negotiator, halt)
      return true
    }
    return false
  }

  add(negotiation: string, name: string | undefined, halt: Halt): void {
    const spec = name === undefined ? undefined : this.#study.negotiators[name]
    const model = spec && isModel(spec) ? spec : undefined
    const { code, scope, detail } = halt
    if (scope === 'model' && model && name !== undefined && !this.#models.has(modelKey(model))) {
      this.#models.set(modelKey(model), { code, scope, negotiator: name, ...(detail ? { detail } : {}) })
    }
    const key = JSON.stringify([code, scope, scope === 'study' || !model ? '' : modelKey(model)])
    const told = this.#told.get(key)
    if (told) {
      if (!told.negotiations.includes(negotiation)) told.negotiations.push(negotiation)
      return
    }
    this.#told.set(key, {
      code,
      scope,
      ...(scope === 'study' || name === undefined ? {} : { negotiator: name }),
      ...(scope === 'study' || !model ? {} : { model: model.model }),
      ...(detail === undefined ? {} : { detail }),
      negotiations: [negotiation],
    })
  }
}
