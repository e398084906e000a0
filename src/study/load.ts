/** A study as it is run: its file and its scenario read and checked, its assignments drawn. */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { type Problem, UserError } from '../core/problem.ts'
import type { NegotiatorSpec } from '../negotiators/registry.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { makeBrief } from '../scenario/brief.ts'
import { checkScenario } from '../scenario/folder.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { fitTo, newerFormat } from '../scenario/shape.ts'
import { readSource } from '../scenario/source.ts'
import type { Brief, Scenario } from '../scenario/types.ts'
import { checkParts, checkPlay } from './check.ts'
import { checkModels } from './check-models.ts'
import { assignments } from './design.ts'
import {
  type CallsBlock,
  callsSchema,
  STUDY_FORMAT,
  type StudyFile,
  studyParts,
  studySchema,
} from './schema.ts'
import { KEY, keyLike } from './secrets.ts'

export interface Study {
  readonly id: string
  readonly title: string
  readonly seed: string
  /** Paths as the person would type them: the file, its folder, the scenario's folder, the record. */
  readonly file: string
  readonly folder: string
  readonly scenarioFolder: string
  readonly record: string
  readonly scenario: Scenario
  readonly negotiators: Readonly<Record<string, NegotiatorSpec>>
  readonly pairings: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The parties that open, each equally often. */
  readonly opener: readonly string[]
  readonly repetitions: number
  readonly assignments: readonly AssignmentRecord[]
  /** How models are called, defaults put in. */
  readonly calls: CallsBlock
  /** The game that this party opens; made once for each. */
  game(opener: string): Game
  /** What the party at this seat knows; made once for each. */
  brief(seat: string): Brief
  /** Where a file of the scenario's pack lies. */
  place(packPath: string): string
}

/** The names of the files in a study's folder. */
export const STUDY_FILE = 'study.yaml'
export const RECORD_FILE = 'record.sqlite'

/**
 * Reads the study at `path`, a folder or the file in it. Throws a UserError with every problem of the study and
 * of its scenario; warnings are left to `checkStudy`.
 */
export async function loadStudy(path: string): Promise<Study> {
  const { study, problems } = await readStudy(path)
  const errors = problems.filter(({ severity }) => severity !== 'warning')
  if (!study || errors.length > 0) throw new UserError(errors)
  return study
}

/** Everything that is wrong with the study at `path`, its scenario's problems included; empty where nothing is. */
export const checkStudy = async (path: string): Promise<Problem[]> => (await readStudy(path)).problems

async function readStudy(path: string): Promise<{ study?: Study; problems: Problem[] }> {
  const { file, folder } = await studyPlace(path)
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    return { problems: [unreadable(path, file, error)] }
  }
  const source = readSource(text, file)
  const problems = [...source.problems]
  if (source.data === undefined || source.data === null) return { problems }
  // A key is told of alone: other problems could quote it.
  const keys = keyLike(source.data).map((path) => source.problem(path, KEY))
  if (keys.length > 0) return { problems: keys }
  const newer = newerFormat(source, STUDY_FORMAT)
  if (newer) return { problems: [newer] }
  const written = fitTo(studySchema, source.data, source, [], problems)
  // Even where the study is wrong, its scenario's own problems are told in the same breath.
  const named = written?.scenario ?? (source.data as { scenario?: unknown }).scenario
  if (typeof named !== 'string' || named === '') return { problems }
  const scenarioFolder = isAbsolute(named) ? named : join(folder, named)
  const { scenario, problems: own, place } = await checkScenario(scenarioFolder)
  if (!scenario) {
    const message = `The scenario "${named}" cannot be used; its own problems are listed too.`
    problems.push(source.problem(['scenario'], { message, found: scenarioFolder }))
  }
  problems.push(...own)
  const parts = written ?? studyParts.safeParse(source.data).data
  if (parts) problems.push(...checkParts(parts, source, scenario))
  if (!written) return { problems }
  problems.push(...checkModels(written, source))
  if (scenario) problems.push(...checkPlay(written, source, scenario))
  if (!scenario || problems.some(({ severity }) => severity !== 'warning')) return { problems }
  const seed = source.text(['seed']) ?? String(written.seed)
  const study = makeStudy({ ...written, seed }, { file, folder, scenarioFolder, place: place! }, scenario)
  try {
    for (const party of study.opener) study.game(party)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { problems: [...problems, ...error.problems] }
  }
  return { study, problems }
}

/** Puts a checked study together: draws the order of its assignments and keeps one game for each opener. */
export function makeStudy(
  written: StudyFile,
  places: Pick<Study, 'file' | 'folder' | 'scenarioFolder' | 'place'>,
  scenario: Scenario,
): Study {
  const { id, title, seed, negotiators, pairings } = written
  const repetitions = written.repetitions ?? written.blocks ?? 1
  const opener = written.opener ?? scenario.parties.map((party) => party.id)
  const game = kept((party: string) => makeGame(scenario, party))
  const brief = kept((seat: string) => makeBrief(scenario, seat))
  return {
    ...{ id, title, seed, negotiators, pairings, opener, repetitions, scenario },
    ...places,
    record: join(places.folder, RECORD_FILE),
    calls: written.calls ?? callsSchema.parse({}),
    assignments: assignments({ id, seed, pairings, opener, repetitions }),
    game,
    brief,
  }
}

/** The same function, which works each answer out once. */
function kept<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const made = make(name)
    known.set(name, made)
    return made
  }
}

/** Where a study's files lie when `path` names its folder or its file. */
export async function studyPlace(path: string): Promise<{ file: string; folder: string; record: string }> {
  const isFile = basename(path) === STUDY_FILE || (await kindOf(path)) === 'file'
  const folder = isFile ? dirname(path) : path
  return { file: isFile ? path : join(path, STUDY_FILE), folder, record: join(folder, RECORD_FILE) }
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file'
  } catch {
    return undefined
  }
}

function unreadable(path: string, file: string, error: unknown): Problem {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT' && code !== 'ENOTDIR')
    return { file, message: `The study cannot be read: ${message}` }
  const mend = 'name a folder that holds a study.yaml, studies/concert-tickets for instance'
  return { file: path, message: `There is no study here: ${file} does not exist.`, mend }
}
