/** How a study's record is opened by those who change something beside running it: register, amend, extend, anchor. */

import { existsSync } from 'node:fs'
import { EXIT, UserError } from '../core/problem.ts'
import { shellWord } from '../core/shell-word.ts'
import type { ChangedWhen } from '../record/events.ts'
import { type StudyPlan, seenSoFar } from '../record/study-plan.ts'
import type { RecordReader } from '../store/contract.ts'
import { openWriter, published } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { type Journal, makeJournal } from './journal.ts'
import type { Study } from './load.ts'
import { takeIn } from './looks.ts'
import type { Versions } from './registration.ts'
import { type Survey, surveyRecord } from './survey.ts'

export interface ChangeOptions {
  now(): Date
  /** A fresh random text for salts. */
  random(): string
  readonly versions: Versions
}

export interface Opened {
  readonly survey: Survey
  readonly journal: Journal
  readonly reader: RecordReader
  /** The one time of all that is written in one go, ISO 8601. */
  readonly at: string
}

/**
 * Opens the record to write, with looks that waited taken in, and makes durable what `change` appends. A record is made
 * where there is none only if it is to `begin` here. Throws a UserError where there is nothing to change, where another
 * process holds the record, or where it is broken.
 */
export async function changing<T>(
  study: Pick<Study, 'record' | 'folder'>,
  options: Pick<ChangeOptions, 'now' | 'random'> & { readonly begin?: boolean },
  change: (opened: Opened) => T | Promise<T>,
): Promise<T> {
  if (!options.begin && !existsSync(study.record)) throw published(study.record) ?? nothingYet(study)
  const date = options.now()
  const writer = await openWriter(study.record)
  try {
    const read = () => surveyRecord(writer, study.record, nodeSha256)
    let survey = await read()
    const journal = makeJournal(writer, {
      now: () => date,
      salt: options.random,
      sha256: nodeSha256,
      streams: survey.streams,
    })
    if (survey.plan) {
      await takeIn(study.record, journal)
      survey = await read()
    }
    const made = await change({ survey, journal, reader: writer, at: date.toISOString() })
    await journal.commit()
    return made
  } finally {
    await writer.close()
  }
}

/** How far the study is and what was seen of it, for an event that changes it. */
export function changedWhen(plan: StudyPlan, { places }: Survey, reason: string): ChangedWhen {
  const begun = places.filter(({ progress }) => progress !== 'planned').length
  const closed = places.filter(({ progress }) => progress === 'closed').length
  return { reason, seen: seenSoFar(plan, begun), begun, closed }
}

/** The plan of a record that must have one. Throws a UserError where the study has neither run nor been registered. */
export function mustHavePlan({ plan }: Survey, study: Pick<Study, 'record' | 'folder'>): StudyPlan {
  if (plan) return plan
  throw nothingYet(study)
}

function nothingYet(study: Pick<Study, 'record' | 'folder'>): UserError {
  const message = 'The study has neither been registered nor run: there is nothing to add to.'
  const mend = `Change study.yaml as you like, then: parley register ${shellWord(study.folder)}`
  return new UserError([{ file: study.record, message, mend }], EXIT.invalid)
}
