/** What a pass over the talks of a record is given, and what it comes to. */
import type { Cost } from '../../models/cost.ts'
import type { Caps } from '../budget.ts'
import type { ModelOptions, RunHalt } from '../models.ts'
import type { Pricer } from '../pricing.ts'
import type { Failure } from '../table.ts'

export interface PassOptions extends ModelOptions {
  now(): Date
  random(): string
  readonly parley: string
  readonly caps?: Caps
  readonly pricer?: Pricer
  /** Talks in flight at once; unless given 16 where models are asked, else 1. */
  readonly concurrency?: number
  /** Reads talks that such a pass has read before, too. */
  readonly again?: boolean
  readonly stopAsked?: () => boolean
  readonly progress?: (state: PassState) => void
}

export interface PassState {
  readonly done: number
  readonly running: number
  readonly left: number
  readonly cost?: Cost
}

export interface PassSummary {
  /** Undefined where there was nothing to do. */
  readonly pass?: string
  readonly ended: 'complete' | 'asked' | 'halted' | 'nothing'
  readonly talks: number
  readonly closed: number
  /** Whether it went on with a pass that was begun before. */
  readonly resumed: boolean
  readonly halts: readonly RunHalt[]
  /** Over the talks that are closed, by this call and earlier ones: answers that were made, and those that are missing. */
  readonly readings: number
  readonly missing: number
  /** Readers that broke down: a bug in them, or settings with which they cannot be asked. Each is an answer that is missing. */
  readonly failures: readonly Failure[]
}
