/** What a model negotiator is given by whoever runs it: it opens no connection, reads no clock and knows no key. */

import type { CallRules } from '../../models/call.ts'
import type { ModelClient } from '../../models/exchange.ts'
import type { Limiter } from '../../models/limiter.ts'
import type { Answer, Usage } from '../../models/wire/contract.ts'
import type { AnyProtocol } from '../../protocols/contract.ts'
import type { Game } from '../../scenario/game.ts'
import type { Renderer } from '../../scenario/render.ts'
import type { HaltScope } from '../contract.ts'
import type { ModelSpec } from '../model-spec.ts'

/** What a guard is told of an attempt that is about to be made. */
export interface PlannedAttempt {
  readonly negotiation: string
  readonly seat: string
  readonly negotiator: string
  readonly spec: ModelSpec
  readonly turn: number
  readonly repair: number
  readonly attempt: number
  /** The body as it would be sent, and its length in UTF-8 bytes. */
  readonly body: string
  readonly bytes: number
}

export interface Halt {
  readonly code: string
  readonly scope: HaltScope
  readonly detail?: string
}

/** What became of an attempt that a guard let go ahead. */
export interface AttemptResult {
  /**
   * `refused`: an error came in the place of a reply. `lost`: a reply was under way, and may have to be paid for.
   * `unanswered`: nothing came at all. `unsent`: nothing left this machine.
   */
  readonly kind: 'answered' | 'refused' | 'lost' | 'unanswered' | 'unsent'
  /** What the provider told, as far as it told. */
  readonly usage?: Usage
  readonly answer?: Answer
}

/** Allows each attempt, or halts it: the budget, a halted model, a stop that was asked for. */
export interface Guard {
  /** Called before each attempt, right before it is written down and sent. */
  before(attempt: PlannedAttempt): Halt | Admission | Promise<Halt | Admission>
}

/** Leave to make one attempt. What it may cost is reserved until it is settled, exactly once. */
export interface Admission {
  settle(result: AttemptResult): void
}

export interface ModelTools {
  readonly client: ModelClient
  /** One for each provider, shared by all its models. */
  readonly limiter: Limiter
  readonly renderer: Renderer
  readonly protocol: AnyProtocol
  /** The game that this party opens. */
  game(opener: string): Game
  readonly rules: CallRules
  readonly guard: Guard
  /** Milliseconds of a clock that only goes forward; and the time of day, for headers that name one. */
  now(): number
  date(): Date
  /** From 0 up to 1, for the jitter of waits; nothing that is recorded as chance depends on it. */
  random(): number
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Aborted when no further attempt may begin: waits end at once, what is in flight goes on. */
  readonly stopping: AbortSignal
}
