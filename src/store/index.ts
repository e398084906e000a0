/** The record on disk: the default store, one SQLite file. */
export type { RecordReader, RecordWriter, StoredEvent, StreamInfo } from './contract.ts'
export { GROUP_BYTES } from './contract.ts'
export type { Holder } from './lock.ts'
export { lockHolder } from './lock.ts'
export { nodeSha256 } from './node-hash.ts'
export { openReader, published } from './reader.ts'
export type { WriterOptions } from './writer.ts'
export { openWriter } from './writer.ts'
