/** Rows as Parquet, a group of them at a time, so that a long table is never in memory. */
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Cell, Column, ColumnType } from './column.ts'

const ELEMENTS = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  time: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  boolean: { type: 'BOOLEAN' },
} as const satisfies Record<ColumnType, object>

export class ParquetTable {
  readonly #columns: readonly Pick<Column, 'name' | 'type'>[]
  readonly #bytes = new ByteWriter()
  readonly #writer: ParquetWriter
  readonly #write: (bytes: Uint8Array) => void

  constructor(columns: readonly Pick<Column, 'name' | 'type'>[], write: (bytes: Uint8Array) => void) {
    this.#columns = columns
    this.#write = write
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map(({ name, type }) => ({
          name,
          ...ELEMENTS[type],
          repetition_type: 'OPTIONAL' as const,
        })),
      ],
      createdBy: 'parley',
    })
  }

  /** Writes rows as one group. */
  add(rows: readonly (readonly Cell[])[]): void {
    if (rows.length === 0) return
    this.#writer.write({
      columnData: this.#columns.map(({ name, type }, i) => ({
        name,
        data: rows.map((row) => parquetValue(row[i], type)),
      })),
      rowGroupSize: rows.length,
    })
    this.#flush()
  }

  end(): void {
    this.#writer.finish()
    this.#flush()
  }

  /** Hands on what was written; its place in the file goes on counting. */
  #flush(): void {
    this.#write(this.#bytes.getBytes().slice())
    this.#bytes.index = 0
  }
}

const parquetValue = (cell: Cell, type: ColumnType): unknown =>
  cell === undefined ? null : type === 'integer' ? BigInt(cell) : cell
