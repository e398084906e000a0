/**
 * What a record's calls have used and cost, from its events: tokens by kind, dollars as far as they are known, and
 * the worst case of every attempt that may have been billed without our hearing what for.
 */
import { type Rational, ZERO } from '../core/rational.ts'
import { unansweredKind } from '../models/billing.ts'
import { addCosts, type Cost, costOf, FREE } from '../models/cost.ts'
import { KINDS, type Kind } from '../models/prices.ts'
import type { ProviderName, Usage } from '../models/wire/contract.ts'
import { isModel, type ModelSpec, type NegotiatorSpec } from '../negotiators/registry.ts'
import { baseSeat } from '../protocols/seats.ts'
import { ElsewhereTally } from '../record/elsewhere.ts'
import type { CallAnswered, CallFailed, CallSent, NegotiationEvent } from '../record/events.ts'
import { type Pricer, type Worst, worstOf } from './pricing.ts'

/** What one attempt came to. */
export interface Spent {
  readonly negotiator: string
  readonly provider: ProviderName
  /** As the study asks for them, and as the provider says that it used them. */
  readonly model: string
  readonly tier?: string
  readonly usedModel?: string
  readonly usedTier?: string
  /** The move that was asked for, the same for each attempt at it, and which attempt this was. */
  readonly move: string
  readonly attempt: number
  /** The variable that sent it to another server than the provider's own. */
  readonly elsewhere?: string
  /**
   * `refused`: an error came in the place of a reply, or the server was not reached. `unanswered`: nothing came. `lost`: a reply was under way, or
   * may have been where the record says nothing of an end.
   */
  readonly kind: 'answered' | 'refused' | 'unanswered' | 'lost'
  /** A lost reply that was asked for again. */
  readonly redrawn?: true
  readonly usage: Usage
  readonly cost: Cost
  /** The most it can have used: what it used where that is known. Undefined where nothing bounds it. */
  readonly most?: Worst
}

export interface TokenSum {
  /** Sums of what was told; a kind that no call told of is missing. */
  readonly kinds: { readonly [K in Kind | 'thinking']?: number }
  /** Calls that used tokens of which somebody did not tell us all. */
  readonly untold: number
}

export interface Spending {
  readonly attempts: number
  readonly answered: number
  /** Attempts at a move that was asked for before. */
  readonly retries: number
  /** Attempts that may have been billed without our hearing what for: replies that were lost, and no answer at all. */
  readonly lost: number
  readonly unanswered: number
  /** Replies that were lost and asked for again: second draws. */
  readonly redrawn: number
  readonly tokens: TokenSum
  readonly cost: Cost
  /** What counts against a cap: what is known, and the worst case of the rest. Undefined where that has no bound. */
  readonly most: { readonly tokens?: number; readonly usd?: Rational }
}

/** Every attempt in a negotiation's events. `seats`: which negotiator sits where; `specs`: all by name. */
export function spentIn(
  events: readonly NegotiationEvent[],
  seats: Readonly<Record<string, string>>,
  specs: Readonly<Record<string, NegotiatorSpec>>,
  pricer: Pricer,
): Spent[] {
  const open = new Map<string, CallSent>()
  const spent: Spent[] = []
  const settle = (sent: CallSent, end?: CallAnswered | CallFailed): void => {
    const negotiator = seats[baseSeat(sent.seat)]
    const spec = negotiator === undefined ? undefined : specs[negotiator]
    if (spec && isModel(spec)) spent.push(spentBy(negotiator!, spec, sent, end, pricer))
  }
  for (const event of events) {
    if (!event.type.startsWith('call.')) continue
    const call = event as CallSent | CallAnswered | CallFailed
    const place = `${call.seat}/${call.turn}/${call.repair}/${call.attempt}`
    const sent = open.get(place)
    if (call.type === 'call.sent') open.set(place, call)
    else if (sent) {
      open.delete(place)
      settle(sent, call.type === 'call.answered' || call.type === 'call.failed' ? call : undefined)
    }
  }
  for (const sent of open.values()) settle(sent)
  const latest = new Map<string, number>()
  for (const { move, attempt } of spent) latest.set(move, Math.max(attempt, latest.get(move) ?? 0))
  return spent.map((one) =>
    one.kind === 'lost' && latest.get(one.move)! > one.attempt ? { ...one, redrawn: true as const } : one,
  )
}

