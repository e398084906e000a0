/** Calls added up: how many, how long, and the tokens that were told. */
import type { Usage } from '../models/wire/contract.ts'
import type { CallEvent } from '../record/events.ts'

export interface CallEvents {
  readonly attempts: number
  readonly answered: number
  readonly ms: number
  readonly usage: Usage
  /** Answers that told of their input and output, and the tokens of these together. */
  readonly told: number
  readonly tokens: number
}

const KINDS = ['input', 'cacheRead', 'cacheWrite', 'cacheWriteLong', 'output', 'thinking'] as const

/** A kind of token that no call told of stays undefined. */
export function usageSum(calls: readonly CallEvent[]): CallEvents {
  const usage: { -readonly [K in keyof Usage]: Usage[K] } = {}
  let [attempts, answered, ms, told, tokens] = [0, 0, 0, 0, 0]
  for (const call of calls) {
    if (call.type === 'call.sent') attempts++
    if (call.type === 'call.answered') {
      answered++
      ms += call.totalMs
      const { input, output, cacheRead = 0, cacheWrite = 0, cacheWriteLong = 0 } = call.usage
      if (input !== undefined && output !== undefined) {
        told++
        tokens += input + cacheRead + cacheWrite + cacheWriteLong + output
      }
    }
    if (call.type !== 'call.answered' && call.type !== 'call.failed') continue
    for (const kind of KINDS) {
      const count = call.usage?.[kind]
      if (count !== undefined) usage[kind] = (usage[kind] ?? 0) + count
    }
  }
  // Milliseconds have one decimal; a sum of floats has more.
  return { attempts, answered, ms: Math.round(ms * 10) / 10, usage, told, tokens }
}
