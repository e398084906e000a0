/** The file of a clone's words as a form to fill in: every name that is needed, and what the original says there. */
import { Document, isScalar, type Pair, type Scalar, visit, YAMLMap } from 'yaml'
import type { Scenario } from '../types.ts'

/** How many vars a scenario has, its parties' with them. */
export const countVars = (scenario: Scenario): number =>
  [scenario.vars, ...scenario.parties.map(({ vars }) => vars)].reduce(
    (sum, vars) => sum + Object.keys(vars).length,
    0,
  )

/** The form, as YAML with empty values. `how`: lines that say what to do with it. */
export function cloneForm(scenario: Scenario, how: readonly string[]): string {
  const { title, situation, vars } = scenario
  const parties = scenario.parties.filter((party) => Object.keys(party.vars).length > 0)
  const filled = {
    id: 'a short name of its own; letters, digits, "-"',
    title,
    situation,
    ...(Object.keys(vars).length > 0 ? { vars } : {}),
    ...(parties.length > 0
      ? { parties: Object.fromEntries(parties.map((party) => [party.id, party.vars])) }
      : {}),
  }
  const form = new Document(filled)
  // What the original says stands beside each empty value, as a comment.
  visit(form, {
    Pair: (_, pair: Pair) => {
      const value = pair.value as Scalar
      if (!isScalar(value)) return
      value.comment = ` ${String(value.value).replaceAll(/\s+/g, ' ')}`
      value.value = null
      value.source = ''
    },
  })
  for (const { key, value } of (form.contents as YAMLMap<Scalar, unknown>).items) {
    if (value instanceof YAMLMap) key.spaceBefore = true
  }
  form.commentBefore = how.map((line) => ` ${line}`).join('\n')
  form.comment = ' about: what a page about the clone says (docs/packs.md); it may be left out'
  return form.toString({ lineWidth: 0, nullStr: '' })
}
