/**
 * A whole record checked at three depths, each on its own: the chain (nothing was changed after it was written), the
 * rules (the replies lead to this outcome), the requests (the scenario, which the record holds, leads to what was sent).
 */
import { UserError } from '../core/problem.ts'
import type { Game } from '../scenario/game.ts'
import { makeRenderer, type Renderer } from '../scenario/render.ts'
import type { Scenario } from '../scenario/types.ts'
import { callSettings } from './call-settings.ts'
import { type Body, checkChain, GENESIS } from './chain.ts'
import { checkPlan } from './check-plan.ts'
import { startDifferences, tailDifference } from './check-start.ts'
import type { Contrast } from './claims.ts'
import { type Depth, type Difference, eventPlace } from './difference.ts'
import { ElsewhereTally } from './elsewhere.ts'
import type {
  AssignmentRecord,
  NegotiationClosed,
  NegotiationEvent,
  ParleyEvent,
  ReadingEvent,
  Stamped,
  StudyCreated,
  StudyEvent,
} from './events.ts'
import type { Sha256 } from './hash.ts'
import { LaterClaims } from './later-claims.ts'
import { type OpenedStream, openStream } from './open.ts'
import { splitStream } from './passes/names.ts'
import { PassVerifier } from './passes/verify.ts'
import { replayNegotiation } from './replay.ts'
import { RecordScenarios } from './scenarios.ts'
import { checkSent, type MadeRequest } from './sent-check.ts'
import type { StoredEvent } from './stored.ts'
import { plannedBy, type StudyPlan, studyPlan } from './study-plan.ts'
import type { CheckedNegotiation, DepthResult, NegotiationResult } from './verified.ts'
import { recordNotes } from './verify-notes.ts'

/** The name of a study's own stream. */
export const STUDY = 'study'

export type { CheckedNegotiation, DepthResult, NegotiationResult } from './verified.ts'

/** Takes a study's own stream, then its negotiations one at a time; `results` says what was found so far. */
export class Verifier {
  /** How the study was registered; undefined where the record does not begin with that. */
  readonly created?: Stamped<StudyCreated>
  /** The scenario that the record holds; undefined where it cannot be read. */
  readonly scenario?: Scenario
  /** The study as its own stream tells it, with what was added and changed since. */
  readonly plan?: StudyPlan
  /** The last hash of the study's own stream. Once it is published, the record cannot be replaced in silence. */
  readonly head: string
  readonly #sha256: Sha256
  readonly #hashes: readonly string[]
  readonly #events: readonly Stamped<StudyEvent>[]
  readonly #closed = new Map<string, Stamped<NegotiationClosed>>()
  readonly #planned = new Map<string, AssignmentRecord>()
  #scenarios: RecordScenarios | undefined
  readonly #seen = new Set<string>()
  readonly #ended = new Map<string, boolean>()
  readonly #found: Record<Depth, Difference[]> = { chain: [], rules: [], requests: [] }
  /** Whether the study has negotiators whose calls can be checked. */
  #models = false
  #passes: PassVerifier | undefined
  #later: LaterClaims | undefined
  readonly #renderers = new Map<Scenario, Renderer>()
  #checked = 0
  #requests = 0
  #withheld = 0
  /** Calls that a variable sent to another server than the provider's own. */
  readonly elsewhere = new ElsewhereTally()

