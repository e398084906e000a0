/** Writes a table twice as it is made: as CSV and as Parquet. */
import type { Cell, Table } from './column.ts'
import { csvText } from './csv.ts'
import { parquetFile } from './names.ts'
import { ParquetTable } from './parquet.ts'
import type { Sink, Target } from './sink.ts'

/** Rows that are written together: a group of the Parquet file. */
const GROUP = 4096

export class TableWriter<Row> {
  readonly #table: Table<Row>
  readonly #csv: Target
  readonly #parquet: ParquetTable
  readonly #parquetTarget: Target
  #rows: Cell[][] = []
  #written = 0

  constructor(table: Table<Row>, sink: Sink) {
    this.#table = table
    this.#csv = sink.open(table.file)
    this.#csv.write(csvText([table.columns.map(({ name }) => name)]), 0)
    this.#parquetTarget = sink.open(parquetFile(table.file))
    this.#parquet = new ParquetTable(table.columns, (bytes) => this.#parquetTarget.write(bytes))
  }

  add(row: Row): void {
    this.#rows.push(this.#table.columns.map((column) => column.of(row)))
    if (this.#rows.length === GROUP) this.#flush()
  }

  end(): void {
    this.#flush()
    this.#csv.end()
    this.#parquet.end()
    this.#parquetTarget.end()
  }

  #flush(): void {
    this.#csv.write(csvText(this.#rows), this.#written + 1)
    this.#parquet.add(this.#rows)
    this.#written += this.#rows.length
    this.#rows = []
  }
}

/** Writes a table whose rows are at hand. */
export function writeTable<Row>(table: Table<Row>, rows: readonly Row[], sink: Sink): void {
  const writer = new TableWriter(table, sink)
  for (const row of rows) writer.add(row)
  writer.end()
}
