/** A rescoring in a study's report: tables marked as such, and a note with its date and reason. */
import { makeReport, type ReportTable } from './report.ts'
import type { Rescored } from './rescore.ts'

const TOLD = ['Joint gain', 'Differences of mean gain']

/** Joint gains and differences under the other points. */
export const rescoredTables = ({ rescoring, title, analysis }: Rescored): ReportTable[] =>
  makeReport([{ extensions: [], analysis }], { title: '', about: [] })
    .tables.filter((table) => TOLD.includes(table.title))
    .map((table) => ({ ...table, title: `${table.title}, rescored ${rescoring} by ${title}` }))

export const rescoredNotes = ({ rescoring, at, reason, title, differs }: Rescored): string[] => [
  `Rescoring ${rescoring} of ${at.slice(0, 10)} asks what the same outcomes would be worth by the points of "${title}"; nobody negotiated by them, and the first scores stand. The reason given: ${reason}`,
  ...(differs.length > 0
    ? [`The record notes other points than ${rescoring} gives for ${differs.join(', ')}.`]
    : []),
]
