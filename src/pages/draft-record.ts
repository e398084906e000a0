/** A study that has no record yet, read as if it had: what a run would register, and nothing else. */
import { VERSION } from '../core/version.ts'
import { GENESIS, sealEvent } from '../record/chain.ts'
import type { Stamped, StudyEvent } from '../record/events.ts'
import type { RecordReader } from '../store/contract.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import type { Study } from '../study/load.ts'
import { registration } from '../study/registration.ts'
import { STUDY_STREAM } from '../study/survey.ts'

export function draftRecord(study: Study): RecordReader {
  const versions = { parley: VERSION, node: process.version }
  const event: Stamped<StudyEvent> = {
    seq: 0,
    at: new Date(0).toISOString(),
    ...registration(study, versions),
  }
  const stored = sealEvent(event, GENESIS, nodeSha256)
  return {
    streams: async () => [{ stream: STUDY_STREAM, events: 1, head: stored.hash }],
    read: async (stream, from = 0) => (stream === STUDY_STREAM && from === 0 ? [stored] : []),
    close: async () => undefined,
  }
}
