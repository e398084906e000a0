/** From a study's record to its analysis: what `parley report` and the end of a run print. */
import { EXIT, UserError } from '../core/problem.ts'
import { exactText, type Rational } from '../core/rational.ts'
import { negotiatorSpec } from '../negotiators/registry.ts'
import type { Difference } from '../record/difference.ts'
import type { StudyCreated } from '../record/events.ts'
import { parsePack } from '../scenario/pack.ts'
import type { Scenario } from '../scenario/types.ts'
import { openReader } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { type Analysis, analyse, type Observation } from './analysis.ts'
import { callNotes, callsTable, modelsTable } from './call-report.ts'
import type { CallTally } from './call-tally.ts'
import { frameOf, largestJointGain } from './frame.ts'
import { moneyReport } from './money-report.ts'
import type { Played } from './plan.ts'
import { makePricer, type Pricer } from './pricing.ts'
import { readPlayed } from './read-spending.ts'
import { makeReport, type Report } from './report.ts'
import { reportJson } from './report-json.ts'
import { cellsOf, readResults } from './results.ts'
import { type ScoreSummary, summarise } from './scores/summary.ts'
import { scoreTables } from './scores/tables.ts'
import { sumBy, sumUp } from './spending.ts'
import { spendingJson } from './spending-json.ts'
import { type Survey, surveyRecord } from './survey.ts'

export interface StudyReport {
  readonly created: StudyCreated
  readonly survey: Survey
  readonly observations: readonly Observation[]
  readonly differences: readonly Difference[]
  readonly analysis: Analysis
  readonly report: Report
  /** Scores of the plays, one pairing beside the other; undefined where none was scored. */
  readonly scores?: readonly ScoreSummary[]
  /** The calls to models; undefined where nobody made any. */
  readonly calls?: CallTally
  /** What the calls of each negotiation that has begun have used. */
  readonly played?: readonly Played[]
}

/**
 * Replays and analyses the record at `path`, also while a run writes it. Throws a UserError where there is none
 * or it cannot be read. The scenario is the one that the record holds, so that the report needs no other file.
 * Costs are worked out anew each time, by the prices of `pricer`.
 */
export async function reportStudy(path: string, pricer: Pricer = makePricer()): Promise<StudyReport> {
  const reader = await openReader(path)
  try {
    const survey = await surveyRecord(reader, path, nodeSha256)
    const { created } = survey
    if (!created) {
      const message = 'The record is empty: the study has not begun.'
      throw new UserError([{ file: path, message, mend: 'Play it: parley run <study>.' }], EXIT.record)
    }
    const scenario = scenarioOf(created, path)
    const { observations, differences, calls } = await readResults(reader, survey, scenario)
    const { pairings, openers } = cellsOf(created)
    const analysis = analyse(observations, frameOf(scenario, largestJointGain(scenario)), pairings, openers)
    const played = calls ? await readPlayed(reader, survey, pricer) : []
    const money = moneyReport(played, pairings)
    const scores = summarise(observations, pairings)
    const report = makeReport(analysis, {
      title: created.title,
      about: aboutOf(survey, created, scenario),
      notes: [
        ...differences.map(
          ({ place, message }) =>
            `The record and the rules disagree: ${place}: ${message} (parley replay tells more.)`,
        ),
        ...(calls ? callNotes(calls) : []),
        ...money.notes,
      ],
      tables: [
        ...(scores ? scoreTables(scores) : []),
        ...(calls ? [callsTable(calls, pairings), ...money.tables, modelsTable(calls)] : []),
      ],
    })
    const told = { ...(scores ? { scores } : {}), ...(calls ? { calls, played } : {}) }
    return { created, survey, observations, differences, analysis, report, ...told }
  } finally {
    await reader.close()
  }
}

/** The scenario as it was registered. */
export function scenarioOf({ pack }: StudyCreated, path: string): Scenario {
  const { scenario, problems } = parsePack({ ...pack }, (name) => `${path}: ${name}`)
  if (scenario) return scenario
  throw new UserError(problems, EXIT.record)
}

function aboutOf({ created: stamped, lastAt }: Survey, created: StudyCreated, scenario: Scenario): string[] {
  const negotiators = Object.entries(created.negotiators).map(([name, spec]) => `${name} (${specText(spec)})`)
  return [
    `Study ${created.study}, seed ${created.seed}; scenario ${scenario.title} (${created.scenario.slice(0, 12)}).`,
    `Registered ${day(stamped?.at)}, last event ${day(lastAt)}.`,
    `Negotiators: ${negotiators.join(', ')}.`,
  ]
}

const day = (at: string | undefined): string =>
  at === undefined ? 'never' : `${at.slice(0, 16).replace('T', ' ')} UTC`

/** A negotiator's settings in a few words: the script or model, then what is set otherwise than by default. */
function specText(spec: unknown): string {
  const { script, provider, model, price: _, ...settings } = spec as Record<string, unknown>
  const bare = script === undefined ? { provider, model } : { script }
  const usual: Record<string, unknown> = negotiatorSpec.safeParse(bare).data ?? {}
  const own = Object.entries(settings).filter(([key, value]) => value !== usual[key])
  const name = script === undefined ? `${String(provider)} ${String(model)}` : String(script)
  return [name, ...own.map(([key, value]) => `${key} ${valueText(value)}`)].join(', ')
}

const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)

/** The whole report as JSON data: what it is of, the statistics, and each negotiation. */
export function studyReportJson({
  created,
  survey,
  observations,
  differences,
  analysis,
  report,
  scores,
  calls,
  played,
}: StudyReport) {
  const head = survey.streams.find(({ stream }) => stream === 'study')?.head
  return {
    study: created.study,
    title: created.title,
    seed: created.seed,
    scenario: created.scenario,
    head,
    ...reportJson(analysis),
    notes: report.notes,
    recordDiffers: differences,
    ...(scores ? { scores } : {}),
    ...(calls ? { calls } : {}),
    ...(played ? { spending: spendingOf(played) } : {}),
    negotiations: observations.map(({ transcript: _, moves: __, joint, gains, ...rest }) => ({
      ...rest,
      ...(joint ? { joint: exactText(joint) } : {}),
      ...(gains ? { gains: exactTexts(gains) } : {}),
    })),
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
