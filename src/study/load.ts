/** A study as it is run: its file and its scenario read and checked, its assignments drawn. */
import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Problem, UserError } from '../core/problem.ts'
import type { NegotiatorSpec } from '../negotiators/registry.ts'
import type { AssignmentRecord } from '../record/events.ts'
import type { Game } from '../scenario/game.ts'
import { fitTo, newerFormat } from '../scenario/shape.ts'
import { readSource } from '../scenario/source.ts'
import type { Brief, Scenario } from '../scenario/types.ts'
import { auditRecorded } from './audit.ts'
import { checkParts, checkPlay, usualOpeners } from './check.ts'
import { checkDesign } from './check-design.ts'
import { checkModels } from './check-models.ts'
import { assignments, type Design } from './design.ts'
import { type Levels, readFactors } from './factors.ts'
import {
  type CallsBlock,
  callsSchema,
  type PlannedAnalysis,
  STUDY_FORMAT,
  type StudyFile,
  studyParts,
  studySchema,
} from './schema.ts'
import { KEY, keyLike } from './secrets.ts'
import { seatedForTalk } from './talk-seats.ts'
import { beside, kept, makeVariants, type Variant, variantName } from './variants.ts'

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
  /** What the assignments are drawn from. */
  readonly design: Design
  /** The planned analysis; undefined where none was planned. */
  readonly analysis?: PlannedAnalysis
  /** In free talk: whether talks go on after their close; undefined where the scenario alone says so. */
  readonly audit?: boolean
  /** How models are called, defaults put in. */
  readonly calls: CallsBlock
  /** Every scenario that is played, the study's own (`scenario`) first. */
  readonly variants: readonly Variant[]
  /** What assignments with these levels call the scenario that they play; undefined for the study's own. */
  variantOf(levels: Readonly<Record<string, string>>): string | undefined
  /** The amendment in force in the record; set by the run that plays the study. */
  readonly amendment?: string
  /** The scenario that an assignment plays, with its games and briefs. */
  variant(assignment: Pick<AssignmentRecord, 'variant'>): Variant
  /** The game of the study's own scenario that this party opens; made once for each. */
  game(opener: string): Game
  /** What the party at this seat knows by the study's own scenario; made once for each. */
  brief(seat: string): Brief
  /** Where a file of the scenario's pack lies. */
  place(packPath: string): string
}

export interface LoadOptions {
  /** Whether talks go on after their close, whatever the study's file says. */
  readonly audit?: boolean
}

/** The names of the files in a study's folder. */
export const STUDY_FILE = 'study.yaml'
export const RECORD_FILE = 'record.sqlite'

/**
 * Reads the study at `path`, a folder or the file in it. Throws a UserError with every problem of the study and
 * of its scenario; warnings are left to `checkStudy`.
 */
export async function loadStudy(path: string, options: LoadOptions = {}): Promise<Study> {
  const { study, problems } = await readStudy(path, options)
  const errors = problems.filter(({ severity }) => severity !== 'warning')
  if (!study || errors.length > 0) throw new UserError(errors)
  return study
}

/** Everything that is wrong with the study at `path`, its scenario's problems included; empty where nothing is. */
export const checkStudy = async (path: string): Promise<Problem[]> => (await readStudy(path)).problems

async function readStudy(
  path: string,
  options: LoadOptions = {},
): Promise<{ study?: Study; problems: Problem[] }> {
  if (isRecord(path)) {
    const message = 'This is the name of a record, and a study is wanted here.'
    return { problems: [{ file: path, message, mend: `name the study's folder: ${dirname(path)}` }] }
  }
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
  const scenarios = namedScenarios(
    written?.scenario ?? (source.data as { scenario?: unknown }).scenario,
    folder,
  )
  if (scenarios.length === 0) return { problems }
  const factors = written?.factors ? readFactors(written.factors, source, problems) : []
  // Where the factors are wrong themselves, what they would lead to says no more.
  const sound = problems.length === 0 ? factors : []
  // What a run has begun keeps to its rule where the one that goes on with it says nothing.
  const audit = options.audit ?? written?.audit ?? (await auditRecorded(join(folder, RECORD_FILE)))
  const variants = await makeVariants(scenarios, sound, source, folder, problems, audit)
  const scenario = variants[0]?.scenario
  const parts = written ?? studyParts.safeParse(source.data).data
  if (parts) problems.push(...checkParts(parts, source, scenario))
  if (!written) return { problems }
  const seated = scenario ? seatedForTalk(written, scenario, source.data) : written
  problems.push(...checkModels(seated, source), ...checkDesign(written, factors, source, variants))
  if (scenario) {
    const all = variants.map((variant) => variant.scenario)
    problems.push(...checkPlay(written, source, all))
  }
  if (!scenario || problems.some(({ severity }) => severity !== 'warning')) return { problems }
  const seed = source.text(['seed']) ?? String(written.seed)
  const places = { file, folder, scenarioFolder: scenarios[0]!.folder }
  const study = putTogether({ ...seated, seed, audit }, places, variants, factors)
  try {
    for (const variant of variants) for (const party of study.opener) variant.game(party)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { problems: [...problems, ...error.problems] }
  }
  return { study, problems }
}

