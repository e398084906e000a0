/**
 * Slips in the use of vars: one that no template uses, and a party's own words (what it needs, what it has promised)
 * that stand in what another party is sent.
 */
import type { Problem } from '../core/problem.ts'
import { chooseTemplate } from './choose.ts'
import type { CompiledTemplate } from './liquid.ts'
import type { Source } from './source.ts'
import { type Scenario, TEMPLATES } from './types.ts'

/**
 * Vars that no template of the pack uses. `read`: its templates by name; `source`: its scenario.yaml. A pack without a
 * template of its own (a game that was read from elsewhere) keeps them as facts for whoever will write one.
 */
export function unusedVars(
  scenario: Scenario,
  read: ReadonlyMap<string, CompiledTemplate>,
  source: Source,
): Problem[] {
  if (read.size === 0) return []
  const everybody = [undefined, ...scenario.parties.map((party) => party.id)]
  const usedBy = (seat: string | undefined): readonly CompiledTemplate[] =>
    TEMPLATES.flatMap((name) => {
      const own = chooseTemplate(scenario, name, seat)?.own
      const template = own === undefined ? undefined : read.get(own)
      return template ? [template] : []
    })
  const common = everybody.flatMap(usedBy)
  const tell = (path: readonly (string | number)[], what: string): Problem => ({
    ...source.problem(
      path,
      {
        message: `No template uses ${what}.`,
        found: String(path.at(-1)),
        mend: 'use it, or leave it out',
      },
      'key',
    ),
    severity: 'warning',
  })
  return [
    ...Object.keys(scenario.vars)
      .filter((name) => !isUsed(common, ['vars', name]))
      .map((name) => tell(['vars', name], `vars.${name}`)),
    ...scenario.parties.flatMap((party, i) =>
      Object.keys(party.vars)
        .filter((name) => !isUsed(usedBy(party.id), ['you', 'vars', name]))
        .map((name) => tell(['parties', i, 'vars', name], `you.vars.${name} where ${party.label} reads it`)),
    ),
  ]
}

/** Whether some template names it, or names what it is in by a key that is known only when it is rendered. */
const isUsed = (templates: readonly CompiledTemplate[], path: readonly string[]): boolean =>
  templates.some(({ uses }) =>
    uses.some(({ segments }) =>
      path.every((name, i) => (i > 0 && i >= segments.length) || [undefined, name].includes(segments[i])),
    ),
  )

/** Words that say nothing of what they are about. */
const EMPTY = new Set(
  `a all an and any are as at be been by can could do does for from get gets give given good great has have
   how i if in into is it its itself less like lot lots make makes making many may me more most much my need needs
   never no none not nothing of off on once one only or other our out over own part parts piece pieces plenty
   possible ready share some such take takes than that the their them then there they thing things this those to
   too two under up use used very want wants was we well what when which while who whole will with without would
   you your yours`.split(/\s+/),
)

/** What another party's own words are called in a prompt that is not its own: each with whose it is. */
export function wordsOfOthers(scenario: Scenario, seat: string): { words: string; label: string }[] {
  const own = scenario.parties.find((party) => party.id === seat)
  if (!own || scenario.information === 'common') return []
  const isOwn = (words: string): boolean => Object.values(own.vars).some((text) => says(text, words))
  return scenario.parties
    .filter((party) => party !== own)
    .flatMap(({ label, vars }) => {
      const theirs = Object.values(vars)
      // What everybody's vars call a thing of theirs: "peel", where they need "orange peel". What the situation names
      // may be no more than the object itself.
      const called = Object.values(scenario.vars).filter(
        (word) => theirs.some((text) => says(text, word)) && !says(scenario.situation, word),
      )
      return [...new Set([...theirs, ...called])]
        .filter((words) => isTelling(words) && !isOwn(words))
        .map((words) => ({ words, label }))
    })
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []

/** Whether words are about something, and not "as much" or "the more". */
export const isTelling = (text: string): boolean =>
  wordsOf(text).some((word) => word.length > 2 && !EMPTY.has(word))

/** Whether a text holds these words, next to each other, as whole words. */
export const says = (text: string, words: string): boolean =>
  ` ${wordsOf(text).join(' ')} `.includes(` ${wordsOf(words).join(' ')} `)
