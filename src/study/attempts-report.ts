/** The analysis of a published list of attempts: the same tables as a study's own, from what the list tells. */
import { printed } from '../core/rational.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Attempts } from './attempts.ts'
import { EXTENSION } from './attempts.ts'
import { frameOf, largestJointGain } from './frame.ts'
import { plannedInference } from './planned.ts'
import { makeReport, type Report } from './report.ts'
import { setsJson } from './report-json.ts'
import { type AnalysisSet, analyseSets, type Extension } from './sets.ts'

export interface AttemptsReport {
  readonly sets: readonly [registered: AnalysisSet, extended?: AnalysisSet]
  readonly report: Report
  readonly data: unknown
}

/** `file` and `which`: what the list and the scenario are called for a person. */
export function reportAttempts(
  { observations, parties, rounded }: Attempts,
  scenario: Scenario,
  options: { readonly file: string; readonly which: string; readonly inference?: boolean },
): AttemptsReport {
  const { file, which, inference = false } = options
  const whole = frameOf(scenario, largestJointGain(scenario))
  // Only the gains that the list tells are compared.
  const known = whole.parties.filter((party) => parties.includes(party))
  const gains = Object.fromEntries(known.map((party) => [party, whole.gains[party]!]))
  const frame = { ...whole, parties: known, gains }
  const names = (of: 'pairing' | 'opener'): string[] =>
    [...new Set(observations.map((o) => o[of]))].toSorted()
  const pairings = names('pairing')
  const extensions = [...new Set(observations.flatMap(({ extension }) => extension ?? []))].map(
    (name): Extension => ({
      name: name === EXTENSION ? 'the later attempts' : `extension ${name}`,
      told: `${observations.filter((o) => o.extension === name).length} attempts`,
    }),
  )
  const plan = plannedInference(undefined, {
    ...{ pairings, seed: file, registered: false },
    apart: [...new Set(observations.flatMap(({ levels }) => Object.keys(levels ?? {})))],
  })
  const sets = analyseSets(observations, frame, {
    ...{ pairings, openers: names('opener'), extensions, plan },
    asked: inference,
  })
  const range = `${printed(frame.joint.least)} to ${printed(frame.joint.most)}`
  const later = observations.filter(({ extension }) => extension !== undefined).length
  const count = (status: string): number => observations.filter((o) => o.status === status).length
  const report = makeReport(sets, {
    title: 'Published attempts',
    registered: true,
    about: [
      `${observations.length} attempts from ${file}${later > 0 ? `, ${later} of them added later` : ''}: ${count('completed')} completed, ${observations.length - count('completed')} with an unknown outcome.`,
      `An unknown joint gain lies anywhere from ${range}, and efficiency is measured, by ${which}.`,
    ],
    notes: [
      ...(rounded
        ? ['The list tells joint gains to two decimals: figures may be off in the last digit.']
        : []),
      'What is registered is what the list does not mark as an extension; nothing here can check that.',
    ],
  })
  const data = {
    attempts: file,
    count: observations.length,
    scenario: scenario.id,
    ...setsJson(sets),
    notes: report.notes,
  }
  return { sets, report, data }
}
