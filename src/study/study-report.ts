/** From a study's record to its analysis: what `parley report` and the end of a run print. */
import { EXIT, UserError } from '../core/problem.ts'
import { exactText, type Rational } from '../core/rational.ts'
import { openEvent } from '../record/chain.ts'
import type { Difference } from '../record/difference.ts'
import type { Stamped, StudyCreated, StudyEvent } from '../record/events.ts'
import { type StudyPlan, studyPlan } from '../record/study-plan.ts'
import { parsePack } from '../scenario/pack.ts'
import type { Scenario } from '../scenario/types.ts'
import { openReader } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { aboutOf, planNotes } from './about-study.ts'
import type { Analysis, Observation } from './analysis.ts'
import { callNotes, callsTable, modelsTable } from './call-report.ts'
import type { CallTally } from './call-tally.ts'
import { haltNote } from './halt-text.ts'
import { defined } from './known.ts'
import { moneyReport } from './money-report.ts'
import { type LaterReadings, laterJson, laterReadings } from './passes/later.ts'
import type { Played } from './plan.ts'
import { makePricer, type Pricer } from './pricing.ts'
import { readPlayed } from './read-spending.ts'
import { makeReport, type Report } from './report.ts'
import { reportJson, setsJson } from './report-json.ts'
import { type Rescored, rescored } from './rescore.ts'
import { rescoredNotes, rescoredTables } from './rescore-report.ts'
import { cellsOf, type Results, readResults, type Scenarios, scenariosOf } from './results.ts'
import { type ScoreSummary, summarise } from './scores/summary.ts'
import { scoreTables } from './scores/tables.ts'
import type { AnalysisSet } from './sets.ts'
import { elsewhereNotes, sumBy, sumUp } from './spending.ts'
import { spendingJson } from './spending-json.ts'
import { analyseStudy } from './study-analysis.ts'
import { STUDY_STREAM, type Survey, surveyRecord } from './survey.ts'
import { observerNotes, seatsTable } from './talk-report.ts'

export interface StudyReport {
  readonly created: StudyCreated
  readonly survey: Survey
  readonly observations: readonly Observation[]
  readonly differences: readonly Difference[]
  readonly plan: StudyPlan
  /** The study's own scenario: what is played where no factor changes it. */
  readonly scenario: Scenario
  /** All that are played. */
  readonly scenarios: readonly Scenario[]
  readonly sets: readonly [registered: AnalysisSet, extended?: AnalysisSet]
  /** That of what was registered. */
  readonly analysis: Analysis
  readonly report: Report
  /** What the outcomes would be worth under other points, beside the first scores. */
  readonly rescored?: readonly Rescored[]
  /** Scores of the plays, one pairing beside the other; undefined where none was scored. */
  readonly scores?: readonly ScoreSummary[]
  /** The calls to models; undefined where nobody made any. */
  readonly calls?: CallTally
  /** What the calls of each negotiation that has begun have used. */
  readonly played?: readonly Played[]
  /** What later passes over the talks have read; undefined where there were none. */
  readonly later?: LaterReadings
}

export interface ReportOptions {
  readonly pricer?: Pricer
  /** Figures of chance are asked for where none were planned. */
  readonly inference?: boolean
}

/** What a record holds, read and replayed: what a report is made of. */
export interface StudyFacts {
  readonly survey: Survey
  readonly plan: StudyPlan
  readonly scenarios: Scenarios
  readonly results: Results
  /** What the calls of each negotiation that has begun have used; empty where nobody called a model. */
  readonly played: readonly Played[]
  /** What later passes over the talks have read, where there were any. */
  readonly later?: LaterReadings | undefined
}

/**
 * Replays and analyses the record at `path`, also while a run writes it. Throws a UserError where there is none
 * or it cannot be read. The scenario is the one that the record holds, so that the report needs no other file.
 * Costs are worked out anew each time, by the prices of `pricer`.
 */
export async function reportStudy(path: string, options: Pricer | ReportOptions = {}): Promise<StudyReport> {
  const { pricer = makePricer(), inference = false } =
    typeof options === 'function' ? { pricer: options } : options
  const reader = await openReader(path)
  try {
    const survey = await surveyRecord(reader, path, nodeSha256)
    const { created } = survey
    if (!created) {
      const message = 'The record is empty: the study has not begun.'
      throw new UserError([{ file: path, message, mend: 'Play it: parley run <study>.' }], EXIT.record)
    }
    const stream = await reader.read(STUDY_STREAM)
    const events = stream.map((event) => openEvent(event).event as Stamped<StudyEvent>)
    const plan = studyPlan(events)!
    const scenarios = scenariosOf(plan, path)
    scenarios.of({ id: created.study })
    const results = await readResults(reader, survey, scenarios)
    const played = results.calls ? await readPlayed(reader, survey, pricer) : []
    const later = await laterReadings(reader, events, path, pricer)
    return makeStudyReport({ survey, plan, scenarios, results, played, later }, path, inference)
  } finally {
    await reader.close()
  }
}

/**
 * Analyses what was read. `file`: the record's name for a person; `inference`: figures of chance where none were
 * planned. Throws a UserError where a scenario that the record holds cannot be read.
 */
