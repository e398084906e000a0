/** Packs on disk: the one file of this room that reads files. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve } from 'node:path'
import { type Problem, UserError } from '../core/problem.ts'
import { type Parsed, parsePack } from './pack.ts'
import { readSource } from './source.ts'
import type { Scenario } from './types.ts'

export interface Pack {
  /** Every text of the pack by its path in it. Shared templates stand as if they were the pack's own. */
  readonly files: Record<string, string>
  /** The file's name as a person knows it. */
  readonly place: (path: string) => string
}

/** The file that makes a folder a scenario. */
export const SCENARIO_FILE = 'scenario.yaml'

/**
 * Reads a scenario from its folder (or the scenario.yaml in it). Throws a UserError with everything that is
 * wrong; warnings alone are left to `checkScenario`.
 */
export async function loadScenario(path: string): Promise<Scenario> {
  const { scenario, problems } = await checkScenario(path)
  if (!scenario) throw new UserError(problems)
  return scenario
}

/** A scenario as it was found; `place` where its files could be read. */
export type Checked = Parsed & Partial<Pick<Pack, 'place'>>

/** Reads a scenario and tells everything that is wrong with it, warnings too. */
export async function checkScenario(path: string): Promise<Checked> {
  try {
    const { files, place } = await readPack(path)
    return { ...parsePack(files, place), place }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { problems: error.problems }
  }
}

/**
 * Reads a pack's texts: scenario.yaml and the templates under prompts/, or under the folder that `prompts:` names.
 * Throws a UserError where a file cannot be read or is not UTF-8.
 */
export async function readPack(path: string): Promise<Pack> {
  const folder = basename(path) === SCENARIO_FILE ? dirname(path) : path
  const main = join(folder, SCENARIO_FILE)
  const problems: Problem[] = []
  const text = await readText(main, problems)
  if (text === undefined) throw new UserError(problems)
  const files: Record<string, string> = { [SCENARIO_FILE]: text }
  const shared = sharedFolder(text, main)
  if (shared instanceof UserError) throw shared
  const prompts = shared === undefined ? join(folder, 'prompts') : join(folder, shared)
  for (const name of await listTemplates(prompts, shared, main, problems)) {
    const body = await readText(join(prompts, name), problems)
    if (body !== undefined) files[`prompts/${name}`] = body
  }
  if (problems.length > 0) throw new UserError(problems)
  const place = (own: string): string =>
    own.startsWith('prompts/') ? join(prompts, own.slice('prompts/'.length)) : join(folder, own)
  return { files, place }
}

/**
 * The texts of all templates in a folder, by their files' names. `problem` says where the folder is named; it is
 * told where the folder cannot be read.
 */
export async function readTemplates(
  folder: string,
  problem: Problem,
  problems: Problem[],
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  let names: string[] = []
  try {
    names = (await readdir(folder)).filter((name) => name.endsWith('.liquid')).sort()
  } catch (error) {
    const message = `The templates' folder cannot be read (${codeOf(error)}).`
    problems.push({ ...problem, message, found: resolve(folder) })
  }
  for (const name of names) {
    const text = await readText(join(folder, name), problems)
    if (text !== undefined) texts[name] = text
  }
  return texts
}

/** The value of `prompts:`, where it is a relative folder; what else is wrong with the file is told by parsePack. */
function sharedFolder(text: string, main: string): string | undefined | UserError {
  const source = readSource(text, main)
  const { prompts } = (source.data ?? {}) as { prompts?: unknown }
  if (typeof prompts !== 'string') return undefined
  if (!isAbsolute(prompts)) return prompts
  const message = '"prompts" must be a folder relative to this file, so that the pack can be moved.'
  return new UserError([
    source.problem(['prompts'], { message, found: prompts, mend: 'write ../other/prompts' }),
  ])
}

async function listTemplates(
  prompts: string,
  shared: string | undefined,
  main: string,
  problems: Problem[],
): Promise<string[]> {
  try {
    const names = await readdir(prompts)
    return names.filter((name) => name.endsWith('.liquid')).sort()
  } catch (error) {
    if (shared !== undefined) {
      problems.push({
        file: main,
        path: 'prompts',
        message: `The templates' folder cannot be read (${codeOf(error)}).`,
        found: resolve(prompts),
        mend: 'correct "prompts", or leave it out',
      })
    } else if (codeOf(error) !== 'ENOENT') {
      problems.push({ file: prompts, message: `The folder cannot be read (${codeOf(error)}).` })
    }
    return []
  }
}

async function readText(file: string, problems: Problem[]): Promise<string | undefined> {
  try {
    const { size } = await stat(file)
    if (size > MOST_BYTES) {
      problems.push({ file, message: `The file is larger than ${MOST_BYTES} bytes.`, found: `${size} bytes` })
      return undefined
    }
    const bytes = await readFile(file)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
  } catch (error) {
    problems.push(unreadable(file, error))
    return undefined
  }
}

const MOST_BYTES = 8_000_000

function unreadable(file: string, error: unknown): Problem {
  const code = codeOf(error)
  if (code === 'ENOENT') {
    return { file, message: 'There is no such file.', mend: 'name a folder that holds a scenario.yaml' }
  }
  if (code === 'ENOTDIR')
    return { file, message: 'A scenario is a folder, and this is a file.', mend: 'name its folder' }
  if (error instanceof TypeError) {
    return { file, message: 'The file is not text in UTF-8.', mend: 'save it in UTF-8' }
  }
  return { file, message: `The file cannot be read (${code}).` }
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
