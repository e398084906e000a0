/**
 * A negotiator that is a language model: renders what its seat sees, has it sent, writes down every attempt, and
 * turns what came into a reply. What was answered before a stop is taken from the record; nothing answered is sent
 * again. docs/models.md tells what each thing that a model can do leads to.
 */
import { unansweredKind } from '../../models/billing.ts'
import { type CallResult, makeCall } from '../../models/call.ts'
import type { AttemptCode } from '../../models/policy.ts'
import { bodyText } from '../../models/wire/body.ts'
import type { Answer, ModelPrompt, ModelSettings, Wire } from '../../models/wire/contract.ts'
import type { SeatView } from '../../protocols/contract.ts'
import { Asking } from '../../record/asking.ts'
import type { CallPlace } from '../../record/events.ts'
import { answerOutcome } from '../../record/outcome.ts'
import type { Attempts } from '../../record/seat-calls.ts'
import type { Brief } from '../../scenario/types.ts'
import type { Desk, HaltScope, Negotiator, Player, Reply } from '../contract.ts'
import type { ModelSpec } from '../model-spec.ts'
import { CallLog } from './call-log.ts'
import { overLimit } from './input-limit.ts'
import { retrace } from './retrace.ts'
import type { Admission, Halt, ModelTools } from './tools.ts'

/** A model by its settings in a study, ready to sit down. */
export const modelNegotiator = (name: string, spec: ModelSpec, tools: ModelTools): Negotiator => ({
  name,
  sit: (brief, _seed, desk) => new ModelPlayer(name, spec, tools, brief, desk),
})

/** Codes of `seat.absent` that a model's own answer does not lead to (those are in record/outcome.ts). */
const LOST_REPLY = 'lost-reply'
const INPUT_OVER_LIMIT = 'input-over-limit'

class ModelPlayer implements Player {
  readonly #name: string
  readonly #spec: ModelSpec
  readonly #tools: ModelTools
  readonly #seat: string
  readonly #negotiation: string
  readonly #wire: Wire
  readonly #settings: ModelSettings
  readonly #asking: Asking
  readonly #log: CallLog
  /** What the record holds of the move that was due when this seat was taken. */
  #left: Attempts | undefined

