/** The parties of an LLM-Deliberation game: a line each of name, file, role, incentive and model. */
import { meant } from '../nearest.ts'
import type { Line, Told } from './lines.ts'

export interface ConfigLine {
  readonly line: number
  readonly name: string
  readonly file: string
  readonly role: Role
  readonly incentive: string
}

/** p1 proposes first and last; p1 and p2 hold vetoes. */
export const ROLES = ['p1', 'p2', 'player'] as const
export type Role = (typeof ROLES)[number]

/** What the games' authors tell a party to strive for. */
const INCENTIVES = ['cooperative', 'greedy', 'targeted_adv', 'untargeted_adv'] as const

const PATH = 'config.txt'
const SHAPE = 'name, file, role, incentive, model'

/** Reads the parties; `scores` are the paths of the score files that there are. */
export function readConfig(lines: readonly Line[], scores: readonly string[], tell: Told): ConfigLine[] {
  const files = scores.map((path) => path.replace(/^.*\//, '').replace(/\.txt$/, ''))
  const parties = lines.flatMap(({ line, text }): ConfigLine[] => {
    const cells = text.split(',').map((cell) => cell.trim().replace(/\s+/g, ' '))
    const [name = '', file = '', role = '', incentive = ''] = cells
    if (cells.length < 4 || cells.length > 5 || name === '' || file === '') {
      tell(PATH, {
        line,
        message: 'This line does not describe a party.',
        found: text.trim(),
        expected: SHAPE,
      })
      return []
    }
    if (!files.includes(file)) {
      const mend = meant(file, files)
      tell(PATH, { line, message: `There is no scores_files/${file}.txt.`, found: file, mend })
    }
    if (!isRole(role)) {
      const expected = ROLES.join(', ')
      tell(PATH, {
        line,
        message: 'This role is not known.',
        found: role,
        expected,
        mend: meant(role, ROLES),
      })
    }
    if (!(INCENTIVES as readonly string[]).includes(incentive)) {
      tell(PATH, {
        line,
        message: 'This incentive is not known; it is kept as it is, and nothing depends on it.',
        found: incentive === '' ? 'nothing' : incentive,
        expected: INCENTIVES.join(', '),
        mend: meant(incentive, INCENTIVES),
        severity: 'warning',
      })
    }
    return [{ line, name, file, role: isRole(role) ? role : 'player', incentive }]
  })
  checkWhole(parties, tell)
  return parties
}

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text)

function checkWhole(parties: readonly ConfigLine[], tell: Told): void {
  if (parties.length < 2) {
    tell(PATH, { message: 'A game has two parties or more.', found: `${parties.length}`, expected: SHAPE })
    return
  }
  for (const role of ['p1', 'p2'] as const) {
    const [first, second] = parties.filter((party) => party.role === role)
    if (!first) {
      tell(PATH, {
        message: `No party has the role ${role}.`,
        expected: 'one p1 and one p2, who hold vetoes',
      })
    }
    if (second) {
      const found = `${first!.name}, ${second.name}`
      tell(PATH, { line: second.line, message: `Two parties have the role ${role}.`, found })
    }
  }
  for (const key of ['name', 'file'] as const) {
    const seen = new Map<string, ConfigLine>()
    for (const party of parties) {
      const own = party[key].toLowerCase()
      const before = seen.get(own)
      seen.set(own, party)
      if (!before) continue
      const message = `Line ${before.line} has this ${key} already.`
      tell(PATH, { line: party.line, message, found: party[key] })
    }
  }
}
