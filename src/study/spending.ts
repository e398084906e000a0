/**
 * What a record's calls have used and cost, from its events: tokens by kind, dollars as far as they are known, and
 * the worst case of every attempt that may have been billed without our hearing what for.
 */
import { type Rational, ZERO } from '../core/rational.ts'
import { addCosts, type Cost, costOf, FREE } from '../models/cost.ts'
import { KINDS, type Kind } from '../models/prices.ts'
import { unreached } from '../models/unreached.ts'
import type { ProviderName, Usage } from '../models/wire/contract.ts'
import { isModel, type ModelSpec, type NegotiatorSpec } from '../negotiators/registry.ts'
import type { CallAnswered, CallFailed, CallSent, NegotiationEvent } from '../record/events.ts'
import { type Pricer, type Worst, worstOf } from './pricing.ts'

/** What one attempt came to. */
export interface Spent {
  readonly negotiator: string
  readonly provider: ProviderName
  readonly model: string
  /** `open`: the record does not say what became of it. `refused`: an error came, and no reply. */
  readonly kind: 'answered' | 'refused' | 'lost' | 'open'
  readonly usage: Usage
  readonly cost: Cost
  /** The most it can have used: what it used where that is known. Undefined where nothing bounds it. */
  readonly most?: Worst
}

/** Counts of tokens; `told` of how many calls a kind was told of. */
export interface TokenSum {
  readonly kinds: Readonly<Record<Kind | 'thinking', number>>
  /** Calls that used tokens of which somebody did not tell us all. */
  readonly untold: number
}

export interface Spending {
  readonly attempts: number
  readonly answered: number
  /** May have been billed, and we did not hear what for: lost replies, attempts without any answer. */
  readonly lost: number
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
    const negotiator = seats[sent.seat]
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
  return spent
}

function spentBy(
  negotiator: string,
  spec: ModelSpec,
  sent: CallSent,
  end: CallAnswered | CallFailed | undefined,
  pricer: Pricer,
): Spent {
  const { provider, model } = sent
  const pricing = pricer(spec)
  const usage = end?.usage ?? {}
  const kind = kindOf(end)
  const tier = (end?.type === 'call.answered' ? end.tier : undefined) ?? sent.tier
  if (kind === 'refused') {
    const nothing = { tokens: 0, usd: ZERO }
    return { negotiator, provider, model, kind, usage, cost: FREE, most: nothing }
  }
  const told = costOf(usage, pricing.price, { provider, tier })
  // What had been told before a reply was lost is less than what is billed.
  const cost = kind === 'answered' ? told : atLeast(told)
  const most = mostOf({ kind, usage, cost, provider }, worstOf(spec, pricing, sent.bytes))
  return { negotiator, provider, model, kind, usage, cost, ...(most ? { most } : {}) }
}

const atLeast = ({ atLeast: known, unknown }: Cost): Cost => ({
  atLeast: known,
  unknown: unknown.includes('no price') ? unknown : ['replies that were lost'],
})

function kindOf(end: CallAnswered | CallFailed | undefined): Spent['kind'] {
  if (!end) return 'open'
  if (end.type === 'call.answered') return 'answered'
  // A response that is an error has no reply, and providers do not bill for it.
  if (!end.lost && (end.status !== undefined || unreached(end.code))) return 'refused'
  return 'lost'
}

/** What counts against a cap: what was used where all of it is known, else the worst case. */
export function mostOf(
  { kind, usage, cost, provider }: Pick<Spent, 'kind' | 'usage' | 'cost' | 'provider'>,
  worst: Worst | undefined,
): Worst | undefined {
  const tokens = kind === 'answered' ? (tokensOf(usage, provider) ?? worst?.tokens) : worst?.tokens
  if (tokens === undefined) return undefined
  const usd = cost.usd ?? worst?.usd
  return { tokens, ...(usd ? { usd } : {}) }
}

/** All tokens of a call; undefined where a part was not told that the others do not hold. */
export function tokensOf(usage: Usage, provider: ProviderName): number | undefined {
  if (usage.input === undefined || usage.output === undefined) return undefined
  // Anthropic alone counts what touched a cache apart from the input.
  if (provider === 'anthropic' && (usage.cacheRead ?? usage.cacheWrite) === undefined) return undefined
  return KINDS.reduce((sum, kind) => sum + (usage[kind] ?? 0), 0)
}

/** Several attempts taken together. */
export function sumUp(all: readonly Spent[]): Spending {
  const kinds = { input: 0, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 0, thinking: 0 }
  let untold = 0
  let tokens: number | undefined = 0
  let usd: Rational | undefined = ZERO
  for (const { kind, usage, most, provider } of all) {
    for (const of of [...KINDS, 'thinking'] as const) kinds[of] += usage[of] ?? 0
    if (kind !== 'refused' && (kind !== 'answered' || tokensOf(usage, provider) === undefined)) untold++
    tokens = tokens === undefined || most === undefined ? undefined : tokens + most.tokens
    usd = usd && most?.usd && usd.add(most.usd)
  }
  return {
    attempts: all.length,
    answered: all.filter(({ kind }) => kind === 'answered').length,
    lost: all.filter(({ kind }) => kind === 'lost' || kind === 'open').length,
    tokens: { kinds, untold },
    cost: addCosts(all.map(({ cost }) => cost)),
    most: { ...(tokens === undefined ? {} : { tokens }), ...(usd ? { usd } : {}) },
  }
}

/** The attempts of each group apart, in the order in which the groups first appear. */
export function sumBy(all: readonly Spent[], group: (spent: Spent) => string): Map<string, Spending> {
  return new Map([...Map.groupBy(all, group)].map(([name, members]) => [name, sumUp(members)] as const))
}
