/** For the tests: the SQLite store with a log of four pages. */
import type { RecordWriter } from './contract.ts'
import { openWriter as open } from './writer.ts'

export const openWriter = (place: string): Promise<RecordWriter> => open(place, { checkpoint: 4 })
