/** A study's page: how far it is, and what came out as a short paper. What takes long to work out is kept apart. */
import { scenarioHash } from '../record/scenario-hash.ts'
import { isScored } from '../scenario/score.ts'
import { samePoints } from '../study/plots/plots.ts'
import { cellsOf } from '../study/results.ts'
import { makeStudyReport, type StudyReport } from '../study/study-report.ts'
import { attemptsPage, filtersOf } from './attempts-page.ts'
import { concessionsFigure } from './concessions.ts'
import { endingsFigure } from './endings.ts'
import { factsOf } from './facts.ts'
import { given } from './figure.ts'
import { headlineOf } from './headline.ts'
import { kindNames } from './kinds.ts'
import type { LaterOfStudy } from './later.ts'
import { allParties } from './parties.ts'
import { planeFigure } from './plane.ts'
import { costOf, progressOf } from './progress.ts'
import type { RecordIndex } from './record-index.ts'
import { sectionsOf } from './sections/index.ts'
import { notesOf, tablesFor } from './sections/results.ts'
import { spaceData } from './space.ts'
import { factorStrips, gainStrips, jointStrips, pairingColour, turnStrips } from './strips.ts'
import type {
  AttemptsPage,
  AttemptsQuery,
  CostData,
  DownloadData,
  FilterData,
  PartyTag,
  SectionId,
  StudyPage,
} from './types.ts'

/** What changes seldom, and takes long where there are many negotiations. */
export interface StudyResults {
  /** The version of the index that it takes in. */
  readonly version: number
  readonly report: StudyReport
  readonly later?: LaterOfStudy
  readonly figures: StudyPage['figures']
  readonly filters: readonly FilterData[]
  readonly cost: CostData | undefined
  readonly until: string | undefined
}

export interface StudyAbout {
  /** The study's key in addresses. */
  readonly study: string
  /** The key of each scenario's page, by the hash of its pack. */
  readonly scenarioKey: (hash: string) => string | undefined
  readonly downloads?: readonly DownloadData[]
  readonly notes?: Readonly<Partial<Record<SectionId, string>>>
}

/**
 * Analyses all that was read. `later`: what was read of talks afterwards. Throws a UserError where the record does not
 * hold a scenario.
 */
export function studyResults(index: RecordIndex, later?: LaterOfStudy): StudyResults {
  const report = makeStudyReport({ ...factsOf(index), later: later?.readings }, index.file)
  const { version, lastAt: until } = index
  return {
    version,
    report,
    ...(later ? { later } : {}),
    figures: figuresOf(index, report),
    filters: filtersOf(listOf(index)),
    cost: costOf(index),
    until,
  }
}

function figuresOf(index: RecordIndex, { sets, observations, scenarios }: StudyReport): StudyPage['figures'] {
  const [{ analysis }] = sets
  const parties = partiesOf(index)
  const label = (id: string): string => parties.find((party) => party.id === id)?.label ?? id
  // What was added later is not drawn among what was registered.
  const registered = observations.filter(({ extension }) => extension === undefined)
  const rows = index.places.flatMap(({ attempt: { row } }) => (row.extension === undefined ? [row] : []))
  const scenario = samePoints(scenarios) ? scenarios[0] : undefined
  const space = scenario && spaceData(scenario)
  const scored = scenarios.some(isScored)
  return given({
    plane: space && planeFigure(space, analysis, rows),
    joint: jointStrips(analysis, label, rows),
    gains: gainStrips(analysis, parties, rows),
    byFactor: factorStrips(analysis, parties, label, rows),
    concessions: scenario && scored ? concessionsFigure(scenario, analysis, registered, rows) : undefined,
    turns: turnStrips(
      analysis,
      (pairing) =>
        registered.flatMap((o) => (o.pairing === pairing && o.turns !== undefined ? [o.turns] : [])),
      rows,
    ),
    endings: endingsFigure(rows, cellsOf(index.plan!.created).pairings, kindNames(scenarios)),
  })
}

