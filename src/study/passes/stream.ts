/** The stream of a pass over one talk: begun, gone on with after a stop, closed. */
import { EXIT, UserError } from '../../core/problem.ts'
import { checkChain, type OpenedEvent, openEvent } from '../../record/chain.ts'
import { FORMAT, type ReadingEvent, type ReadingStarted, type Stamped } from '../../record/events.ts'
import { passStream } from '../../record/passes/names.ts'
import { countsOf, type ReadBy, type ReplayedReading, replayReading } from '../../record/passes/replay.ts'
import type { RecordReader } from '../../store/contract.ts'
import { nodeSha256 } from '../../store/node-hash.ts'
import type { Journal } from '../journal.ts'
import type { FinishedTalk } from './talks.ts'

/** What the record holds of a pass over a talk, and what replay makes of it. */
export interface BegunReading {
  readonly stream: string
  readonly opened: readonly OpenedEvent<ReadingEvent>[]
  readonly replayed: ReplayedReading
}

/**
 * Reads and replays the stream; undefined where it has not begun. Throws a UserError (EXIT.record) where it is not
 * what the questions make of it. `file` names the record for a person.
 */
export async function readReading(
  reader: RecordReader,
  pass: string,
  negotiation: string,
  by: ReadBy,
  file: string,
): Promise<BegunReading | undefined> {
  const stream = passStream(pass, negotiation)
  const stored = await reader.read(stream)
  if (stored.length === 0) return undefined
  const opened = stored.map((one) => openEvent(one) as OpenedEvent<ReadingEvent>)
  const replayed = replayReading(
    opened.map(({ event }) => event as Stamped<ReadingEvent>),
    by,
    opened.map(({ sealed }) => sealed),
  )
  const wrong = checkChain(stored, nodeSha256, undefined, stream) ?? replayed.differences[0]
  if (wrong) {
    const message = `${stream} cannot be gone on with: ${wrong.place}: ${wrong.message}`
    const mend = 'Bring the record back from a copy; parley replay tells more.'
    throw new UserError([{ file, message, mend }], EXIT.record)
  }
  return { stream, opened, replayed }
}

/** Begins the stream of a pass over a talk. */
export function startReading(
  journal: Journal,
  { assignment, events, head }: FinishedTalk,
  { study, pass, reader }: Pick<ReadingStarted, 'study' | 'pass' | 'reader'>,
): string {
  const stream = passStream(pass, assignment.id)
  const negotiation = assignment.id
  const who = { study, pass, negotiation, events, head, reader }
  journal.append(stream, { type: 'reading.started', format: FORMAT, ...who })
  return stream
}

/** Closes it; returns how many questions were answered, and how many were not. */
export function closeReading(
  journal: Journal,
  stream: string,
  replayed: Parameters<typeof countsOf>[0],
): readonly [readings: number, missing: number] {
  const [readings, missing] = countsOf(replayed)
  journal.append(stream, { type: 'reading.closed', readings, missing })
  return [readings, missing]
}

/** What a negotiator that goes on after a stop is given: it looks for the start of a negotiation. */
export const historyOf = (
  opened: readonly OpenedEvent<ReadingEvent>[],
  { assignment, game }: FinishedTalk,
): OpenedEvent<never>[] =>
  opened.map((one) =>
    one.event.type === 'reading.started' ? asNegotiation(one, assignment.id, game) : one,
  ) as OpenedEvent<never>[]

/** The start of a reading as that of a negotiation, for whoever follows calls by it. */
function asNegotiation(
  { event, sealed }: OpenedEvent<ReadingEvent>,
  negotiation: string,
  { opener, protocol }: FinishedTalk['game'],
) {
  const { seq, at } = event
  const start = { seq, at, type: 'negotiation.started', format: FORMAT, study: '', negotiation, scenario: '' }
  return {
    event: { ...start, protocol: protocol.name, version: 1, opener, seats: {}, seed: '' },
    sealed,
  }
}
