/** The page data of a study's site, from its published record. */

import { readLater } from '../pages/later.ts'
import { withLater } from '../pages/later-talk.ts'
import { negotiationPage } from '../pages/negotiation.ts'
import { RecordIndex } from '../pages/record-index.ts'
import { scenarioPage } from '../pages/scenario-page.ts'
import { pairingResults } from '../pages/scenario-results.ts'
import { attemptsOf, studyPage, studyResults } from '../pages/study-page.ts'
import type { AttemptsPage, DownloadData, NegotiationPage, ScenarioPage, StudyPage } from '../pages/types.ts'
import { fileName } from '../publication/names.ts'
import type { AssignmentRecord, NegotiationEvent, StudyEvent } from '../record/events.ts'
import { openStream } from '../record/open.ts'
import { replayNegotiation } from '../record/replay.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { STUDY } from '../record/verify.ts'
import type { Scenario } from '../scenario/types.ts'
import type { RecordReader } from '../store/contract.ts'
import { makePricer } from '../study/pricing.ts'
import { registeredSpecs } from '../study/read-spending.ts'
import { spentIn } from '../study/spending.ts'
import { type Compared, comparisonsOf } from './comparisons.ts'
import type { Notes } from './notes.ts'

export interface SitePages {
  readonly study: StudyPage
  /** Every assignment in its order. */
  readonly ids: readonly string[]
  /** The names of the scenarios' pages. */
  readonly scenarios: readonly string[]
  readonly compared: Compared
  attempts(size: number, page?: number): AttemptsPage
  negotiation(id: string): Promise<NegotiationPage>
  scenario(key: string): ScenarioPage
}

/** How many attempts the study's own page shows, before it leads to the list of all. */
const IN_PAPER = 20

interface About {
  /** The record's name for a person. */
  readonly file: string
  readonly notes: Notes
  readonly downloads: readonly DownloadData[]
}

/** Throws a UserError where the record cannot be read. */
export async function openSitePages(
  reader: RecordReader,
  { file, notes, downloads }: About,
): Promise<SitePages> {
  const pricer = makePricer()
  const index = new RecordIndex(reader, file, pricer)
  while (await index.look()) {
    // Everything is read before anything is written.
  }
  const plan = index.plan!
  const settings = index.settings!
  const { study } = plan.created
  const keys = scenarioKeys(settings.scenarios)
  const about = { study, scenarioKey: (hash: string) => keys.get(hash), downloads, notes }
  const stream = openStream<StudyEvent>(await reader.read(STUDY), STUDY).events
  const later = await readLater(reader, stream, file, pricer)
  const results = studyResults(index, later)
  // The site is the same whenever it is written: it knows no later time than the record does.
  const now = Date.parse(index.lastAt ?? plan.created.at)
  const attempts = (size: number, page = 1): AttemptsPage =>
    attemptsOf(index, study, page === 1 ? {} : { page }, results.filters, size)
  const paper = { ...studyPage(index, results, about, now), attempts: { ...attempts(IN_PAPER), pages: 1 } }
  const ids = plan.assignments.map(({ id }) => id)
  const assignments = new Map(plan.assignments.map((one) => [one.id, one]))
  const neighbours = neighboursOf(plan.assignments)
  const specs = registeredSpecs({ ...plan.created, negotiators: plan.now.negotiators })
  return {
    study: paper,
    ids,
    scenarios: [...keys.values()],
    compared: comparisonsOf(study, index, results.report),
    attempts,
    async negotiation(id) {
      const assignment = assignments.get(id)!
      const { events, sealed } = openStream<NegotiationEvent>(await reader.read(id), id)
      const [first] = events
      const amendment = first?.type === 'negotiation.started' ? first.amendment : undefined
      const by = settings.by(assignment, amendment)!
      const called = events.some(({ type }) => type === 'call.sent')
      const page = negotiationPage({
        study,
        studyTitle: plan.now.title,
        scenarioKey: keys.get(scenarioHash(by.scenario))!,
        assignment,
        row: index.placeOf(id)!.attempt.row,
        by,
        replayed: replayNegotiation(events, by.game, sealed),
        events,
        ...(called ? { spent: spentIn(events, assignment.seats, specs, pricer) } : {}),
        neighbours: neighbours.get(id)!,
      })
      return withLater(page, await later?.of(id))
    },
    scenario: (key) => {
      const scenario = settings.scenarios.find((one) => keys.get(scenarioHash(one)) === key)!
      return scenarioPage(
        scenario,
        key,
        [{ study, title: paper.title, state: paper.state, pairings: pairingResults(results.report) }],
        (id) => {
          const other = settings.scenarios.find((one) => one.id === id)
          return other && { key: keys.get(scenarioHash(other))!, title: other.title }
        },
      )
    },
  }
}

/** A scenario's id names its page, with a part of its hash where several share it. */
function scenarioKeys(scenarios: readonly Scenario[]): Map<string, string> {
  const count = Map.groupBy(scenarios, ({ id }) => id)
  return new Map(
    scenarios.map((scenario) => {
      const hash = scenarioHash(scenario)
      const name = fileName(scenario.id)
      return [hash, count.get(scenario.id)!.length === 1 ? name : `${name}-${hash.slice(0, 12)}`]
    }),
  )
}

type Neighbours = Pick<NegotiationPage, 'previous' | 'next' | 'samePairing'>

/** What stands before and after each, in the plan and among those of its pairing. */
function neighboursOf(all: readonly AssignmentRecord[]): Map<string, Neighbours> {
  const around = (list: readonly AssignmentRecord[], at: number): { previous?: string; next?: string } => {
    const [previous, next] = [list[at - 1]?.id, list[at + 1]?.id]
    return { ...(previous === undefined ? {} : { previous }), ...(next === undefined ? {} : { next }) }
  }
  const samePairing = new Map<string, { previous?: string; next?: string }>()
  for (const list of Map.groupBy(all, ({ pairing }) => pairing).values()) {
    for (const [at, { id }] of list.entries()) samePairing.set(id, around(list, at))
  }
  return new Map(all.map(({ id }, at) => [id, { ...around(all, at), samePairing: samePairing.get(id)! }]))
}