/** The scenarios that a study names: one, or several by a name each. */
function namedScenarios(named: unknown, folder: string) {
  if (typeof named === 'string' && named !== '')
    return [{ folder: beside(folder, named), path: ['scenario'] }]
  if (typeof named !== 'object' || named === null) return []
  return Object.entries(named).flatMap(([name, one]: [string, unknown]) =>
    typeof one === 'string' && one !== ''
      ? [{ name, folder: beside(folder, one), path: ['scenario', name] }]
      : [],
  )
}

type Places = Pick<Study, 'file' | 'folder' | 'scenarioFolder'>

/** Puts a study of one scenario together, without factors of its own. */
export const makeStudy = (
  written: StudyFile,
  { place, ...places }: Places & Pick<Study, 'place'>,
  scenario: Scenario,
): Study => putTogether(written, places, [kept({ scenario, place })], [])

/** Puts a checked study together and draws the order of its assignments. */
function putTogether(
  written: StudyFile,
  places: Places,
  variants: readonly Variant[],
  factors: readonly Levels[],
): Study {
  const { id, title, seed, negotiators, pairings, roles, blocks, analysis } = written
  const [own] = variants as [Variant, ...Variant[]]
  const opener = written.opener ?? usualOpeners(own.scenario)
  const repetitions = written.repetitions ?? blocks ?? 1
  const several = typeof written.scenario === 'string' ? [] : Object.keys(written.scenario)
  const design: Design = {
    ...{ id, seed, pairings, opener, repetitions },
    ...(roles ? { roles } : {}),
    ...(blocks === undefined ? {} : { blocks }),
    factors: {
      ...(several.length > 0 ? { scenario: several } : {}),
      ...Object.fromEntries(factors.map((levels) => [levels[0]!.factor, levels.map(({ level }) => level)])),
    },
  }
  const byName = new Map(variants.map((variant) => [variant.name, variant]))
  const nameOf = (levels: Readonly<Record<string, string>>): string | undefined => {
    const name = variantName(
      levels.scenario,
      factors.map((own) => ({ factor: own[0]!.factor, level: levels[own[0]!.factor]! })),
    )
    return byName.has(name) ? name : undefined
  }
  return {
    ...{ id, title, seed, negotiators, pairings, opener, repetitions, design, variants },
    ...places,
    scenario: own.scenario,
    record: join(places.folder, RECORD_FILE),
    calls: written.calls ?? callsSchema.parse({}),
    ...(analysis ? { analysis } : {}),
    ...(written.audit === undefined ? {} : { audit: written.audit }),
    assignments: assignments(design, nameOf),
    variantOf: nameOf,
    variant: ({ variant }) => {
      const found = byName.get(variant)
      if (!found) throw new RangeError(`the study has no scenario called ${variant}`)
      return found
    },
    game: (party) => own.game(party),
    brief: (seat) => own.brief(seat),
    place: (path) => own.place(path),
  }
}

/** Where a study's files lie when `path` names its folder, its file, or a record in the folder. */
export async function studyPlace(path: string): Promise<{ file: string; folder: string; record: string }> {
  if (isRecord(path)) return { file: join(dirname(path), STUDY_FILE), folder: dirname(path), record: path }
  const isFile = basename(path) === STUDY_FILE || (await kindOf(path)) === 'file'
  const folder = isFile ? dirname(path) : path
  return { file: isFile ? path : join(path, STUDY_FILE), folder, record: join(folder, RECORD_FILE) }
}

const isRecord = (path: string): boolean => path.endsWith('.sqlite')

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
