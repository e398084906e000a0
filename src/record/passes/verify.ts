/**
 * The streams of passes, checked like those of negotiations: each reply read again by the questions of its pass, each
 * request rendered again, each end held against what the study's own stream says of it.
 */

import type { State } from '../../protocols/free-talk/index.ts'
import type { Game } from '../../scenario/game.ts'
import { makeRenderer } from '../../scenario/render.ts'
import type { OpenedEvent } from '../chain.ts'
import { tailWords } from '../check-plan.ts'
import type { Contrast } from '../claims.ts'
import { type Depth, type Difference, eventPlace } from '../difference.ts'
import type {
  AssignmentRecord,
  NegotiationEvent,
  PassStarted,
  ReadingEvent,
  Stamped,
  StudyEvent,
} from '../events.ts'
import type { Sha256 } from '../hash.ts'
import type { OpenedStream } from '../open.ts'
import { checkSent } from '../sent-check.ts'
import { type Asked, askedIn, gameOfPass } from './asked.ts'
import { passStream, splitStream } from './names.ts'
import { type Pass, passesOf } from './plan.ts'
import { kindsOf, lastTurn } from './readings.ts'
import { type ReplayedReading, replayReading } from './replay.ts'

/** A talk as a pass reads it. */
export interface ReadableTalk {
  readonly assignment: AssignmentRecord
  readonly game: Game
  readonly state: unknown
  readonly events: number
  readonly head: string
  readonly negotiators: Readonly<Record<string, unknown>>
}

/** A stream of a pass as it was read: for whoever goes on from there. */
export interface ReadStream {
  readonly pass: PassStarted
  readonly talk: ReadableTalk
  /** The questions; missing for labels. */
  readonly game?: Game
  readonly asked: Readonly<Record<string, Asked>>
  readonly replayed: ReplayedReading
  /** The stream as that of a negotiation with these seats: calls are followed by it. */
  readonly opened: readonly OpenedEvent<NegotiationEvent>[]
  /** When each reply or label came. */
  readonly times: readonly string[]
}

export interface PassCheck {
  readonly read?: ReadStream
  readonly differences: readonly Difference[]
  /** Requests that were rendered again, and what could not be compared with them. */
  readonly requests: number
  readonly withheld: number
}

const NOTHING: PassCheck = { differences: [], requests: 0, withheld: 0 }

/** Takes the talks first, as they are checked, then the streams of the passes over them. */
export class PassVerifier {
  readonly #passes: ReadonlyMap<string, Pass>
  readonly #study: string
  readonly #sha256: Sha256
  readonly #read = new Set<string>()
  readonly #talks = new Map<string, ReadableTalk>()
  readonly #seen = new Map<
    string,
    { readonly events: number; readonly head: string; readonly closed: boolean }
  >()

  constructor(study: string, events: readonly Stamped<StudyEvent>[], sha256: Sha256) {
    this.#study = study
    this.#sha256 = sha256
    const passes = passesOf(events)
    this.#passes = new Map(passes.map((pass) => [pass.started.pass, pass]))
    for (const { started } of passes) for (const id of started.negotiations) this.#read.add(id)
  }

