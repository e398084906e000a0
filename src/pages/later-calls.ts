/** The calls that passes over one talk have made, and the replies that could not be read: by pass, seat and turn. */
import type { NegotiationEvent, Stamped, StudyEvent } from '../record/events.ts'
import { askedIn, gameOfPass } from '../record/passes/asked.ts'
import { passesOf } from '../record/passes/plan.ts'
import { tellCalls } from '../record/story.ts'
import type { RecordReader } from '../store/contract.ts'
import { spentByPass } from '../study/passes/spending.ts'
import { readReading } from '../study/passes/stream.ts'
import type { FinishedTalk } from '../study/passes/talks.ts'
import type { Pricer } from '../study/pricing.ts'
import { callsOf, faultsOf } from './turns.ts'
import type { CallData, FaultData } from './types.ts'

/** What it took to get one reading or answer. */
export interface Asked {
  readonly calls: readonly CallData[]
  readonly faults: readonly FaultData[]
}

/** Undefined where nobody was asked by a call, and no reply was faulty. */
export type AskedBy = (pass: string, seat: string, turn: number) => Asked | undefined

const keyOf = (pass: string, seat: string, turn: number): string => `${pass} ${turn} ${seat}`

/** Reads the streams of all passes over the talk. Throws a UserError where one is not what it says. */
export async function readLaterCalls(
  reader: RecordReader,
  talk: FinishedTalk,
  stream: readonly Stamped<StudyEvent>[],
  file: string,
  pricer: Pricer,
): Promise<AskedBy> {
  const all = new Map<string, Asked>()
  const { id } = talk.assignment
  for (const { started } of passesOf(stream)) {
    if (started.what === 'label' || !started.negotiations.includes(id)) continue
    const begun = await readReading(reader, started.pass, id, { game: gameOfPass(started, talk) }, file)
    if (!begun) continue
    const events = begun.opened.map(({ event }) => event as NegotiationEvent)
    const spent = spentByPass(askedIn(started, talk), events, pricer)
    for (const turn of begun.replayed.turns) {
      const calls = callsOf(turn, tellCalls(turn.calls ?? []), spent)
      all.set(keyOf(started.pass, turn.seat, turn.turn), {
        calls: calls.map((call) => ({ pass: started.pass, ...call })),
        faults: faultsOf(turn),
      })
    }
  }
  return (...of) => all.get(keyOf(...of))
}
