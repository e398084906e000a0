/**
 * Game folders of LLM-Deliberation (Abdelnabi et al., "Cooperation, competition, and maliciousness: LLM-stakeholders
 * interactive negotiation", NeurIPS 2024) to a scenario: `config.txt` lists the parties, `scores_files/<file>.txt`
 * holds one party's points, a line an issue, and its threshold, `initial_deal.txt` the deal that opens the game.
 * Everything that is wrong is collected, with its file and line.
 */
import type { Problem } from '../../core/problem.ts'
import { parseRational } from '../../core/rational.ts'
import { type ConfigLine, readConfig } from './config-lines.ts'
import { readDeal } from './initial-deal.ts'
import { contentLines, type Told } from './lines.ts'
import { type Imported, scenarioText } from './scenario-text.ts'

export const CONFIG = 'config.txt'
export const DEAL = 'initial_deal.txt'
export const SCORES = 'scores_files'

export interface ImportResult {
  /** The text of scenario.yaml; undefined where there is an error. */
  readonly text?: string
  readonly problems: readonly Problem[]
}

/**
 * Makes a scenario of a game's files by their paths in its folder. `place` maps a path to the name that a person
 * knows; `id` is the scenario's. Never throws for what is in the files.
 */
export function importLlmDeliberation(
  files: Readonly<Record<string, string>>,
  place: (path: string) => string,
  id: string,
): ImportResult {
  const problems: Problem[] = []
  const tell: Told = (path, problem) => void problems.push({ file: place(path), ...problem })
  const textOf = (path: string): string | undefined => (Object.hasOwn(files, path) ? files[path] : undefined)

  const config = textOf(CONFIG)
  if (config === undefined) {
    const mend = 'name a game folder of LLM-Deliberation: one with config.txt and scores_files/'
    tell(CONFIG, { message: 'There is no such file.', mend })
    return { problems }
  }
  const scores = Object.keys(files).filter((path) => path.startsWith(`${SCORES}/`))
  const parties = readConfig(contentLines(config), scores, tell)
  const sheets = parties.map(({ file }) => {
    const path = `${SCORES}/${file}.txt`
    const text = textOf(path)
    return text === undefined ? undefined : readScores(path, text, tell)
  })
  const shape = checkShape(parties, sheets, tell)
  for (const path of scores) {
    if (!parties.some(({ file }) => path === `${SCORES}/${file}.txt`)) {
      const message = 'No line of config.txt names this file, so it is left out.'
      tell(path, { message, severity: 'warning' })
    }
  }
  const deal = shape && readDeal(textOf(DEAL), DEAL, shape, tell)
  if (!shape || problems.some(({ severity }) => severity !== 'warning')) return { problems }
  const game: Imported = {
    id,
    parties: parties.map((party, p) => ({ ...party, ...sheets[p]! })),
    options: shape,
    ...(deal && { deal }),
  }
  return { text: scenarioText(game), problems }
}

export interface Scores {
  /** One list an issue, one figure an option, as written. */
  readonly points: readonly (readonly string[])[]
  readonly threshold: string
  /** The line of each issue, from 1. */
  readonly lines: readonly number[]
}

/** A line of points an issue, and the threshold on the last. */
function readScores(path: string, text: string, tell: Told): Scores | undefined {
  const lines = contentLines(text)
  const last = lines.at(-1)
  if (!last) {
    tell(path, {
      message: 'The file is empty.',
      expected: 'a line of points for each issue, then the threshold',
    })
    return undefined
  }
  let good = true
  const rows = lines.map(({ text: own, line }) => {
    const cells = own.split(',').map((cell) => cell.trim())
    if (cells.length > 1 && cells.at(-1) === '') {
      tell(path, { line, message: 'The line ends in a comma, which is passed over.', severity: 'warning' })
      cells.pop()
    }
    for (const cell of cells) {
      if (/^-?\d+(\.\d+)?$/.test(cell) && parseRational(cell)) continue
      good = false
      const column = own.indexOf(cell) + 1
      const message = cell === '' ? 'There is nothing between two commas.' : 'This is no number.'
      tell(path, { line, column, message, found: cell === '' ? own : cell, expected: 'points, as 14 or 7.5' })
    }
    return cells
  })
  const threshold = rows.pop()!
  if (threshold.length !== 1) {
    tell(path, {
      line: last.line,
      message: 'The last line must be the threshold alone.',
      found: last.text.trim(),
      expected: 'one number',
      mend: 'add the threshold as a last line',
    })
    return undefined
  }
  if (rows.length === 0) {
    tell(path, {
      line: last.line,
      message: 'There is a threshold and no issue.',
      expected: 'a line of points for each issue',
    })
    return undefined
  }
  return good ? { points: rows, threshold: threshold[0]!, lines: lines.map(({ line }) => line) } : undefined
}

/** The most issues, which are called by letters. */
const MOST_ISSUES = 26

/** How many options each issue has: the same in every party's file. Undefined where they differ or none is read. */
function checkShape(
  parties: readonly ConfigLine[],
  sheets: readonly (Scores | undefined)[],
  tell: Told,
): readonly number[] | undefined {
  // What most files agree on is taken for right, so that the odd one is blamed.
  const shapes = sheets.map((sheet) => sheet?.points.map((points) => points.length).join())
  const votes = shapes.map((shape) => shapes.filter((other) => shape !== undefined && other === shape).length)
  const at = votes.indexOf(Math.max(...votes))
  const model = sheets[at]
  if (!model) return undefined
  const name = `${parties[at]!.file}.txt`
  let same = true
  sheets.forEach((sheet, p) => {
    if (!sheet || sheet === model) return
    const path = `${SCORES}/${parties[p]!.file}.txt`
    if (sheet.points.length !== model.points.length) {
      same = false
      tell(path, {
        message: `The file has another number of issues than ${name}.`,
        found: `${sheet.points.length}`,
        expected: `${model.points.length} lines of points and a threshold`,
      })
      return
    }
    sheet.points.forEach((points, i) => {
      const options = model.points[i]!.length
      if (points.length === options) return
      same = false
      tell(path, {
        line: sheet.lines[i]!,
        message: `Issue ${letterOf(i)} has another number of options than in ${name}.`,
        found: `${points.length}`,
        expected: `${options}`,
      })
    })
  })
  if (model.points.length > MOST_ISSUES) {
    same = false
    const path = `${SCORES}/${name}`
    const expected = `at most ${MOST_ISSUES}, called A to Z`
    tell(path, { message: 'There are too many issues.', found: `${model.points.length}`, expected })
  }
  return same ? model.points.map((points) => points.length) : undefined
}

/** A, B, C, … as the games call their issues. */
const letterOf = (issue: number): string => String.fromCharCode(65 + issue)
