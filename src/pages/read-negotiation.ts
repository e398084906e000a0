/** Reads one negotiation whole, for a page of its own: its events, its replay, what its calls cost. */
import type { State } from '../protocols/free-talk/index.ts'
import type { PlayedBy } from '../publication/played.ts'
import { GENESIS, type OpenedEvent } from '../record/chain.ts'
import type { AssignmentRecord, NegotiationEvent, Stamped } from '../record/events.ts'
import { openStream } from '../record/open.ts'
import { type Replayed, replayNegotiation } from '../record/replay.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import type { RecordReader } from '../store/contract.ts'
import type { Pricer } from '../study/pricing.ts'
import { registeredSpecs } from '../study/read-spending.ts'
import { type Spent, spentIn } from '../study/spending.ts'
import { readLaterOf } from './later.ts'
import { withLater } from './later-talk.ts'
import { type NegotiationOf, negotiationPage } from './negotiation.ts'
import { stateOfOpen } from './progress.ts'
import type { RecordIndex } from './record-index.ts'
import type { LaterData, NegotiationPage } from './types.ts'

export interface ReadNegotiation {
  readonly assignment: AssignmentRecord
  readonly by: PlayedBy
  readonly opened: readonly OpenedEvent<NegotiationEvent>[]
  readonly events: readonly Stamped<NegotiationEvent>[]
  /** The hash of its last event. */
  readonly head: string
  readonly replayed: Replayed
  readonly spent?: readonly Spent[]
}

/** Undefined where the study plans no such negotiation, or the record cannot be followed at all. */
export async function readNegotiation(
  reader: RecordReader,
  index: RecordIndex,
  id: string,
  pricer: Pricer,
): Promise<ReadNegotiation | undefined> {
  const place = index.placeOf(id)
  const plan = index.plan
  if (!place || !plan) return undefined
  const assignment = plan.assignments[place.attempt.row.number - 1]!
  const stored = await reader.read(id)
  const { events, sealed } = openStream<NegotiationEvent>(stored, id)
  const [first] = events
  const amendment = first?.type === 'negotiation.started' ? first.amendment : undefined
  const by = index.settings?.by(assignment, amendment)
  if (!by) return undefined
  const specs = registeredSpecs({ ...plan.created, negotiators: by.terms.negotiators })
  const called = events.some(({ type }) => type === 'call.sent')
  return {
    assignment,
    by,
    opened: events.map((event, i) => ({ event, sealed: sealed[i]! })),
    events,
    head: stored.at(-1)?.hash ?? GENESIS,
    replayed: replayNegotiation(events, by.game, sealed),
    ...(called ? { spent: spentIn(events, assignment.seats, specs, pricer) } : {}),
  }
}

/** What the page of a negotiation is made of. `scenarioKey`: by the hash of a pack. */
export function negotiationOf(
  index: RecordIndex,
  read: ReadNegotiation,
  study: string,
  scenarioKey: (hash: string) => string | undefined,
): NegotiationOf {
  const { assignment, by } = read
  const hash = scenarioHash(by.scenario)
  return {
    ...read,
    study,
    studyTitle: index.plan!.now.title,
    scenarioKey: scenarioKey(hash) ?? hash,
    row: index.placeOf(assignment.id)!.attempt.row,
    neighbours: neighboursOf(index, assignment),
    ...(read.replayed.end ? {} : { studyState: stateOfOpen(index) }),
  }
}

/** Those before and after it in the plan, and among those of its pairing. */
function neighboursOf(index: RecordIndex, assignment: AssignmentRecord): NegotiationOf['neighbours'] {
  const { places } = index
  const at = index.placeOf(assignment.id)!.attempt.row.number - 1
  const id = (place: (typeof places)[number] | undefined): string | undefined => place?.attempt.row.id
  const same = (step: 1 | -1): string | undefined => {
    for (let i = at + step; i >= 0 && i < places.length; i += step)
      if (places[i]!.attempt.row.pairing === assignment.pairing) return id(places[i])
    return undefined
  }
  const [previous, next] = [id(places[at - 1]), id(places[at + 1])]
  const [before, after] = [same(-1), same(1)]
  return {
    ...(previous === undefined ? {} : { previous }),
    ...(next === undefined ? {} : { next }),
    samePairing: {
      ...(before === undefined ? {} : { previous: before }),
      ...(after === undefined ? {} : { next: after }),
    },
  }
}

/** The page of one negotiation; undefined where there is none of this id. */
export async function readNegotiationPage(
  reader: RecordReader,
  index: RecordIndex,
  id: string,
  about: {
    readonly study: string
    readonly pricer: Pricer
    readonly scenarioKey: (hash: string) => string | undefined
  },
): Promise<NegotiationPage | undefined> {
  const read = await readNegotiation(reader, index, id, about.pricer)
  if (!read) return undefined
  const page = negotiationPage(negotiationOf(index, read, about.study, about.scenarioKey))
  return withLater(page, await laterOf(reader, index, read, about.pricer))
}

/** What others have read in it since it has ended: its own streams alone are read for that. */
async function laterOf(
  reader: RecordReader,
  index: RecordIndex,
  { assignment, by, events, head, replayed: { end, state } }: ReadNegotiation,
  pricer: Pricer,
): Promise<LaterData | undefined> {
  if (!end || by.game.protocol.name !== 'free-talk') return undefined
  const { negotiators } = by.terms
  const talk = {
    assignment,
    game: by.game,
    end,
    state: state as State,
    events: events.length,
    head,
    negotiators,
  }
  return readLaterOf(reader, talk, index.events, index.file, pricer)
}
