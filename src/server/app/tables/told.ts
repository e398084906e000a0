/** What a table's file says of money, and what is told of its troubles. */
import { type Problem, UserError } from '../../../core/problem.ts'
import { parseRational } from '../../../core/rational.ts'
import type { Caps } from '../../../study/budget.ts'
import { haltMend, haltText } from '../../../study/halt-text.ts'
import type { RunHalt } from '../../../study/models.ts'
import type { TableFile } from './files.ts'

export const capsOf = ({ capUsd, capTokens }: TableFile): Caps => {
  const cost = capUsd === undefined ? undefined : parseRational(capUsd)
  return {
    ...(cost ? { cost } : {}),
    ...(capTokens === undefined ? {} : { tokens: capTokens }),
    ...(cost || capTokens !== undefined ? { anywhere: true } : {}),
  }
}

/** What went wrong, for the owner. */
export const wordsOf = (error: unknown): string =>
  error instanceof UserError
    ? error.problems.map(({ message, mend }: Problem) => [message, mend].filter(Boolean).join(' ')).join(' ')
    : 'The table cannot be played on: a fault of Parley itself.'

/** What a table waits for, and what ends the wait. */
export const haltWords = (halts: readonly RunHalt[]): string =>
  halts.map((halt) => [haltText(halt), haltMend(halt.code)].filter(Boolean).join(' ')).join(' ')