  constructor(name: string, spec: ModelSpec, tools: ModelTools, brief: Brief, desk: Desk | undefined) {
    const { client, renderer, protocol, game } = tools
    this.#name = name
    this.#spec = spec
    this.#tools = tools
    this.#seat = brief.seat
    this.#negotiation = desk?.negotiation ?? ''
    this.#wire = client.wire
    this.#settings = { model: spec.model, ...(spec.params ? { params: spec.params } : {}) }
    this.#asking = new Asking(brief.seat, renderer, protocol, spec)
    const before = retrace(desk?.history ?? [], brief.seat, this.#asking, this.#wire, game)
    this.#left = before.attempts
    this.#log = new CallLog(desk, { spec, elsewhere: client.elsewhere }, before.body!)
  }

  async reply(view: SeatView): Promise<Reply> {
    const left = this.#takeLeft(view)
    if (left?.answer) return this.#replyOf(left.answer)
    if (left?.open) this.#log.lost(left.open)
    if (left?.failure === 'context-exceeded') return { kind: 'absent', code: left.failure }
    const prompt = this.#asking.prompt(view)
    const request = this.#wire.request(prompt, this.#settings)
    const body = bodyText(request.body)
    const bytes = Buffer.byteLength(body)
    return (await this.#overLimit(prompt, bytes)) ?? this.#call(view, left, { request, body, bytes })
  }

  /** What the record holds of this move; given once. */
  #takeLeft({ turn, repair }: SeatView): Attempts | undefined {
    const left = this.#left
    this.#left = undefined
    return left?.turn === turn && left.repair === repair ? left : undefined
  }

  async #overLimit(prompt: ModelPrompt, bytes: number): Promise<Reply | undefined> {
    const { client, stopping } = this.#tools
    const limit = this.#spec.input_token_limit
    const over = await overLimit(limit, bytes, client, prompt, this.#settings, stopping)
    if (!over) return undefined
    const by = over.by === 'provider' ? 'counted by the provider' : 'by an estimate'
    const detail = `${over.tokens} input tokens, ${by}; the limit is ${limit}`
    return { kind: 'absent', code: INPUT_OVER_LIMIT, detail }
  }

  async #call(view: SeatView, left: Attempts | undefined, outgoing: Outgoing): Promise<Reply> {
    const { client, limiter, rules, guard, now, date, random, sleep, stopping } = this.#tools
    const { request, body, bytes } = outgoing
    const place = (attempt: number): CallPlace => {
      const { turn, repair } = view
      return { seat: this.#seat, turn, repair, attempt }
    }
    let admission: Admission | undefined
    let halted: Halt | undefined
    const result = await makeCall({
      ...{ client, request, body, limiter, rules, now, date, random, sleep, stopping },
      made: left?.attempt ?? 0,
      ...lostBefore(left),
      onSent: async (attempt) => {
        const planned = { negotiation: this.#negotiation, negotiator: this.#name, spec: this.#spec }
        const leave = await guard.before({ ...planned, ...place(attempt), body, bytes })
        if ('code' in leave) {
          halted = leave
          return leave
        }
        admission = leave
        try {
          await this.#log.sent(place(attempt), request, body, bytes)
        } catch (error) {
          leave.settle({ kind: 'unsent' })
          throw error
        }
        return undefined
      },
      onAnswered: (attempt, exchange, answer) => {
        this.#log.answered(place(attempt), exchange, answer)
        admission!.settle({ kind: 'answered', answer, usage: answer.usage })
      },
      onFailed: (attempt, exchange, failure, verdict, waitMs) => {
        this.#log.failed(place(attempt), exchange, failure, verdict, waitMs)
        const { status, ended } = exchange.received ?? {}
        const lost = verdict.class === 'lost-reply'
        const kind = unansweredKind({ lost, status, complete: ended, code: exchange.failure?.code })
        const usage = failure?.partial?.usage
        admission!.settle(usage ? { kind, usage } : { kind })
      },
    })
    return halted ? { kind: 'halt', ...halted } : this.#replyTo(result)
  }

  #replyTo(result: CallResult): Reply {
    switch (result.kind) {
      case 'answered':
        return this.#replyOf(result.answer)
      case 'outcome': {
        const { answer, code, detail } = result
        if (answer) return this.#replyOf(answer)
        return { kind: 'absent', code, ...(detail === undefined ? {} : { detail }) }
      }
      case 'lost': {
        const { code, detail } = result
        return {
          kind: 'absent',
          code: LOST_REPLY,
          detail: detail === undefined ? code : `${code}: ${detail}`,
        }
      }
      case 'halt':
        return { ...result, scope: scopeOf(result.code) }
    }
  }

  /** The reply that an answer is, whether it came now or before a stop. */
  #replyOf(answer: Answer): Reply {
    const outcome = answerOutcome(answer)
    if (outcome.kind === 'text') {
      this.#asking.replied(answer)
      return outcome
    }
    const detail = answer.explanation ?? answer.stopRaw
    return { ...outcome, ...(detail === undefined ? {} : { detail }) }
  }
}

interface Outgoing {
  readonly request: ReturnType<Wire['request']>
  readonly body: string
  readonly bytes: number
}

/** Whether the last attempt in the record lost a reply: the process may have died before one could be written down. */
function lostBefore(left: Attempts | undefined): { readonly lost?: AttemptCode } {
  if (!left || !(left.lost || left.open)) return {}
  return { lost: left.failure ?? 'aborted' }
}

/** Whom a halt concerns, where no guard has said so: see HALT_SCOPES. */
const scopeOf = (code: string): HaltScope => HALT_SCOPES[code] ?? 'model'

/**
 * What leaves a negotiation to the next run. A provider that did not reply to one call may reply to others; a stop
 * concerns everybody; all else (a key, credit, a name) is the model's.
 */
const HALT_SCOPES: Readonly<Record<string, HaltScope>> = {
  'attempts-spent': 'negotiation',
  'call-deadline': 'negotiation',
  aborted: 'negotiation',
  stopping: 'study',
}
