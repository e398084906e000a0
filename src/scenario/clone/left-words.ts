/** What a clone still says of its original: words of its vars that the templates hold themselves. */
import type { Problem } from '../../core/problem.ts'
import { makeRenderer } from '../render.ts'
import { isTelling, says } from '../slips-vars.ts'
import type { Scenario } from '../types.ts'

/**
 * Words of the original's vars, title and situation that stand in what the clone's parties and its observer are
 * told, and are none of the clone's own. Returned as warnings; `file`: the clone's scenario.yaml.
 */
export function leftWords(original: Scenario, clone: Scenario, file: string): Problem[] {
  const renderer = makeRenderer(clone)
  const prompts = clone.parties.map(({ id, label }) => ({
    text: renderer.system(id),
    to: `what ${label} is told`,
  }))
  if (clone.observer !== undefined) {
    prompts.push({ text: renderer.observer(), to: "the observer's instructions" })
  }
  const own = wordsOf(clone)
  const theirs = wordsOf(original).filter(
    (words) => isTelling(words) && !own.some((text) => says(text, words)),
  )
  return [...new Set(theirs)].flatMap((words): Problem[] => {
    const where = prompts.filter(({ text }) => says(text, words)).map(({ to }) => to)
    if (where.length === 0) return []
    return [
      {
        file,
        severity: 'warning',
        message: `"${words}" of the original still stands in ${where.join(' and in ')}.`,
        found: words,
        mend: 'put it into a var of the original, and use that in the template',
      },
    ]
  })
}

const wordsOf = ({ vars, situation, parties }: Scenario): string[] => [
  situation,
  ...[vars, ...parties.map((party) => party.vars)].flatMap((words) => Object.values(words)),
]
