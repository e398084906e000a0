/** The study on disk as its record has it: with the assignments of its extensions, and the amendment in force. */
import { access } from 'node:fs/promises'
import { openReader } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import type { Study } from './load.ts'
import { type Survey, surveyRecord } from './survey.ts'

/** The study as a survey of its record has it; as it is where it has no record yet. */
export function asPlanned(study: Study, survey: Survey | undefined): Study {
  if (!survey?.plan) return study
  const { assignments, now } = survey.plan
  return { ...study, assignments, ...(now.amendment === undefined ? {} : { amendment: now.amendment }) }
}

/** What the study's record says, without a lock; undefined where there is no record yet. */
export async function surveyOf({ record }: Pick<Study, 'record'>): Promise<Survey | undefined> {
  try {
    await access(record)
  } catch {
    return undefined
  }
  const reader = await openReader(record)
  try {
    return await surveyRecord(reader, record, nodeSha256)
  } finally {
    await reader.close()
  }
}
