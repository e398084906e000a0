/** A column of a published table. Headers, Parquet types, the data dictionary and Croissant's fields are made of it. */
import { type Rational, toNumber } from '../core/rational.ts'

export type ColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'time'

/** What a cell holds; undefined is unknown or does not apply, and is left blank. */
export type Cell = string | number | boolean | undefined

export interface Column<Row = never> {
  readonly name: string
  readonly type: ColumnType
  /** One sentence for the data dictionary. */
  readonly says: string
  of(row: Row): Cell
}

export interface Table<Row> {
  readonly file: string
  /** What a row is, in one sentence. */
  readonly says: string
  readonly columns: readonly Column<Row>[]
}

/** The nearest float of an exact figure: assigned-scores.json has the fractions. */
export const float = (value: Rational | undefined): number | undefined =>
  value === undefined ? undefined : toNumber(value)

/** Makes a column. */
export const column = <Row>(
  name: string,
  type: ColumnType,
  says: string,
  of: (row: Row) => Cell,
): Column<Row> => ({ name, type, says, of })

/** A name of the study as part of a column's name. */
export const part = (name: string): string => name.replaceAll(/[^A-Za-z0-9_]+/g, '_')
