/** The files of a publication that are made when every negotiation has been read: summaries, metadata, words. */
import { parse } from 'yaml'
import { parts } from '../core/rational.ts'
import type { Stamped, StudyEvent } from '../record/events.ts'
import { registrationText } from '../record/registration.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { STUDY } from '../record/verify.ts'
import { gains } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import { makePlots } from '../study/plots/plots.ts'
import type { ReportTable } from '../study/report.ts'
import { analyseStudy, type StudyAnalysis } from '../study/study-analysis.ts'
import { citationText } from './citation.ts'
import type { Column } from './column.ts'
import { crateText } from './crate.ts'
import { croissantText } from './croissant.ts'
import { dictionaryText } from './dictionary.ts'
import { scorerHere } from './identity.ts'
import type { Ledger } from './ledger.ts'
import { manifestText } from './manifest.ts'
import { FILES, fileName } from './names.ts'
import type { PublishContext, Unwritten } from './publish.ts'
import { readmeText } from './readme.ts'
import { recordLine } from './record-lines.ts'
import { resultsText } from './results-text.ts'
import { put } from './sink.ts'
import type { Source } from './source.ts'
import { attemptsTable, logTable, type Names } from './table-of-attempts.ts'
import { readingsTable } from './table-of-readings.ts'
import { type ContrastRow, contrastTable, type SummaryRow, summaryTable } from './table-of-summaries.ts'
import { offersTable, turnsTable } from './table-of-turns.ts'
import { writeTable } from './table-writer.ts'

export interface Whole {
  readonly source: Source
  readonly sink: Ledger
  readonly context: PublishContext
  readonly published: Unwritten
  readonly names: Names
  readonly events: readonly Stamped<StudyEvent>[]
  readonly scenarios: readonly Scenario[]
  /** Tables of passes over the talks, where there were any. */
  readonly further: readonly TableAbout[]
  /** What later readers found, as tables of the results. */
  readonly later: readonly ReportTable[]
}

/** What the dictionary and Croissant tell of a table. */
export interface TableAbout {
  readonly file: string
  readonly says: string
  readonly columns: readonly Pick<Column, 'name' | 'type' | 'says'>[]
}

/** Writes them all, the manifest last. */
export async function writeWhole(whole: Whole): Promise<void> {
  const { source, sink, context, published, names, events, scenarios, further } = whole
  const { plan, attempts } = published
  put(sink, FILES.study, source.study.map((event) => recordLine(STUDY, event)).join(''))
  if (plan.registered) {
    put(sink, FILES.registration, registrationText(plan.created, plan.registered, context.sha256))
  }
  put(sink, FILES.history, historyText(events))
  for (const [folder, scenario] of packFolders(scenarios)) writePack(sink, folder, scenario)
  writeScores(whole)

  const analysis = analyseStudy(
    plan,
    attempts.map(({ observation }) => observation),
    scenarios,
  )
  const tables: TableAbout[] = [
    attemptsTable(names),
    logTable(names),
    turnsTable(names),
    ...(names.talk ? [readingsTable(names.talk)] : [offersTable(names)]),
    ...further,
    ...writeSummaries(whole, analysis),
  ]
  const scenario = scenarios.length === 1 ? { scenario: scenarios[0]! } : {}
  const plots = makePlots({ title: plan.now.title, ...analysis, ...scenario })
  for (const [name, svg] of Object.entries(plots)) put(sink, `plots/${name}`, svg)
  put(sink, FILES.results, resultsText(whole, analysis, Object.keys(plots)))
  put(sink, FILES.dictionary, dictionaryText(tables))
  put(sink, FILES.verifier, context.verifier)
  put(sink, FILES.readme, readmeText(whole))
  put(sink, FILES.citation, citationText(published))
  put(sink, FILES.croissant, croissantText(published, tables, sink))
  put(
    sink,
    FILES.crate,
    crateText(
      published,
      (context.writer ?? scorerHere(context.sha256, published.plan.created.protocol)).parley,
      sink,
    ),
  )
  put(sink, FILES.manifest, manifestText(published, context, sink.entries))
}

