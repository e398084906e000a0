/**
 * The words of a structural clone: a YAML file with everything that the clone says otherwise than its original, and
 * nothing else. Checked here against what the original's vars are called.
 */
import { z } from 'zod'
import type { Problem } from '../../core/problem.ts'
import { checkAbout } from '../about.ts'
import { about } from '../about-schema.ts'
import { meant } from '../nearest.ts'
import { readVars } from '../parties.ts'
import * as schema from '../schema.ts'
import { fitTo } from '../shape.ts'
import { type Path, readSource, type Source } from '../source.ts'
import type { Scenario } from '../types.ts'

/** What a clone says otherwise. */
export interface CloneWords {
  readonly id: string
  readonly title: string
  readonly situation: string
  readonly vars: Readonly<Record<string, string>>
  /** By the party's id. */
  readonly parties: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Whether the file has an `about` block for the clone. */
  readonly about: boolean
}

const { id, situation, title } = schema.scenario.shape

const file = z.strictObject({
  id,
  title: title.unwrap(),
  situation,
  vars: schema.vars.optional(),
  parties: z.record(z.string(), schema.vars).optional(),
  about: about.optional(),
})

/**
 * Reads the words of a clone of `original`. Every var of the original must be there and no other; what is missing,
 * unknown or empty is told with its line. Never throws for what a person wrote.
 */
export function readCloneWords(
  text: string,
  name: string,
  original: Scenario,
): { readonly words?: CloneWords; readonly problems: readonly Problem[] } {
  const source = readSource(text, name)
  const problems: Problem[] = [...source.problems]
  if (typeof source.data !== 'object' || source.data === null || Array.isArray(source.data)) {
    const message = 'The file does not hold keys and values.'
    if (problems.length === 0) problems.push(source.problem([], { message, expected: 'id: …' }))
    return { problems }
  }
  const data = fitTo(file, source.data, source, [], problems)
  const given = asMap(source.data)
  compare(given.vars, original.vars, ['vars'], source, problems)
  const parties = asMap(given.parties)
  for (const party of original.parties) {
    compare(parties[party.id], party.vars, ['parties', party.id], source, problems)
  }
  const ids = original.parties.map((party) => party.id)
  for (const other of Object.keys(parties).filter((key) => !ids.includes(key))) {
    const message = `The original has no party "${other}".`
    problems.push(
      source.problem(['parties', other], { message, found: other, mend: meant(other, ids) }, 'key'),
    )
  }
  if (given.id === original.id) {
    const message = 'This is the id of the original; a clone needs one of its own.'
    problems.push(source.problem(['id'], { message, found: original.id }))
  }
  const { observer, protocol } = original
  checkAbout({ about: given.about, id: given.id, observer, protocol }, source, problems)
  if (!data || problems.length > 0) {
    return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) }
  }
  return {
    problems,
    words: {
      id: data.id,
      title: data.title,
      situation: data.situation.trimEnd(),
      vars: readVars(data.vars ?? {}, source, ['vars']),
      parties: Object.fromEntries(
        ids.map((party) => [party, readVars(data.parties?.[party] ?? {}, source, ['parties', party])]),
      ),
      about: data.about !== undefined,
    },
  }
}

const asMap = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Names that the original has and the file lacks, and the other way round. */
function compare(
  found: unknown,
  wanted: Readonly<Record<string, string>>,
  path: Path,
  source: Source,
  problems: Problem[],
): void {
  const given = asMap(found)
  const names = Object.keys(wanted)
  if (found === undefined && names.length > 0) {
    const message = `"${path.join('.')}" is missing.`
    problems.push(source.problem(path, { message, found: 'nothing', expected: names.join(', ') }))
    return
  }
  const where = path.length > 1 ? `the party "${path[1]}" of the original` : 'the original'
  for (const name of names.filter((one) => !Object.hasOwn(given, one))) {
    problems.push(
      source.problem(
        path,
        {
          message: `"${name}" is missing.`,
          expected: `what stands for "${short(wanted[name]!)}" in ${where}`,
          mend: `add it under "${path.join('.')}"`,
        },
        'key',
      ),
    )
  }
  for (const name of Object.keys(given).filter((one) => !names.includes(one))) {
    problems.push(
      source.problem(
        [...path, name],
        {
          message: `No var of ${where} is called "${name}", so nothing would use it.`,
          found: name,
          mend: meant(name, names),
        },
        'key',
      ),
    )
  }
}

const short = (text: string): string => (text.length <= 80 ? text : `${text.slice(0, 77).toWellFormed()}...`)
