/** The names of template files: a template's, or a template's and a party's. */
import type { Problem } from '../core/problem.ts'
import { meant } from './nearest.ts'
import { TEMPLATES } from './types.ts'

/** Tells of files under prompts/ that no template or party is called after, since they would never be used. */
export function checkNames(
  names: readonly string[],
  parties: readonly string[],
  place: (path: string) => string,
  problems: Problem[],
): void {
  for (const name of names) {
    const file = place(`prompts/${name}.liquid`)
    const dot = name.indexOf('.')
    const template = dot < 0 ? name : name.slice(0, dot)
    const party = dot < 0 ? undefined : name.slice(dot + 1)
    if (!(TEMPLATES as readonly string[]).includes(template)) {
      problems.push({
        file,
        message: `No template is called "${template}".`,
        found: `${name}.liquid`,
        mend: meant(template, TEMPLATES),
      })
    } else if (party !== undefined && parties.length > 0 && !parties.includes(party)) {
      problems.push({
        file,
        message: `No party is called "${party}", so this template would never be used.`,
        found: `${name}.liquid`,
        mend: meant(party, parties),
      })
    }
  }
}