/** Everything of the study's own stream that is not a negotiation's end, in words that JSON has for it. */
function historyText(events: readonly Stamped<StudyEvent>[]): string {
  const told = events.flatMap((event): unknown[] => {
    if (event.type === 'negotiation.closed') return []
    if (event.type !== 'study.created') return [event]
    // The packs stand in folders of their own.
    const { pack: _, variants: __, ...rest } = event
    return [rest]
  })
  return `${JSON.stringify({ times: 'self-attested, but for anchors that were checked', events: told }, null, 2)}\n`
}

function packFolders(scenarios: readonly Scenario[]): [folder: string, scenario: Scenario][] {
  const count = new Map<string, number>()
  for (const { id } of scenarios) count.set(id, (count.get(id) ?? 0) + 1)
  return scenarios.map((scenario) => {
    const unique = count.get(scenario.id) === 1
    const mark = unique ? '' : `-${scenarioHash(scenario).slice(0, 12)}`
    return [`packs/${fileName(scenario.id)}${mark}`, scenario]
  })
}

function writePack(sink: Ledger, folder: string, { files }: Scenario): void {
  for (const [path, text] of Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))) {
    put(sink, `${folder}/${path}`, text)
    if (!path.endsWith('.yaml')) continue
    put(sink, `${folder}/${path.replace(/\.yaml$/, '.json')}`, `${JSON.stringify(parse(text), null, 2)}\n`)
  }
}

/** Exact fractions, `numerator/denominator`; null where the outcome is unknown. */
function writeScores({ sink, published: { attempts } }: Whole): void {
  const fractions = (figures: Readonly<Record<string, Parameters<typeof parts>[0]>>) =>
    Object.fromEntries(Object.entries(figures).map(([party, value]) => [party, parts(value).join('/')]))
  const target = sink.open(FILES.scores)
  target.write('{\n')
  attempts.forEach(({ assignment, replayed, scenario, observation }, i) => {
    const points = replayed?.points
    const told =
      points && scenario
        ? {
            points: fractions(points),
            gains: fractions(gains(scenario, points)),
            joint_gain: observation.joint ? parts(observation.joint).join('/') : null,
          }
        : null
    const end = i === attempts.length - 1 ? '' : ','
    target.write(`${JSON.stringify(assignment.id)}: ${JSON.stringify(told)}${end}\n`)
  })
  target.write('}\n')
  target.end()
}

function writeSummaries({ sink, names }: Whole, { sets }: StudyAnalysis): TableAbout[] {
  const rows: SummaryRow[] = []
  const contrasts: ContrastRow[] = []
  const factors = new Map<string, SummaryRow[]>([['opener', []]])
  for (const one of sets) {
    if (!one) continue
    const set = one.extensions.length > 0 ? 'with extensions' : 'registered'
    const { pairings, openers, levels, contrasts: found } = one.analysis
    rows.push(...pairings.map((cell) => ({ set, cell })))
    contrasts.push(...found.map((contrast) => ({ set, contrast })))
    for (const cell of openers) factors.get('opener')!.push({ set, cell, level: cell.opener! })
    for (const cell of levels) {
      const list = factors.get(cell.factor!) ?? []
      factors.set(cell.factor!, list)
      list.push({ set, cell, level: cell.level! })
    }
  }
  const summary = summaryTable(names)
  writeTable(summary, rows, sink)
  if (!names.talk) writeTable(contrastTable, contrasts, sink)
  const byFactor = [...factors].map(([factor, list]) => {
    const table = summaryTable(names, factor)
    writeTable(table, list, sink)
    return table
  })
  return [summary, ...byFactor, ...(names.talk ? [] : [contrastTable])]
}
