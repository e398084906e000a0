/** What `parley import` does: reads a game folder, says what is odd about it, writes a scenario. */
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { countOutcomes } from '../../core/issue.ts'
import { type Problem, UserError } from '../../core/problem.ts'
import { SCENARIO_FILE } from '../../scenario/folder.ts'
import { CONFIG, DEAL, importLlmDeliberation, SCORES } from '../../scenario/import/llm-deliberation.ts'
import { parsePack } from '../../scenario/pack.ts'
import { grouped } from '../analysis-names.ts'
import { problemsText } from '../errors.ts'
import type { Io } from '../io.ts'
import { safeLine } from '../text.ts'
import { writeText } from '../write-text.ts'

export async function importGame(
  from: string,
  to: string,
  { json }: { readonly json?: boolean },
  io: Io,
): Promise<void> {
  const target = join(to, SCENARIO_FILE)
  const problems: Problem[] = []
  const files = await readGame(from, problems)
  if (problems.length > 0) throw new UserError(problems)
  const place = (path: string): string => join(from, path)
  const made = importLlmDeliberation(files, place, idFrom(to))
  if (made.text === undefined) throw new UserError(made.problems)
  const { scenario, problems: wrong } = parsePack({ [SCENARIO_FILE]: made.text })
  if (!scenario) {
    const message = 'What was read makes no valid scenario.'
    throw new UserError([{ file: from, message }, ...wrong.map((problem) => ({ ...problem, file: target }))])
  }
  await makeFolder(to, target)
  await writeText(target, made.text, 'scenario')
  if (json) {
    const { id, parties, issues } = scenario
    const outcomes = countOutcomes(issues).toString()
    const names = parties.map((party) => party.id)
    return io.out(
      JSON.stringify({ file: target, id, parties: names, outcomes, problems: made.problems }, null, 2),
    )
  }
  if (made.problems.length > 0) {
    io.note(problemsText(made.problems, { color: io.live && !io.env.NO_COLOR }))
  }
  const { parties, issues } = scenario
  const vetoes = parties.filter(({ veto }) => veto).map(({ label }) => safeLine(label))
  io.out(
    [
      `${safeLine(target)}: ${parties.length} parties, ${issues.length} issues, ${grouped(countOutcomes(issues))} outcomes.`,
      `A deal passes with ${parties.length - 1} of ${parties.length} parties, ${vetoes.join(' and ')} among them.`,
    ].join('\n'),
  )
}

/** All texts of a game by their paths in its folder; what cannot be read is told. */
async function readGame(folder: string, problems: Problem[]): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const take = async (path: string): Promise<void> => {
    try {
      const bytes = await readFile(join(folder, path))
      files[path] = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return
      const message =
        error instanceof TypeError ? 'The file is not text in UTF-8.' : `The file cannot be read (${code}).`
      problems.push({ file: join(folder, path), message })
    }
  }
  for (const path of [CONFIG, DEAL]) await take(path)
  for (const name of await list(join(folder, SCORES))) await take(`${SCORES}/${name}`)
  return files
}

async function list(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
  } catch {
    // What is missing is told file by file, by the lines of config.txt.
    return []
  }
}

/** The scenario's id: the name of its folder, made to fit. */
function idFrom(to: string): string {
  const name = basename(resolve(to))
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 60)
  return /^[A-Za-z]/.test(name) ? name : `game${name === '' ? '' : `-${name.replace(/^-+/, '')}`}`
}

/** Makes the folder; throws a UserError where it holds a scenario already or cannot be made. */
async function makeFolder(to: string, target: string): Promise<void> {
  if (await stat(target).catch(() => undefined)) {
    throw new UserError([
      {
        file: target,
        message: 'There is a scenario already.',
        mend: 'name another folder, or take it away first',
      },
    ])
  }
  try {
    await mkdir(to, { recursive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError([{ file: to, message: `The folder cannot be made (${code}).` }])
  }
}
