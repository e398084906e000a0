/**
 * The publication itself: a source goes in, files come out, the same bytes each time. One negotiation is in memory at
 * a time; of each a row stays for the tables of the whole. On the way the record is checked at all its depths, so a
 * check of a folder is this very pass, with what it writes compared in the place of written.
 */

import type { AssignmentRecord, StudyEvent } from '../record/events.ts'
import type { Hasher, Sha256 } from '../record/hash.ts'
import { openStream } from '../record/open.ts'
import { splitStream } from '../record/passes/names.ts'
import { passesOf } from '../record/passes/plan.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import { type DepthResult, STUDY, Verifier } from '../record/verify.ts'
import { makeRenderer } from '../scenario/render.ts'
import type { Observation } from '../study/analysis.ts'
import { designOf, observe } from '../study/results.ts'
import { placeOfPlay } from '../study/scores/play-scores.ts'
import { callLines, callLineText } from './call-lines.ts'
import { type CallEvents, usageSum } from './call-sums.ts'
import type { Scorer } from './identity.ts'
import { type FileEntry, Ledger } from './ledger.ts'
import { FILES, transcriptFile } from './names.ts'
import { PassTables } from './pass-tables.ts'
import { Played } from './played.ts'
import { recordLine } from './record-lines.ts'
import type { Sink } from './sink.ts'
import { put } from './sink.ts'
import type { Negotiation, Source } from './source.ts'
import { type Attempt, attemptsTable, logTable } from './table-of-attempts.ts'
import { readingRows, readingsTable } from './table-of-readings.ts'
import { offersTable, turnRows, turnsTable } from './table-of-turns.ts'
import { TableWriter, writeTable } from './table-writer.ts'
import { transcript } from './transcript.ts'
import { writeWhole } from './whole.ts'

export interface PublishContext {
  readonly sha256: Sha256
  /** Hashes each file as it is made. */
  readonly hasher: () => Hasher
  /** The verifier that goes into the folder. */
  readonly verifier: string
  /** What was asked to be opened. */
  readonly opened: readonly string[]
  /** Whether a seal is to follow the manifest. */
  readonly sealed: boolean
  /** Who wrote the folder, where it is only checked; this very code unless given. */
  readonly writer?: Scorer
  /** `depths`: what the record's own check has found so far. */
  progress?(done: number, all: number, depths: () => readonly DepthResult[]): void
}

/** What the pass found and counted. */
export interface Published {
  readonly plan: StudyPlan
  readonly head: string
  readonly events: number
  readonly attempts: readonly Attempt[]
  readonly depths: readonly DepthResult[]
  readonly turns: number
  readonly calls: number
  /** Requests in public-calls.jsonl that are exactly what was sent. */
  readonly whole: number
  /** Of the study's own stream: how many events, and their hashes. */
  readonly studyEvents: number
  readonly hashes: readonly string[]
  /** What a reader must know of calls that a variable sent to another server than the provider's own. */
  readonly elsewhere: readonly string[]
  /** Negotiations that no assignment names. */
  readonly strangers: readonly string[]
  /** The hash of the manifest. */
  readonly manifest: string
  /** Every file with its length and hash. */
  readonly files: readonly FileEntry[]
}

/** The same before the manifest is written. */
export type Unwritten = Omit<Published, 'manifest' | 'files'>

/** Thrown where the record does not even begin with a study. */
export class NoStudy extends Error {}

/** Concession curves of more negotiations are no picture, and would fill the memory. */
const MOST_CURVES = 1000

