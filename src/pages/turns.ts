/** The turns of a negotiation as page data: words and binding actions apart, faults, calls, and what was read of them. */
import { toNumber } from '../core/rational.ts'
import { repairText } from '../protocols/faults.ts'
import { baseSeat } from '../protocols/seats.ts'
import type { NegotiationEvent, Stamped } from '../record/events.ts'
import type { Turn } from '../record/play.ts'
import type { Replayed } from '../record/replay.ts'
import { type StoryCall, type StoryTurn, tellCalls, tellTurns } from '../record/story.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Spent } from '../study/spending.ts'
import { given } from './figure.ts'
import { kindName } from './kinds.ts'
import type { CallData, FaultData, ReadingData, TurnData } from './types.ts'
import { actionWords, callText, reasonText } from './words.ts'

export interface TurnsOf {
  readonly scenario: Scenario
  readonly replayed: Replayed
  readonly events: readonly Stamped<NegotiationEvent>[]
  /** Which negotiator sits where. */
  readonly seats: Readonly<Record<string, string>>
  /** What each attempt came to, where models are priced: by move and attempt. */
  readonly spent?: readonly Spent[]
}

export function turnsOf(of: TurnsOf): TurnData[] {
  const { scenario, replayed } = of
  const story = tellTurns(scenario, replayed.turns)
  const turns: TurnData[] = []
  for (const [i, told] of story.entries()) {
    const turn = replayed.turns[i]!
    turns.push(turnData(told, turn, of, readingsOf(turn, of)))
  }
  return turns
}

function turnData(told: StoryTurn, turn: Turn, of: TurnsOf, readings: readonly ReadingData[]): TurnData {
  const { action, offer, standing, supporters, absent, changedTerms } = told
  const words = actionWords(action, offer?.id)
  const round = (turn.entry as { readonly round?: number } | undefined)?.round
  return given({
    turn: told.turn,
    round,
    seat: told.seat,
    message: told.message,
    action,
    actionText: words.text,
    binding: words.binding,
    offer: offer?.id,
    standing: standing?.id,
    supporters,
    faults: told.faults,
    changedTerms,
    absent: absent === undefined ? undefined : { code: absent, text: reasonText(absent) },
    calls: callsOf(turn, told.calls, of.spent),
    readings,
    at: lastAt(turn, of.events),
  })
}

/** The time of the last event that the turn took in. */
function lastAt({ tries, calls }: Turn, events: TurnsOf['events']): string | undefined {
  const [reply, call] = [tries.at(-1)?.source, calls?.at(-1)?.seq]
  const seq = Math.max(reply ?? -1, call ?? -1)
  // Streams count from 0 without gaps; where a record is broken the time is not told.
  return events[seq]?.seq === seq ? events[seq].at : undefined
}

/** `told`: the calls of a move, as the record tells of them. */
export function callsOf(
  { calls, seat, turn }: Pick<Turn, 'calls' | 'seat' | 'turn'>,
  told: readonly StoryCall[] = [],
  spent: TurnsOf['spent'],
): CallData[] {
  const sent = (calls ?? []).filter(({ type }) => type === 'call.sent')
  return told.flatMap((call, i): CallData[] => {
    const event = sent[i]
    if (!event) return []
    const { repair, attempt, end, code, status, totalMs, waitMs, model, usage } = call
    const cost = spent?.find((one) => one.move === `${seat}/${turn}/${repair}` && one.attempt === attempt)
      ?.cost.usd
    return [
      given({
        seat: event.seat,
        repair,
        attempt,
        sent: event.seq,
        end,
        text: callText(call),
        code,
        status,
        ms: totalMs,
        waitMs,
        model,
        inputTokens: usage && inputOf(usage),
        outputTokens: usage?.output,
        usd: cost && toNumber(cost),
      }),
    ]
  })
}

const inputOf = (usage: NonNullable<StoryCall['usage']>): number | undefined => {
  const { input, cacheRead = 0, cacheWrite = 0, cacheWriteLong = 0 } = usage
  return input === undefined ? undefined : input + cacheRead + cacheWrite + cacheWriteLong
}

/** What observers reported after the turn, in their order. */
const readingsOf = ({ readings = [] }: Turn, { scenario, seats, spent }: TurnsOf): ReadingData[] =>
  readings.map((one) => {
    const { reading, agreed, missing } = one.reading ?? {}
    const code = missing ?? one.absent
    return given({
      seat: one.seat,
      negotiator: seats[baseSeat(one.seat)] ?? one.seat,
      agreed,
      fields: fieldsOf(reading ?? {}, scenario),
      missing: code === undefined ? undefined : reasonText(code),
      faults: faultsOf(one),
      calls: callsOf(one, tellCalls(one.calls ?? []), spent),
    })
  })

export const faultsOf = ({ tries }: Pick<Turn, 'tries'>): FaultData[] =>
  tries.flatMap(({ fault, text }) => (fault ? [{ code: fault.code, problem: repairText(fault), text }] : []))

/** What an observer reported, a field a line; a kind of agreement by its name for readers, with the observer's word. */
export const fieldsOf = (
  fields: Readonly<Record<string, string | number | boolean>>,
  scenario: Pick<Scenario, 'about' | 'observer'>,
): { readonly name: string; readonly value: string }[] =>
  Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'boolean') return { name, value: value ? 'yes' : 'no' }
    const kind = Array.isArray(scenario.observer?.fields[name])
    const known = kind && Object.hasOwn(scenario.about?.taxonomy ?? {}, String(value))
    // A field may be left empty, which has to be seen.
    const text = String(value) === '' ? '\u2013' : String(value)
    return { name, value: known ? `${kindName(scenario, text)} (${value})` : text }
  })
