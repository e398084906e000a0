/** A class's results as a sheet, a table a row: who sat where, how it ended, what was agreed, and everybody's points. */
import { type Rational, toNumber } from '../../../core/rational.ts'
import type { Cell } from '../../../publication/column.ts'
import { csvText } from '../../../publication/csv.ts'
import { gains } from '../../../scenario/score.ts'
import type { ClassFile } from './files.ts'
import type { House } from './house.ts'
import { tablePage } from './pages.ts'
import type { Table } from './table.ts'

/** What is not known yet is blank. Texts that a spreadsheet would run are told as texts. */
export function classCsv(house: House, { tables: ids }: ClassFile): string {
  const tables = ids.map((id) => house.table(id))
  const { parties, issues } = tables[0]!.scenario
  const scored = parties.flatMap(({ id, utility }) => (utility ? [id] : []))
  const head = [
    'table',
    ...parties.map(({ id }) => `who_${id}`),
    'state',
    'end',
    'end_text',
    'turn',
    ...issues.map(({ id }) => `term_${id}`),
    ...scored.flatMap((id) => [`points_${id}`, `gain_${id}`]),
    ...(scored.length > 0 ? ['joint_gain'] : []),
    'record',
  ]
  return csvText([head, ...tables.map((table, i) => rowOf(table, i + 1, scored))])
}

function rowOf(table: Table, number: number, scored: readonly string[]): Cell[] {
  const { row, offers } = tablePage(table)
  const { scenario, end, points } = table
  const own = points && gains(scenario, points)
  const deal = end?.kind === 'agreement' ? offers.find(({ id }) => id === end.offer) : undefined
  const term = (issue: string) => deal?.terms.find((one) => one.issue === issue)?.value
  const value = (of: Rational | undefined): Cell => of && toNumber(of)
  return [
    number,
    ...scenario.parties.map(({ id }) => {
      const seat = row.seats.find((one) => one.seat === id)
      return seat?.name ?? (seat?.who === 'person' ? 'a person' : seat?.text)
    }),
    row.state,
    end?.kind,
    row.end?.text,
    row.turn,
    ...scenario.issues.map(({ id }) => term(id)),
    ...scored.flatMap((id) => [value(points?.[id]), value(own?.[id])]),
    ...(scored.length > 0 ? [value(own && scored.map((id) => own[id]!).reduce((a, b) => a.add(b)))] : []),
    row.table,
  ]
}
