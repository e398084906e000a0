/**
 * What scripted talkers and the rule-based observer know of the thing that is talked about: its name and its two
 * parts, from the pack's vars. Their set phrases are made of these words and of nothing else.
 */
import { type Problem, UserError } from '../../../core/problem.ts'

/** The vars that set phrases are made of. */
const TALK_VARS = ['object', 'part_a', 'part_b'] as const

export interface Terms {
  /** The thing as a whole: the crate, the orange. */
  readonly object: string
  /** Each party, first and second, with the part that it is after. */
  readonly seats: readonly [string, string]
  readonly parts: readonly [string, string]
}

export interface TermSource {
  readonly id: string
  readonly vars: Readonly<Record<string, string>>
  readonly parties: readonly { readonly id: string }[]
}

/** What a pack lacks for set phrases; empty where scripts can talk about it. `file`: what the pack is called. */
export function termProblems({ vars, parties }: TermSource, file: string): Problem[] {
  const missing = TALK_VARS.filter((name) => !vars[name])
  const found = Object.keys(vars).join(', ') || 'no vars'
  const words = {
    message: `Scripted talkers and the rule-based observer cannot talk about this scenario: it does not name ${missing.join(', ')}.`,
    mend: `name them under "vars" (${TALK_VARS.join(', ')}), or seat models`,
  }
  const tables = {
    message: 'Scripted talkers and the rule-based observer know talks of two parties alone.',
    found: `${parties.length} parties`,
    mend: 'seat models, or choose another scenario',
  }
  return [
    ...(missing.length > 0 ? [{ file, path: 'vars', found, ...words }] : []),
    ...(parties.length === 2 ? [] : [{ file, path: 'parties', ...tables }]),
  ]
}

/** The words of a pack. Throws a UserError where it lacks some. */
export function termsOf(source: TermSource): Terms {
  const problems = termProblems(source, `scenario ${source.id}`)
  if (problems.length > 0) throw new UserError(problems)
  const { vars, parties } = source
  return {
    object: vars.object!,
    seats: [parties[0]!.id, parties[1]!.id],
    parts: [vars.part_a!, vars.part_b!],
  }
}

/** The part that a party is after, and the other one: the first party is after part_a in every pack of this family. */
export function partsOf({ seats, parts }: Terms, seat: string): { mine: string; theirs: string } {
  const [a, b] = parts
  return seat === seats[0] ? { mine: a, theirs: b } : { mine: b, theirs: a }
}
