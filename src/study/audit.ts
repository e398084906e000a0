/**
 * Whether talks go on after their close: what `parley run --audit` asks for, else what the study says, else what its
 * record began with, so that going on needs no option.
 */
import { access } from 'node:fs/promises'
import { openEvent } from '../record/chain.ts'
import type { StudyCreated } from '../record/events.ts'
import { openReader } from '../store/index.ts'
import { STUDY_STREAM } from './survey.ts'

/** What the first event of a record says of it; undefined where there is no record, or it says nothing. */
export async function auditRecorded(record: string): Promise<boolean | undefined> {
  try {
    await access(record)
  } catch {
    return undefined
  }
  const reader = await openReader(record)
  try {
    const [first] = await reader.read(STUDY_STREAM)
    return first && (openEvent(first).event as Partial<StudyCreated>).audit
  } finally {
    await reader.close()
  }
}