  /** Whether any pass asks models, so that there are requests to check. */
  get asks(): boolean {
    return [...this.#passes.values()].some(({ started }) => started.calls !== undefined)
  }

  /** Keeps a talk that was replayed, where a pass reads it. */
  remember(talk: ReadableTalk): void {
    if (this.#read.has(talk.assignment.id)) this.#talks.set(talk.assignment.id, talk)
  }

  /** Checks one stream of a pass. `head`: its last hash. */
  check(
    stream: string,
    { events, sealed }: OpenedStream<ReadingEvent>,
    stored: number,
    head: string,
  ): PassCheck {
    const { pass: name, negotiation } = splitStream(stream)!
    const pass = this.#passes.get(name)
    const talk = this.#talks.get(negotiation)
    const wrong = (
      place: string,
      message: string,
      contrast?: Contrast,
      depth: Depth = 'rules',
    ): Difference => ({
      ...{ depth, place, message },
      ...contrast,
    })
    if (!pass?.started.negotiations.includes(negotiation))
      return { ...NOTHING, differences: [wrong(stream, 'The study knows no pass that reads this talk.')] }
    if (!talk)
      return { ...NOTHING, differences: [wrong(stream, 'The talk that it reads is not in the record.')] }
    const differences: Difference[] = []
    const { started } = pass
    const [start] = events
    if (start?.type === 'reading.started') {
      const claims: readonly (readonly [what: string, found: unknown, expected: unknown])[] = [
        ['names another study', start.study, this.#study],
        ['names another pass', start.pass, name],
        ['names another talk', start.negotiation, negotiation],
        ['names another reader', start.reader, started.reader],
        ['read another length of the talk', start.events, talk.events],
        ['read another talk of this name', start.head, talk.head],
      ]
      for (const [what, found, expected] of claims) {
        if (found === expected) continue
        const contrast = { found: String(found), expected: String(expected) }
        differences.push(wrong(eventPlace(0, stream), `The start ${what}.`, contrast))
      }
    }
    let game: Game | undefined
    try {
      game = started.what === 'label' ? undefined : gameOfPass(started, talk)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      return {
        ...NOTHING,
        differences: [...differences, wrong(stream, `The talk cannot be read: ${error.message}.`)],
      }
    }
    const by = game ? { game } : { kinds: kindsOf(talk.game), turn: lastTurn(talk.state as State) }
    const replayed = replayReading(events, by, sealed)
    differences.push(...replayed.differences)
    this.#seen.set(stream, { events: stored, head, closed: replayed.closed })
    const asked = game ? askedIn(started, talk) : {}
    const opened = events.map((event, i) => asNegotiation({ event, sealed: sealed[i]! }, asked))
    const times = events.flatMap((event) => (event.type === 'reply.received' ? [event.at] : []))
    const read = { pass: started, talk, ...(game ? { game } : {}), asked, replayed, opened, times }
    if (!game || started.calls === undefined) return { read, differences, requests: 0, withheld: 0 }
    const negotiators = Object.fromEntries(Object.values(asked).map(({ name, settings }) => [name, settings]))
    const context = { game, renderer: makeRenderer(game.scenario), sha256: this.#sha256, negotiators }
    const { compared, withheld, differences: requests } = checkSent(stream, opened, context)
    return { read, differences: [...differences, ...requests], requests: compared, withheld }
  }

  /** What is missing as a whole, once every stream has been checked. */
  finish(): Difference[] {
    return [...this.#passes.values()].flatMap(({ started, closed }) => {
      const place = eventPlace((closed ?? started).seq, 'study')
      if (!closed) return []
      const told = new Map(closed.streams.map((one) => [one.negotiation, one]))
      return started.negotiations.flatMap((id): Difference[] => {
        const end = told.get(id)
        const seen = this.#seen.get(passStream(started.pass, id))
        const stream = passStream(started.pass, id)
        if (!end) return [{ depth: 'rules', place, message: `The pass was closed without ${id}.` }]
        if (!seen)
          return [{ depth: 'chain', place, message: `${stream} was closed, and is missing from the record.` }]
        if (!seen.closed)
          return [{ depth: 'rules', place, message: `${stream} was closed without having ended.` }]
        if (seen.events === end.events && seen.head === end.head) return []
        const message = tailWords(end.events, end.events - seen.events).replace('negotiation', 'reading')
        return [{ depth: 'chain', place: stream, message, found: seen.head, expected: end.head }]
      })
    })
  }
}

/** The start of a reading as that of a negotiation with these seats, for the check of requests. */
function asNegotiation(
  opened: OpenedEvent<ReadingEvent>,
  asked: ReturnType<typeof askedIn>,
): OpenedEvent<NegotiationEvent> {
  const { event, sealed } = opened
  if (event.type !== 'reading.started') return opened as OpenedEvent<NegotiationEvent>
  const seats = Object.fromEntries(Object.entries(asked).map(([seat, { name }]) => [seat, name]))
  const start = {
    ...event,
    type: 'negotiation.started',
    scenario: '',
    protocol: '',
    version: 1,
    opener: '',
  } as const
  return { event: { ...start, seats, seed: '' }, sealed }
}