function spentBy(
  negotiator: string,
  spec: ModelSpec,
  sent: CallSent,
  end: CallAnswered | CallFailed | undefined,
  pricer: Pricer,
): Spent {
  const { provider, model, seat, turn, repair, attempt } = sent
  const pricing = pricer(spec)
  const usage = end?.usage ?? {}
  const kind = kindOf(end)
  const answer = end?.type === 'call.answered' ? end : undefined
  const tier = answer?.tier ?? sent.tier
  const what = {
    ...{ negotiator, provider, model, kind, usage, attempt, move: `${seat}/${turn}/${repair}` },
    ...(sent.tier === undefined ? {} : { tier: sent.tier }),
    ...(sent.elsewhere === undefined ? {} : { elsewhere: sent.elsewhere }),
    ...(answer?.model === undefined ? {} : { usedModel: answer.model }),
    ...(answer?.tier === undefined ? {} : { usedTier: answer.tier }),
  }
  if (kind === 'refused') return { ...what, cost: FREE, most: { tokens: 0, usd: ZERO } }
  const told = costOf(usage, pricing.price, { provider, tier })
  // What had been told before a reply was lost is less than what is billed.
  const cost = kind === 'answered' ? told : atLeast(told)
  const most = mostOf({ kind, usage, cost, provider }, worstOf(spec, pricing, sent.bytes))
  return { ...what, cost, ...(most ? { most } : {}) }
}

const atLeast = ({ atLeast: known, unknown }: Cost): Cost => ({
  atLeast: known,
  unknown: unknown.includes('no price') ? unknown : ['calls whose answer was lost'],
})

function kindOf(end: CallAnswered | CallFailed | undefined): Spent['kind'] {
  if (!end) return 'lost'
  if (end.type === 'call.answered') return 'answered'
  const kind = unansweredKind(end)
  return kind === 'unsent' ? 'refused' : kind
}

/** What counts against a cap: what was used where all of it is known, else the worst case. */
export function mostOf(
  { kind, usage, cost, provider }: Pick<Spent, 'kind' | 'usage' | 'cost' | 'provider'>,
  worst: Worst | undefined,
): Worst | undefined {
  const tokens = kind === 'answered' ? (tokensOf(usage, provider) ?? worst?.tokens) : worst?.tokens
  if (tokens === undefined) return undefined
  // A lost reply has no `atMost`: what had been told of it is not all.
  const usd = cost.usd ?? cost.atMost ?? worst?.usd
  return { tokens, ...(usd ? { usd } : {}) }
}

/** All tokens of a call; undefined where a part was not told that the others do not hold. */
export function tokensOf(usage: Usage, provider: ProviderName): number | undefined {
  if (usage.input === undefined || usage.output === undefined) return undefined
  // Anthropic alone counts what touched a cache apart from the input.
  if (provider === 'anthropic' && (usage.cacheRead ?? usage.cacheWrite) === undefined) return undefined
  return KINDS.reduce((sum, kind) => sum + (usage[kind] ?? 0), 0)
}

/** All input that was told of, caches included. */
export const inputSum = ({ kinds }: TokenSum): number =>
  (kinds.input ?? 0) + (kinds.cacheRead ?? 0) + (kinds.cacheWrite ?? 0) + (kinds.cacheWriteLong ?? 0)

/** Several attempts taken together. */
export function sumUp(all: readonly Spent[]): Spending {
  const kinds: { [K in Kind | 'thinking']?: number } = {}
  let untold = 0
  let tokens: number | undefined = 0
  let usd: Rational | undefined = ZERO
  for (const { kind, usage, most, provider } of all) {
    for (const of of [...KINDS, 'thinking'] as const) {
      const count = usage[of]
      if (count !== undefined) kinds[of] = (kinds[of] ?? 0) + count
    }
    if (kind !== 'refused' && (kind !== 'answered' || tokensOf(usage, provider) === undefined)) untold++
    tokens = tokens === undefined || most === undefined ? undefined : tokens + most.tokens
    usd = usd && most?.usd && usd.add(most.usd)
  }
  return {
    attempts: all.length,
    answered: all.filter(({ kind }) => kind === 'answered').length,
    retries: all.filter(({ attempt }) => attempt > 1).length,
    lost: all.filter(({ kind }) => kind === 'lost').length,
    unanswered: all.filter(({ kind }) => kind === 'unanswered').length,
    redrawn: all.filter(({ redrawn }) => redrawn).length,
    tokens: { kinds, untold },
    cost: addCosts(all.map(({ cost }) => cost)),
    most: { ...(tokens === undefined ? {} : { tokens }), ...(usd ? { usd } : {}) },
  }
}

/** The attempts of each group apart, in the order in which the groups first appear. */
export function sumBy(all: readonly Spent[], group: (spent: Spent) => string): Map<string, Spending> {
  return new Map([...Map.groupBy(all, group)].map(([name, members]) => [name, sumUp(members)] as const))
}

/** What a reader must know of calls that a variable sent elsewhere; nothing where there were none. */
export function elsewhereNotes(spent: readonly Spent[]): string[] {
  const tally = new ElsewhereTally()
  for (const { elsewhere, negotiator } of spent) if (elsewhere !== undefined) tally.add(elsewhere, negotiator)
  return tally.notes()
}
