/**
 * How problems are told. To people: place, what is wrong, what was found and expected, how to mend it; sorted by
 * file and line, since one mends from top to bottom. To programs (`--json`): the same as data, all of them.
 */
import pico from 'picocolors'
import type { ExitCode, Problem } from '../core/problem.ts'
import { cut, safe, safeLine } from './text.ts'

/** A file with more problems than this is told of by its first ones and a count. */
const MOST_PER_FILE = 20

/** Longer finds than this help nobody. */
const LONGEST = 240

export interface Telling {
  /** Colour, for a terminal; default none. */
  readonly color?: boolean
}

/** `file:line:column`, as editors and terminals make a link of it. */
const placeText = ({ file, line, column }: Problem): string =>
  safeLine(
    [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':'),
  )

/** One problem as a few lines: what is wrong at its place, then what is known beside it. */
export function problemText(problem: Problem, { color = false }: Telling = {}): string {
  const paint = pico.createColors(color)
  const warning = problem.severity === 'warning'
  const mark = warning ? paint.yellow('warning: ') : ''
  const rows: (readonly [string, string | undefined])[] = [
    ['in', problem.path],
    ['found', problem.found],
    ['expected', problem.expected],
    ['to mend', problem.mend],
  ]
  const details = rows.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${paint.dim(name.padEnd(8))}  ${hang(text)}`],
  )
  return [`${paint.bold(placeText(problem))}: ${mark}${safe(problem.message)}`, ...details].join('\n')
}

/** Later lines of a detail stand under its first. */
const hang = (text: string): string => cut(safe(text).trim(), LONGEST).replaceAll('\n', `\n${' '.repeat(12)}`)

/** All problems, and a last line with their number where there is more than one. */
export function problemsText(problems: readonly Problem[], telling: Telling = {}): string {
  const files = Map.groupBy(problems, (problem) => problem.file)
  const blocks = [...files.values()].flatMap((list) => {
    const told = list
      .toSorted(inOrder)
      .slice(0, MOST_PER_FILE)
      .map((problem) => problemText(problem, telling))
    const more = list.length - told.length
    return more > 0 ? [...told, `${safeLine(list[0]!.file)}: and ${more} more (--json names them all)`] : told
  })
  const roomy = problems.some(({ path, found, expected, mend }) => path ?? found ?? expected ?? mend)
  const text = blocks.join(roomy ? '\n\n' : '\n')
  return problems.length > 1 ? `${text}\n\n${countText(problems, files.size)}` : text
}

/** `3 problems and 1 warning in 2 files`. */
function countText(problems: readonly Problem[], files: number): string {
  const warnings = problems.filter((problem) => problem.severity === 'warning').length
  const counts = [count(problems.length - warnings, 'problem'), count(warnings, 'warning')]
  const where = files > 1 ? ` in ${files} files` : ''
  return `${counts.filter((text) => text !== undefined).join(' and ')}${where}`
}

const count = (n: number, noun: string): string | undefined =>
  n === 0 ? undefined : `${n} ${noun}${n === 1 ? '' : 's'}`

/** One mends a file from top to bottom. */
const inOrder = (a: Problem, b: Problem): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)

/** What `--json` prints in the place of a result: `{ "ok": false, "exit": 3, "problems": [...] }`. */
export const problemsJson = (problems: readonly Problem[], exit: ExitCode): string =>
  JSON.stringify({ ok: false, exit, problems }, null, 2)
