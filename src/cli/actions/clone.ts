/** What `parley clone` does. */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { EXIT, type Problem, UserError } from '../../core/problem.ts'
import { shellWord } from '../../core/shell-word.ts'
import { cloneForm, countVars } from '../../scenario/clone/form.ts'
import { leftWords } from '../../scenario/clone/left-words.ts'
import { clonePackText } from '../../scenario/clone/pack-text.ts'
import { type CloneWords, readCloneWords } from '../../scenario/clone/vars-file.ts'
import { checkScenario, SCENARIO_FILE } from '../../scenario/folder.ts'
import { parsePack } from '../../scenario/pack.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Options } from '../commands/clone.ts'
import { notWritten } from '../disk-error.ts'
import { problemsText } from '../errors.ts'
import type { Io } from '../io.ts'
import { safeLine } from '../text.ts'
import { usage } from '../usage.ts'

export async function clone(path: string, options: Options, io: Io): Promise<void> {
  const original = await readOriginal(path)
  const { scenario, main } = original
  if (options.listVars) return listVars(original, path, options, io)
  const { vars: file } = options
  if (file === undefined) {
    throw usage(
      'A clone needs its words.',
      'parley clone',
      `write --vars <file>; --list-vars prints one to fill in`,
    )
  }
  const text = await readWords(file)
  const { words, problems } = readCloneWords(text, file, scenario)
  if (!words) throw new UserError(problems)
  const folder = options.out ?? join(dirname(main), '..', words.id)
  await mustBeNew(folder)
  const made = makePack(original, words, text, folder)
  if (made.warnings.length > 0) {
    io.note(`${problemsText(made.warnings, { color: io.live && !io.env.NO_COLOR })}\n`)
  }
  await write(folder, made.text)
  const { id, title } = words
  if (options.json) {
    const report = {
      id,
      title,
      original: scenario.id,
      folder,
      prompts: made.prompts,
      warnings: made.warnings,
    }
    return io.out(JSON.stringify(report, null, 2))
  }
  const templates = made.prompts === undefined ? '' : `, with the templates of ${made.prompts}`
  io.out(
    [
      `${safeLine(folder)}: "${safeLine(title)}" (${id}), ${countVars(scenario)} words of ${scenario.id} changed${templates}`,
      `Read what its parties are sent: parley render ${shellWord(safeLine(folder))} --party ${scenario.parties[0]!.id}`,
    ].join('\n'),
  )
}

interface Original {
  readonly scenario: Scenario
  /** Its scenario.yaml. */
  readonly main: string
  /** The folder of its templates; undefined where it has none. */
  readonly prompts?: string
}

async function readOriginal(path: string): Promise<Original> {
  const { scenario, place, problems } = await checkScenario(path)
  if (!scenario || !place) throw new UserError(problems)
  const main = place(SCENARIO_FILE)
  if (countVars(scenario) === 0) {
    const message = 'This scenario has no vars, so a clone of it could only repeat it.'
    const mend = 'put the words that clones change into "vars", and use them in the templates'
    throw new UserError([{ file: main, message, mend }])
  }
  const own = Object.keys(scenario.templates).length > 0
  return { scenario, main, ...(own ? { prompts: dirname(place('prompts/any.liquid')) } : {}) }
}

function listVars({ scenario }: Original, path: string, { json }: Options, io: Io): void {
  if (json) {
    const { id, title, situation, vars } = scenario
    const parties = Object.fromEntries(scenario.parties.map((party) => [party.id, party.vars]))
    io.out(JSON.stringify({ id, title, situation, vars, parties }, null, 2))
    return
  }
  const how = [
    `The words of a clone of "${safeLine(scenario.title)}" (${scenario.id}).`,
    'Give every name a value of its own; what the original says there stands behind it. Then:',
    `  parley clone ${shellWord(safeLine(path))} --vars <this file>`,
  ]
  io.out(cloneForm(scenario, how).trimEnd())
}

async function readWords(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const message =
      error instanceof TypeError
        ? 'The file is not text in UTF-8.'
        : code === 'ENOENT'
          ? 'There is no such file.'
          : `The file cannot be read (${code}).`
    throw new UserError([{ file, message, mend: '--list-vars prints a file to fill in' }])
  }
}

/** A folder that holds anything is left as it is. */
async function mustBeNew(folder: string): Promise<void> {
  let found: readonly string[]
  try {
    found = await readdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    const message = code === 'ENOTDIR' ? 'This is a file.' : `The folder cannot be read (${code}).`
    throw new UserError([{ file: folder, message, mend: 'name another folder with --out' }])
  }
  if (found.length === 0) return
  const message = 'There is something here already; nothing was written.'
  throw new UserError([
    { file: folder, message, found: found.slice(0, 5).join(', '), mend: 'name another folder with --out' },
  ])
}

interface MadePack {
  readonly text: string
  readonly warnings: readonly Problem[]
  /** The templates' folder as seen from the clone's. */
  readonly prompts?: string
}

/** The clone's scenario.yaml, read and rendered once as any pack is, before it is written. */
function makePack(original: Original, words: CloneWords, wordsText: string, folder: string): MadePack {
  const { scenario, main } = original
  const prompts = original.prompts === undefined ? undefined : seenFrom(folder, original.prompts)
  const text = clonePackText(scenario, words, wordsText, prompts)
  const files = { ...scenario.files, [SCENARIO_FILE]: text }
  const place = (file: string): string =>
    file === SCENARIO_FILE
      ? join(folder, file)
      : join(original.prompts ?? dirname(main), file.slice('prompts/'.length))
  const parsed = parsePack(files, place)
  if (!parsed.scenario) throw new UserError(parsed.problems)
  const left = leftWords(scenario, parsed.scenario, join(folder, SCENARIO_FILE))
  return { text, warnings: [...parsed.problems, ...left], ...(prompts === undefined ? {} : { prompts }) }
}

/** A relative path, so that both packs can be moved together. */
function seenFrom(folder: string, prompts: string): string {
  const path = relative(resolve(folder), resolve(prompts))
  if (!isAbsolute(path)) return path.split(sep).join('/')
  const message = 'The templates are on another drive, where a pack that is moved would not find them.'
  throw new UserError(
    [{ file: folder, message, found: prompts, mend: 'name a folder near them with --out' }],
    EXIT.usage,
  )
}

async function write(folder: string, text: string): Promise<void> {
  const file = join(folder, SCENARIO_FILE)
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(file, text, { flag: 'wx' })
  } catch (error) {
    throw notWritten(error, file, 'clone')
  }
}