const partiesOf = (index: RecordIndex): PartyTag[] => allParties(index.settings?.scenarios ?? [])

/** What a list of attempts is made of. */
export function listOf(index: RecordIndex) {
  const plan = index.plan!
  const factors = { ...plan.created.design?.factors }
  const openers = cellsOf(plan.created).openers
  if (openers.length > 1) factors.opener ??= openers
  return {
    parties: partiesOf(index),
    pairings: cellsOf(plan.created).pairings,
    factors: Object.entries(factors).map(([name, levels]) => ({ name, levels })),
    kinds: kindNames(index.settings?.scenarios ?? []),
    attempts: index.places.map(({ attempt }) => attempt),
  }
}

/** All attempts of a study that has a record. */
export function attemptsOf(
  index: RecordIndex,
  study: string,
  query: AttemptsQuery = {},
  filters?: readonly FilterData[],
  size?: number,
): AttemptsPage {
  const { done, all } = index.reading
  return attemptsPage(
    {
      study,
      title: index.plan!.now.title,
      ...listOf(index),
      ...(filters ? { filters } : {}),
      ...(done < all ? { reading: { done, all } } : {}),
    },
    query,
    size,
  )
}

/** What was added after the beginning is no part of the first figures, and a reader must not miss it. */
function addedLater({ extensions }: NonNullable<RecordIndex['plan']>): string[] {
  const added = extensions.reduce((n, one) => n + one.assignments.length, 0)
  if (added === 0) return []
  const seen = extensions.some((one) => one.seen === 'seen')
  const names = extensions.map(({ extension }) => extension).join(', ')
  return [
    `${added} more ${added === 1 ? 'was' : 'were'} added later (${names})${seen ? ', when results had been seen' : ''}; figures leave them out, and tables show them apart.`,
  ]
}

/** The page. `results`: undefined as long as the first reading goes on. `now`: milliseconds. */
export function studyPage(
  index: RecordIndex,
  results: StudyResults | undefined,
  about: StudyAbout,
  now: number,
): StudyPage {
  const plan = index.plan!
  const { study, scenarioKey, downloads = [], notes = {} } = about
  const { created, registered, anchors } = plan
  const list = listOf(index)
  const { done, all } = index.reading
  const { report, figures = { byFactor: [] }, filters, cost, until } = results ?? {}
  const played = (index.settings?.scenarios ?? []).flatMap((scenario) => {
    const key = scenarioKey(scenarioHash(scenario))
    return key === undefined ? [] : [{ key, title: scenario.title }]
  })
  const scenarios = [...new Map(played.map((one) => [one.key, one])).values()]
  const headline = report
    ? [...headlineOf(report.analysis, kindNames(report.scenarios)), ...addedLater(plan)]
    : []
  return given({
    kind: 'study' as const,
    study,
    title: plan.now.title,
    description: headline[0] ?? `${list.attempts.length} negotiations, ${list.pairings.join(' and ')}.`,
    ...progressOf(index, now),
    cost,
    reading: done < all ? { done, all } : undefined,
    resultsUntil: until,
    registered: registered && {
      at: registered.at,
      registration: registered.registration,
      anchors: anchors.map(({ anchor, time }) => (time === undefined ? anchor : `${anchor}, ${time}`)),
    },
    parties: list.parties,
    pairings: list.pairings.map((name) => ({
      name,
      seats: created.assignments.find(({ pairing }) => pairing === name)?.seats ?? {},
      colour: pairingColour(list.pairings, name),
    })),
    factors: list.factors,
    scenarios,
    headline,
    tables: report ? tablesFor(report) : [],
    notes: notesOf(report?.report.notes ?? []),
    figures,
    sections: sectionsOf({
      study,
      index,
      report,
      later: results?.later,
      figures,
      parties: list.parties,
      scenarios,
      downloads,
      notes,
    }),
    downloads,
    attempts: attemptsOf(index, study, {}, filters),
  })
}
