/** What a study found, as the page of a scenario that it plays says it: a row for each pairing. */
import type { StudyReport } from '../study/study-report.ts'
import { figures, given } from './figure.ts'
import { settledAs } from './kinds.ts'
import type { ScenarioResult } from './types.ts'

export const pairingResults = ({ analysis, scenarios }: StudyReport): ScenarioResult['pairings'] =>
  analysis.pairings.map(({ pairing, completed, planned, agreements, joint, gains, talk }) =>
    given({
      ...{ pairing, completed, planned, agreements },
      joint: joint && figures({ joint: joint.mean }).joint,
      gains: figures(
        Object.fromEntries(Object.entries(gains).flatMap(([party, of]) => (of ? [[party, of.mean]] : []))),
      ),
      kinds: settledAs(talk, scenarios),
    }),
  )
