/** Registers a study: everything that its negotiations are played and scored by is written down before any of them. */
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EXIT, UserError } from '../core/problem.ts'
import type { Stamped, StudyCreated, StudyRegistered } from '../record/events.ts'
import { promptsHash, registrationText } from '../record/registration.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import { openReader } from '../store/index.ts'
import { nodeSha256 } from '../store/node-hash.ts'
import { digest } from './changes.ts'
import type { Study } from './load.ts'
import { type ChangeOptions, changing, type Opened } from './open-change.ts'
import { mustMatch, registration } from './registration.ts'
import { STUDY_STREAM, surveyRecord } from './survey.ts'

/** The file that a registration is kept in, beside the record. */
const REGISTRATION_FILE = 'registration.json'

export interface Registered {
  readonly created: Stamped<StudyCreated>
  readonly registered: Stamped<StudyRegistered>
  /** Where registration.json lies, and its bytes as text; `registered.registration` is their SHA-256. */
  readonly file: string
  readonly text: string
}

/**
 * Writes the registration into the study's record and registration.json beside it. Throws a UserError where a run
 * has begun, or where it is registered already and the study has changed since.
 * @returns with `already`: it was registered before, and nothing has changed.
 */
export async function registerStudy(
  study: Study,
  options: ChangeOptions & Pick<StudyRegistered, 'packages' | 'platform'>,
): Promise<Registered & { readonly already: boolean }> {
  const already = await changing(study, { ...options, begin: true }, (opened) =>
    register(study, options, opened),
  )
  const found = await readRegistration(study)
  if (!found) throw new Error('what was registered is not in the record')
  await keep(found.file, found.text)
  return { ...found, already }
}

function register(
  study: Study,
  options: Parameters<typeof registerStudy>[1],
  { survey, journal, at }: Opened,
): boolean {
  const { plan, runs } = survey
  if (plan && (runs > 0 || !plan.registered)) {
    const message = plan.registered
      ? 'The study is registered, and a run has begun: it cannot be registered again.'
      : 'A run has begun: what is registered now was not fixed before it.'
    const mend = plan.registered
      ? 'parley amend notes what was changed since, parley extend what is added.'
      : 'It stays exploratory, and its report says so. To register it, copy it into a new folder, without its record, and give it an id of its own.'
    throw new UserError([{ file: study.record, message, mend }])
  }
  if (plan) {
    mustMatch(study, plan, options.versions)
    return true
  }
  const created = registration(study, options.versions)
  const open = {
    type: 'study.registered',
    rules: { version: created.version, digest: digest(created.protocol) },
    prompts: promptsHash(
      study.variants.map(({ scenario }) => scenario),
      nodeSha256,
    ),
    packages: options.packages,
    platform: options.platform,
  } as const
  const stamped = { ...(JSON.parse(JSON.stringify(created)) as StudyCreated), seq: 0, at }
  const text = registrationText(stamped, { ...open, seq: 1, at }, nodeSha256)
  journal.append(STUDY_STREAM, created)
  journal.append(STUDY_STREAM, { ...open, registration: nodeSha256(text) })
  return false
}

/** The registration of a record; undefined where it holds none. */
export async function readRegistration(
  study: Pick<Study, 'record' | 'folder'>,
): Promise<Registered | undefined> {
  try {
    await access(study.record)
  } catch {
    return undefined
  }
  const reader = await openReader(study.record)
  try {
    const { plan } = await surveyRecord(reader, study.record, nodeSha256)
    return plan && registeredIn(plan, study.folder)
  } finally {
    await reader.close()
  }
}

function registeredIn({ created, registered }: StudyPlan, folder: string): Registered | undefined {
  if (!registered) return undefined
  const text = registrationText(created, registered, nodeSha256)
  return { created, registered, text, file: join(folder, REGISTRATION_FILE) }
}

async function keep(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (error) {
    const message = `The registration stands in the record, and its file cannot be written: ${(error as Error).message}.`
    throw new UserError([{ file, message, mend: 'parley register writes it again.' }], EXIT.record)
  }
}
