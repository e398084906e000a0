/**
 * What a study's calls to models came to, from its record: how many, how often again, what was lost, tokens as far as
 * they were told, and which model and service tier answered beside those that were asked for.
 */
import { isOtherTier } from '../models/tiers.ts'
import type { Usage } from '../models/wire/contract.ts'
import { baseSeat } from '../protocols/seats.ts'
import type { CallAnswered, CallEvent, CallSent } from '../record/events.ts'
import type { Turn } from '../record/replay.ts'

/** A sum of tokens. `untold`: answers that did not tell theirs, so that the sum is less than it was. */
export interface TokenTotal {
  readonly tokens: number
  readonly untold: number
}

export interface CallCounts {
  /** Requests that were sent. */
  readonly attempts: number
  readonly answered: number
  /** Attempts beyond the first at the same reply. */
  readonly retries: number
  /** Replies that were produced, or may have been, and never became one. */
  readonly lost: number
  /** Lost replies that were asked for again: a second draw. */
  readonly redrawn: number
  /** Input, caches included, and output, thinking included, of the answers. */
  readonly input: TokenTotal
  readonly output: TokenTotal
}

/** One negotiator's models: what was asked for and what answered, with how many answers. */
export interface ModelsSeen {
  readonly negotiator: string
  readonly provider: string
  readonly model: string
  readonly tier?: string
  readonly answers: readonly {
    readonly model?: string
    readonly tier?: string
    readonly count: number
    /** What the provider says is not what was asked for. */
    readonly otherModel: boolean
    readonly otherTier: boolean
  }[]
}

export interface CallTally {
  readonly pairings: Readonly<Record<string, CallCounts>>
  readonly models: readonly ModelsSeen[]
}

interface Counting {
  attempts: number
  answered: number
  retries: number
  lost: number
  redrawn: number
  input: { tokens: number; untold: number }
  output: { tokens: number; untold: number }
}

/** Takes one negotiation after another. */
export class CallTallier {
  readonly #pairings = new Map<string, Counting>()
  readonly #models = new Map<
    string,
    { readonly sent: CallSent; readonly name: string; readonly seen: Map<string, Seen> }
  >()

  take(pairing: string, seats: Readonly<Record<string, string>>, turns: readonly Turn[]): void {
    for (const { calls } of turns.flatMap((turn) => [turn, ...(turn.readings ?? [])])) {
      if (!calls) continue
      const counts = this.#counts(pairing)
      const lost = new Set<string>()
      const open = new Map<string, CallSent>()
      for (const call of calls) {
        const reply = `${call.seat}/${call.repair}`
        if (call.type === 'call.sent') {
          counts.attempts++
          if (call.attempt > 1) counts.retries++
          if (lost.delete(reply)) counts.redrawn++
          open.set(reply, call)
          this.#seen(seats[baseSeat(call.seat)] ?? call.seat, call)
          continue
        }
        const sent = open.get(reply)
        open.delete(reply)
        if (call.type === 'call.answered') {
          counts.answered++
          addTokens(counts, call.usage)
          if (sent) this.#answered(seats[baseSeat(call.seat)] ?? call.seat, sent, call)
        } else if (isLost(call)) {
          counts.lost++
          lost.add(reply)
        }
      }
    }
  }

  /** The same so far, to go on with apart: what is open yet is counted again when it has ended. */
  copy(): CallTallier {
    const copy = new CallTallier()
    for (const [pairing, { input, output, ...counts }] of this.#pairings)
      copy.#pairings.set(pairing, { ...counts, input: { ...input }, output: { ...output } })
    for (const [key, { seen, ...asked }] of this.#models) {
      const answers = [...seen].map(([which, one]) => [which, { ...one }] as const)
      copy.#models.set(key, { ...asked, seen: new Map(answers) })
    }
    return copy
  }

  /** Undefined where nobody called a model. */
  get tally(): CallTally | undefined {
    if (this.#pairings.size === 0) return undefined
    return {
      pairings: Object.fromEntries(this.#pairings),
      models: [...this.#models.values()].map(({ sent, name, seen }) => ({
        negotiator: name,
        provider: sent.provider,
        model: sent.model,
        ...(sent.tier === undefined ? {} : { tier: sent.tier }),
        answers: [...seen.values()].map(({ model, tier, count }) => ({
          ...(model === undefined ? {} : { model }),
          ...(tier === undefined ? {} : { tier }),
          count,
          otherModel: model !== undefined && model !== sent.model,
          otherTier: isOtherTier(sent.tier, tier),
        })),
      })),
    }
  }

  #counts(pairing: string): Counting {
    const known = this.#pairings.get(pairing)
    if (known) return known
    const total = () => ({ tokens: 0, untold: 0 })
    const made = {
      attempts: 0,
      answered: 0,
      retries: 0,
      lost: 0,
      redrawn: 0,
      input: total(),
      output: total(),
    }
    this.#pairings.set(pairing, made)
    return made
  }

  /** What has answered to this negotiator so far; nothing yet where all its calls failed. */
  #seen(name: string, sent: CallSent): Map<string, Seen> {
    const key = JSON.stringify([name, sent.provider, sent.model, sent.tier])
    const models = this.#models.get(key) ?? { sent, name, seen: new Map<string, Seen>() }
    this.#models.set(key, models)
    return models.seen
  }

  #answered(name: string, sent: CallSent, { model, tier }: CallAnswered): void {
    const answers = this.#seen(name, sent)
    const which = JSON.stringify([model, tier])
    const seen = answers.get(which) ?? { model, tier, count: 0 }
    seen.count++
    answers.set(which, seen)
  }
}

interface Seen {
  readonly model: string | undefined
  readonly tier: string | undefined
  count: number
}

const isLost = (call: CallEvent): boolean =>
  call.type === 'call.lost' || (call.type === 'call.failed' && call.lost)

function addTokens({ input, output }: Counting, usage: Usage): void {
  const { input: plain, cacheRead = 0, cacheWrite = 0, cacheWriteLong = 0 } = usage
  if (plain === undefined) input.untold++
  else input.tokens += plain + cacheRead + cacheWrite + cacheWriteLong
  if (usage.output === undefined) output.untold++
  else output.tokens += usage.output
}
