/** The turns of a negotiation as page data: words and binding actions apart, faults, calls, and what was read of them. */
import { toNumber } from '../core/rational.ts'
import { repairText } from '../protocols/faults.ts'
import { isObserver } from '../protocols/seats.ts'
import type { NegotiationEvent, Stamped } from '../record/events.ts'
import type { Turn } from '../record/play.ts'
import { kept } from '../record/read.ts'
import type { Replayed } from '../record/replay.ts'
import { type StoryCall, type StoryTurn, tellCalls, tellTurns } from '../record/story.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Spent } from '../study/spending.ts'
import { given } from './figure.ts'
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
  const readings = readingsOf(of)
  const turns: TurnData[] = []
  for (const [i, told] of story.entries()) {
    const turn = replayed.turns[i]!
    if (isObserver(turn.seat)) continue
    turns.push(turnData(told, turn, of, readings.get(turn.turn) ?? []))
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

function callsOf(
  { calls, seat, turn }: Turn,
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

interface KeptReading {
  readonly turn: number
  readonly seat: string
  readonly reading?: Readonly<Record<string, string | number | boolean>>
  readonly agreed?: boolean
  readonly missing?: string
}

/** What an observer reported, by the turn after which it read. */
function readingsOf({ replayed, seats, spent }: TurnsOf): ReadonlyMap<number, ReadingData[]> {
  const readings = new Map<number, ReadingData[]>()
  if (!replayed.started) return readings
  const log = (kept(replayed.state) as { readings?: { slice(): readonly KeptReading[] } }).readings
  for (const { turn, seat, reading, agreed, missing } of log?.slice() ?? []) {
    const asked = replayed.turns.find((one) => one.turn === turn && one.seat === seat)
    const list = readings.get(turn) ?? []
    readings.set(turn, list)
    list.push(
      given({
        seat,
        negotiator: seats.observer ?? seats[seat] ?? 'observer',
        agreed,
        fields: fieldsOf(reading ?? {}),
        missing: missing === undefined ? undefined : reasonText(missing),
        faults: faultsOf(asked),
        calls: asked ? callsOf(asked, tellCalls(asked.calls ?? []), spent) : [],
      }),
    )
  }
  return readings
}

const faultsOf = (turn: Turn | undefined): FaultData[] =>
  (turn?.tries ?? []).flatMap(({ fault, text }) =>
    fault ? [{ code: fault.code, problem: repairText(fault), text }] : [],
  )

export const fieldsOf = (
  fields: Readonly<Record<string, string | number | boolean>>,
): { readonly name: string; readonly value: string }[] =>
  Object.entries(fields).map(([name, value]) => ({
    name,
    value: typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value),
  }))
