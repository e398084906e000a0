/** Opens a record for reading, for as long as something is read of it. */
import type { RecordReader } from '../store/contract.ts'
import { openReader } from '../store/index.ts'

export async function withReader<T>(file: string, read: (reader: RecordReader) => Promise<T>): Promise<T> {
  const reader = await openReader(file)
  try {
    return await read(reader)
  } finally {
    await reader.close()
  }
}