  /** Throws a UserError (EXIT.record) where the record is of a newer format. */
  constructor(study: readonly StoredEvent[], sha256: Sha256) {
    this.#sha256 = sha256
    this.#hashes = study.map(({ hash }) => hash)
    this.head = this.#hashes.at(-1) ?? GENESIS
    this.#events = this.#open<StudyEvent>(study, STUDY).events
    const [first] = this.#events
    if (first?.type !== 'study.created') {
      const claim = { found: first?.type ?? 'nothing', expected: 'study.created' }
      this.#differs(
        'rules',
        eventPlace(0, STUDY),
        'The record does not begin with the registration of a study.',
        claim,
      )
      return
    }
    this.created = first
    const plan = studyPlan(this.#events)!
    this.plan = plan
    this.#scenarios = new RecordScenarios(plan)
    this.#later = new LaterClaims(plan, STUDY)
    const specs = [first, ...plan.amendments].flatMap(({ negotiators = {} }) => Object.values(negotiators))
    this.#passes = new PassVerifier(first.study, this.#events, sha256)
    this.#models = specs.some((one) => callSettings(one) !== undefined) || this.#passes.asks
    const { scenario, problems } = this.#scenarios.read({})
    if (scenario) this.scenario = scenario
    else {
      const wrong = problems.find((problem) => problem.severity !== 'warning')
      this.#differs(
        'rules',
        eventPlace(0, STUDY),
        `The scenario in the record cannot be read: ${wrong?.message}`,
      )
    }
    for (const { seq, message, contrast } of checkPlan(plan, this.#events, sha256))
      this.#differs('rules', eventPlace(seq, STUDY), message, contrast)
    for (const assignment of plan.assignments) this.#planned.set(assignment.id, assignment)
    for (const event of this.#events) {
      if (event.type !== 'negotiation.closed') continue
      if (this.#closed.has(event.negotiation)) {
        this.#differs('rules', eventPlace(event.seq, STUDY), `${event.negotiation} is closed twice.`)
      }
      this.#closed.set(event.negotiation, event)
    }
  }

  /** The assignments as the study planned them, in their order, then those of its extensions. */
  get assignments(): readonly AssignmentRecord[] {
    return this.plan?.assignments ?? []
  }

  /** Checks one negotiation's stream, and its end against what the study's own stream says of it. */
  negotiation(id: string, stored: readonly StoredEvent[]): NegotiationResult {
    const { stream: _, made: __, ...result } = this.check(id, stored)
    return result
  }

  /** As `negotiation`, and gives out what it was made of. */
  check(id: string, stored: readonly StoredEvent[]): CheckedNegotiation {
    if (splitStream(id) && this.#passes) return this.#reading(id, stored, this.#passes)
    const stream = this.#open<NegotiationEvent>(stored, id)
    const { events } = stream
    this.#seen.add(id)
    const cut = tailDifference(id, this.#closed.get(id), stored)
    if (cut) this.#found.chain.push(cut)
    const assignment = this.#planned.get(id)
    const result = { id, events: stored.length, stream, ...(assignment ? { assignment } : {}) }
    if (!assignment) this.#differs('rules', id, 'The study planned no negotiation of this name.')
    const [start] = events
    const amendment = start?.type === 'negotiation.started' ? start.amendment : undefined
    const game = assignment && this.#game(assignment, amendment)
    if (!game || !start) return result
    const replayed = replayNegotiation(events, game, stream.sealed)
    this.#found.rules.push(...replayed.differences)
    if (start.type === 'negotiation.started') {
      const { scenario } = this.#scenarios!.pack(assignment, amendment)!
      this.#found.rules.push(...startDifferences(start, assignment, this.created!.study, scenario))
      const closed = this.#closed.get(id)
      this.#found.rules.push(...this.#later!.differences(id, { start, closed, replayed }))
    }
    this.#ended.set(id, replayed.closed)
    const { negotiators } = this.plan!.terms(amendment)!
    const head = stored.at(-1)!.hash
    const talk = { assignment, game, state: replayed.state, events: stored.length, head, negotiators }
    this.#passes?.remember(talk)
    const made =
      this.#models && replayed.started ? { made: this.#compareRequests(id, stream, game, amendment) } : {}
    return { ...result, replayed, scenario: game.scenario, ...made }
  }

  /** Checks what a pass over a talk left; the talks are to be checked before. */
  #reading(id: string, stored: readonly StoredEvent[], passes: PassVerifier): CheckedNegotiation {
    const stream = this.#open<ReadingEvent>(stored, id)
    const found = passes.check(id, stream, stored.length, stored.at(-1)?.hash ?? GENESIS)
    for (const difference of found.differences) this.#found[difference.depth].push(difference)
    this.#requests += found.requests
    this.#withheld += found.withheld
    const { read: reading } = found
    return {
      ...{ id, events: stored.length },
      ...(reading ? { reading } : {}),
      stream: { ...stream, events: [] },
    }
  }

  /** To be called when every stream of the record has been checked: what is missing as a whole. */
  finish(): void {
    for (const difference of this.#passes?.finish() ?? []) this.#found[difference.depth].push(difference)
    for (const [id, event] of this.#closed) {
      const place = eventPlace(event.seq, STUDY)
      const ended = this.#ended.get(id)
      if (ended === undefined)
        this.#differs('chain', place, `${id} was closed, and is missing from the record.`)
      if (ended === false) this.#differs('rules', place, `${id} was closed without having ended.`)
    }
    // Each run that ended so had ended everything that was planned by then.
    const complete = this.#events.findLast(
      (event) => event.type === 'run.stopped' && event.reason === 'complete',
    )
    if (!complete || !this.plan) return
    for (const { id } of plannedBy(this.plan, complete.seq)) {
      if (this.#closed.has(id)) continue
      this.#differs(
        'rules',
        eventPlace(complete.seq, STUDY),
        `The study was complete, and ${id} was never closed.`,
      )
    }
  }

  /**
   * Compares the head with one that was published. A record that has grown since still holds it as the hash of an
   * earlier event of the study's own stream.
   */
  compareHead(published: string): void {
    if (this.#hashes.includes(published)) return
    const contrast = { found: this.head, expected: published }
    this.#differs('chain', STUDY, 'The record is not the one whose head was published.', contrast)
  }

  /** The negotiations that the study's own stream says are closed. */
  get closed(): readonly string[] {
    return [...this.#closed.keys()]
  }

  /** What was found at each depth. */
  results(): DepthResult[] {
    const result = (depth: Depth, checked: number): DepthResult => {
      const differences = this.#found[depth]
      return { depth, status: differences.length > 0 ? 'failed' : 'passed', checked, differences }
    }
    return [
      result('chain', this.#checked),
      result('rules', this.#ended.size),
      this.#models
        ? result('requests', this.#requests)
        : { depth: 'requests', status: 'not-applicable', checked: 0, differences: [] },
    ]
  }

  /** Where the study stands, as far as its own stream tells; none of this is a difference. */
  notes(): string[] {
    const open = [...this.#ended].filter(([id, ended]) => ended && !this.#closed.has(id)).length
    return recordNotes(this.#events, open, this.#withheld, this.elsewhere)
  }

  #compareRequests(
    id: string,
    { events, sealed }: OpenedStream<NegotiationEvent>,
    game: Game,
    amendment: string | undefined,
  ): ReadonlyMap<number, MadeRequest> {
    const { scenario } = game
    const renderer = this.#renderers.get(scenario) ?? makeRenderer(scenario)
    this.#renderers.set(scenario, renderer)
    const opened = events.map((event, i) => ({ event, sealed: sealed[i]! }))
    const { negotiators } = this.plan!.terms(amendment)!
    const context = { game, renderer, sha256: this.#sha256, negotiators }
    const { compared, withheld, differences, made } = checkSent(id, opened, context)
    this.#requests += compared
    this.#withheld += withheld
    this.#found.requests.push(...differences)
    return made
  }

  #open<E extends ParleyEvent>(stored: readonly StoredEvent[], stream: string): OpenedStream<E> {
    this.#checked += stored.length
    const bodies: Body[] = []
    const broken = checkChain(stored, this.#sha256, GENESIS, stream, bodies)
    if (broken) this.#found.chain.push(broken)
    const opened = openStream<E>(stored, stream, bodies)
    this.elsewhere.take(opened.events)
    const { problem } = opened
    // A body that was changed breaks the chain; one that was never an event is a matter of the rules as well.
    if (problem) this.#found.rules.push({ ...problem, depth: 'rules' })
    return opened
  }

  #game(assignment: AssignmentRecord, amendment: string | undefined): Game | undefined {
    const { id } = assignment
    try {
      const game = this.#scenarios?.game(assignment, amendment)
      if (!game && !this.#scenarios?.pack(assignment, amendment))
        this.#differs('rules', id, 'It was played by a scenario that the study never named.')
      return game
    } catch (error) {
      if (!(error instanceof UserError || error instanceof RangeError)) throw error
      this.#differs('rules', id, `The assignment cannot be played: ${error.message}`)
      return undefined
    }
  }

  #differs(depth: Depth, place: string, message: string, contrast?: Contrast): void {
    this.#found[depth].push({ depth, place, message, ...contrast })
  }
}