export function makeStudyReport(
  { survey, plan, scenarios, results, played, later }: StudyFacts,
  file: string,
  inference = false,
): StudyReport {
  const { created } = plan
  const scenario = scenarios.of({ id: created.study })
  const talk = scenario.protocol.type === 'free-talk'
  const { differences } = results
  const calls = results.calls && inOrder(results.calls, Object.keys(plan.now.negotiators))
  const { pairings } = cellsOf(created)
  const spent = new Map(played.map((one) => [one.assignment.id, one.spent]))
  const { sets, observations } = analyseStudy(
    plan,
    results.observations.map((o) => withSpending(o, spent.get(o.id))),
    scenarios.all(),
    inference,
  )
  const again = plan.rescorings.map((event) => {
    const { scenario: other, problems } = parsePack(
      { ...event.pack },
      (name) => `${file}: ${event.rescoring}: ${name}`,
    )
    if (!other) throw new UserError(problems, EXIT.record)
    return rescored(event, other, observations, results.ends, created)
  })
  const money = moneyReport(played, pairings)
  const scores = summarise(observations, pairings)
  const report = makeReport(sets, {
    title: plan.now.title,
    about: aboutOf(survey, plan, scenarios.all()),
    registered: plan.registered !== undefined,
    notes: [
      ...differences.map(
        ({ place, message }) =>
          `The record and the rules disagree: ${place}: ${message} (parley replay tells more.)`,
      ),
      ...planNotes(plan, inference),
      ...(talk ? observerNotes(plan) : []),
      ...again.flatMap(rescoredNotes),
      ...(survey.halts ?? []).map(haltNote),
      ...(calls ? callNotes(calls) : []),
      ...elsewhereNotes(played.flatMap((one) => one.spent)),
      ...money.notes,
      ...(later?.notes ?? []),
    ],
    tables: [
      ...(talk ? [seatsTable(plan.assignments, plan.now.negotiators, pairings)] : []),
      ...again.flatMap(rescoredTables),
      ...(scores ? scoreTables(scores) : []),
      ...(calls ? [callsTable(calls, pairings), ...money.tables, modelsTable(calls)] : []),
      ...(later?.tables ?? []),
    ],
  })
  const told = {
    ...(again.length > 0 ? { rescored: again } : {}),
    ...(scores ? { scores } : {}),
    ...(calls ? { calls, played } : {}),
    ...(later ? { later } : {}),
  }
  const [{ analysis }] = sets
  return {
    created,
    plan,
    scenario,
    scenarios: scenarios.all(),
    survey,
    observations,
    differences,
    sets,
    analysis,
    report,
    ...told,
  }
}

/** Tokens and dollars of a negotiation, where all of them are known. */
export function withSpending(o: Observation, spent: Played['spent'] | undefined): Observation {
  if (!spent || spent.length === 0) return o
  const { tokens, cost } = sumUp(spent)
  const counted = Object.entries(tokens.kinds).reduce(
    (n, [kind, count]) => (kind === 'thinking' ? n : n + count),
    0,
  )
  return defined<Observation>({ ...o, tokens: tokens.untold > 0 ? undefined : counted, usd: cost.usd })
}

/** In whatever order negotiations were read, models stand in the study's order. */
function inOrder(calls: CallTally, negotiators: readonly string[]): CallTally {
  const place = ({ negotiator }: CallTally['models'][number]): number => negotiators.indexOf(negotiator)
  const name = (answer: { readonly model?: string; readonly tier?: string }): string =>
    JSON.stringify([answer.model, answer.tier])
  return {
    ...calls,
    models: calls.models
      .toSorted((a, b) => place(a) - place(b))
      .map((one) => ({
        ...one,
        answers: one.answers.toSorted((a, b) => b.count - a.count || (name(a) < name(b) ? -1 : 1)),
      })),
  }
}

/** The whole report as JSON data: what it is of, the statistics, and each negotiation. */
export function studyReportJson({
  created,
  survey,
  observations,
  differences,
  sets,
  plan,
  report,
  scores,
  rescored: again,
  calls,
  played,
  later,
}: StudyReport) {
  const head = survey.streams.find(({ stream }) => stream === 'study')?.head
  return {
    study: created.study,
    title: created.title,
    seed: created.seed,
    scenario: created.scenario,
    head,
    registered: plan.registered !== undefined,
    ...setsJson(sets),
    notes: report.notes,
    recordDiffers: differences,
    ...(again
      ? { rescored: again.map(({ analysis, ...rest }) => ({ ...rest, ...reportJson(analysis) })) }
      : {}),
    ...(scores ? { scores } : {}),
    ...(calls ? { calls } : {}),
    ...(played ? { spending: spendingOf(played) } : {}),
    ...(later ? laterJson(later) : {}),
    negotiations: observations.map(
      ({ transcript: _, moves: __, largestJoint: ___, offers: ____, joint, gains, usd, ...rest }) => ({
        ...rest,
        ...(usd ? { usd: exactText(usd) } : {}),
        ...(joint ? { joint: exactText(joint) } : {}),
        ...(gains ? { gains: exactTexts(gains) } : {}),
      }),
    ),
  }
}

function spendingOf(played: readonly Played[]) {
  const all = played.flatMap(({ spent }) => spent)
  const byPairing = Map.groupBy(played, ({ assignment }) => assignment.pairing)
  const byNegotiator = sumBy(all, ({ negotiator }) => negotiator)
  return {
    ...spendingJson(sumUp(all)),
    pairings: [...byPairing].map(([pairing, own]) => ({
      pairing,
      ...spendingJson(sumUp(own.flatMap(({ spent }) => spent))),
    })),
    negotiators: [...byNegotiator].map(([negotiator, sum]) => ({ negotiator, ...spendingJson(sum) })),
  }
}

const exactTexts = (figures: Readonly<Record<string, Rational>>): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([party, figure]) => [party, exactText(figure)]))
