/** A slip in an observer's instructions: kinds that it may report, and that it is told nothing of. */
import type { Problem } from '../core/problem.ts'
import { outcomeKinds } from './about.ts'
import type { Scenario } from './types.ts'

/**
 * A warning where a pack's own instructions name some of the observer's kinds and leave others out. Instructions that
 * name none explain them in other words, which nobody can check. `text`: the instructions as they are rendered.
 */
export function unnamedKinds(scenario: Scenario, text: string, file: string): Problem | undefined {
  const known = scenario.observer === undefined ? undefined : outcomeKinds(scenario)
  if (!known) return undefined
  // That nothing is agreed on needs no explanation.
  const { none = 'none' } = scenario.observer as { none?: string }
  const kinds = known.kinds.filter((kind) => kind !== none)
  const missing = kinds.filter((kind) => !names(text, kind))
  if (missing.length === 0 || missing.length === kinds.length) return undefined
  return {
    file,
    severity: 'warning',
    message: `The observer may report ${missing.map((kind) => `"${kind}"`).join(', ')}, and its instructions name other kinds alone.`,
    found: kinds.filter((kind) => !missing.includes(kind)).join(', '),
    expected: `the kinds of ${known.of}: ${known.kinds.join(', ')}`,
    mend: 'say in the template when to report it, or take it out of the list',
  }
}

/** As a whole word: "all" is not named by "allocation". */
const names = (text: string, kind: string): boolean => {
  for (let at = text.indexOf(kind); at >= 0; at = text.indexOf(kind, at + 1)) {
    const around = [text[at - 1], text[at + kind.length]]
    if (!around.some((letter) => letter !== undefined && /[\p{L}\p{N}_-]/u.test(letter))) return true
  }
  return false
}