/** Publishes a study into `sink`. Throws NoStudy where the record holds none. */
export async function publish(source: Source, into: Sink, context: PublishContext): Promise<Published> {
  const { sha256 } = context
  const sink = new Ledger(into, context.hasher)
  const verifier = new Verifier(source.study, sha256)
  const { events } = openStream<StudyEvent>(source.study, STUDY)
  const { plan } = verifier
  if (!plan) throw new NoStudy('the record does not begin with a study')
  const settings = new Played(plan)
  const names = settings.names
  const record = sink.open(FILES.negotiations)
  const calls = sink.open(FILES.calls)
  const turns = new TableWriter(turnsTable(names), sink)
  const offers = names.talk ? undefined : new TableWriter(offersTable(names), sink)
  const readings = names.talk && new TableWriter(readingsTable(names.talk), sink)
  const attempts: Attempt[] = []
  const curves = plan.assignments.length <= MOST_CURVES
  const counts = { events: source.study.length, turns: 0, calls: 0, whole: 0 }
  const take = (negotiation: Negotiation, assignment?: AssignmentRecord): Partial<Attempt> => {
    const { id, stored, unread } = negotiation
    counts.events += stored.length
    record.write(stored.map((event) => recordLine(id, event)).join(''))
    const { replayed, stream, made } = verifier.check(id, stored)
    const [start] = stream.events
    const last = stream.events.at(-1)
    const told = {
      events: stored.length,
      ...(stored.length > 0 ? { head: stored.at(-1)!.hash } : {}),
      ...(start ? { startedAt: start.at } : {}),
      ...(last?.type === 'negotiation.ended' ? { endedAt: last.at } : {}),
    }
    const at = assignment && start?.type === 'negotiation.started' && settings.by(assignment, start.amendment)
    if (!at || !replayed?.started) return told
    const { game, scenario, terms, renderer, largestJoint } = at
    const opened = stream.events.map((event, i) => ({ event, sealed: stream.sealed[i]! }))
    const { negotiators } = terms
    const lines = callLines(id, opened, unread, {
      game,
      renderer,
      sha256,
      negotiators,
      ...(made ? { made } : {}),
    })
    counts.calls += lines.length
    counts.whole += lines.filter((line) => line.request_complete).length
    if (lines.length > 0) calls.write(lines.map(callLineText).join(''))
    const rows = turnRows(assignment!, replayed, scenario)
    counts.turns += rows.turns.length
    for (const row of rows.turns) turns.add(row)
    for (const row of rows.offers) offers?.add(row)
    for (const row of readings ? readingRows(assignment!, replayed) : []) readings?.add(row)
    put(sink, transcriptFile(id), transcript(assignment!, replayed, scenario, negotiators))
    const { amendment } = start
    const asked = replayed.turns.flatMap((turn) => [turn, ...(turn.readings ?? [])])
    const sums = usageSum(asked.flatMap((one) => one.calls ?? []))
    return {
      ...told,
      scenario,
      replayed: { ...replayed, turns: [], state: undefined, differences: [] },
      ...(largestJoint ? { largestJoint } : {}),
      ...(amendment === undefined ? {} : { amendment }),
      calls: sums.attempts > 0 ? sums : undefined,
      observation: small(
        withTokens(observe(assignment!, replayed, scenario, placeOfPlay), sums),
        curves,
        sha256,
      ),
    }
  }
  /** What a pass over a talk left: its part of the record, its calls, its rows. */
  const takePass = ({ id, stored, unread }: Negotiation, tables: PassTables): void => {
    counts.events += stored.length
    record.write(stored.map((event) => recordLine(id, event)).join(''))
    const { reading } = verifier.check(id, stored)
    if (!reading) return
    const { game, asked, opened } = reading
    tables.add(reading)
    if (!game) return
    const negotiators = Object.fromEntries(Object.values(asked).map(({ name, settings }) => [name, settings]))
    const context = { game, renderer: makeRenderer(game.scenario), sha256, negotiators }
    const lines = callLines(id, opened, unread, context)
    counts.calls += lines.length
    counts.whole += lines.filter((line) => line.request_complete).length
    if (lines.length > 0) calls.write(lines.map(callLineText).join(''))
  }
  for (const [i, assignment] of plan.assignments.entries()) {
    const found = await source.negotiation(assignment.id)
    const bare = { number: i + 1, assignment, scenario: undefined, calls: undefined, events: 0 }
    const status = found ? 'running' : 'planned'
    attempts.push({
      ...bare,
      observation: { ...designOf(assignment), status },
      ...(found ? take(found, assignment) : {}),
    })
    context.progress?.(i + 1, plan.assignments.length, () => verifier.results())
  }
  const strangers: string[] = []
  const passes = new PassTables(passesOf(events), names.talk, sink)
  for await (const negotiation of source.rest()) {
    if (splitStream(negotiation.id)) takePass(negotiation, passes)
    else {
      take(negotiation)
      strangers.push(negotiation.id)
    }
  }
  verifier.finish()
  for (const target of [record, calls, turns, offers, readings, passes]) target?.end()
  writeTable(logTable(names), attempts, sink)
  writeTable(attemptsTable(names), attempts, sink)
  const { study } = source
  const published: Unwritten = {
    ...{ plan, head: verifier.head, attempts, depths: verifier.results(), strangers, ...counts },
    elsewhere: verifier.elsewhere.notes(),
    ...{ studyEvents: study.length, hashes: study.map(({ hash }) => hash) },
  }
  const { scenarios } = settings
  const further = passes.tables
  const later = passes.results(plan.created.seed)
  await writeWhole({ source, sink, context, published, names, events, scenarios, further, later })
  return { ...published, manifest: sink.entry(FILES.manifest)!.sha256, files: sink.entries }
}

/** Long texts are compared by their hash, so that thousands of negotiations fit into memory. */
function small(observation: Observation, curves: boolean, sha256: Sha256): Observation {
  const { transcript: words, moves, offers, ...rest } = observation
  return {
    ...rest,
    ...(offers && curves ? { offers } : {}),
    ...(words === undefined ? {} : { transcript: sha256(words) }),
    ...(moves === undefined ? {} : { moves: sha256(moves) }),
  }
}

/** All tokens, where every answer told of its own. */
const withTokens = (observation: Observation, { answered, told, tokens }: CallEvents): Observation =>
  answered > 0 && told === answered ? { ...observation, tokens } : observation
