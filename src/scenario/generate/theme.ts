/**
 * Themes: the wording of drawn games, as data. A theme holds more than any one game uses; each game draws its own
 * parties, issues, options and sentences from it, so that games of one theme differ in words as in points.
 */
import { z } from 'zod'
import type { Problem } from '../../core/problem.ts'
import { fitTo } from '../shape.ts'
import { readSource } from '../source.ts'

const line = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[^\p{Cc}]*$/u, 'This must be one line, without control characters.')
const lines = z.array(line).min(1)
const id = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'An id is a small letter, then letters, digits or "-".')

const party = z.strictObject({
  id: id.describe('How records and file names call the party'),
  label: line.describe('How the party is called at the table'),
  names: lines.describe('Organisations that it may stand for; one is drawn'),
  about: lines.describe('Who that is, in words; one is drawn'),
})

const issue = z.strictObject({
  names: lines.describe('What the issue may be called; one is drawn'),
  describe: lines.describe('What it is, in words; one is drawn'),
  options: z.array(line).min(2).describe('What may be chosen; as many are drawn as are asked for'),
})

const numbers = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'small letters, digits and "_"'),
  describe: lines.describe('What it is, in words; one is drawn'),
  ranges: z
    .array(z.tuple([z.int(), z.int()]))
    .min(1)
    .describe('From and to; one is drawn'),
  decimals: z.int().min(0).max(6).default(0).describe('Decimal places of a value'),
  higher: z.enum(['first', 'second']).describe('Which of two sides wants more of it where they are opposed'),
})

export const themeSchema = z
  .strictObject({
    format: z.literal(1).describe('The version of this format'),
    id: id.describe("The theme's name, which begins the names of its games"),
    titles: lines.describe('Titles of games; one is drawn'),
    words: z
      .record(z.string().regex(/^[a-z]+$/), lines)
      .default({})
      .describe('Lists of words; {place} in any text is one of the list "place", the same in the whole game'),
    situation: z.array(lines).min(1).describe('The sentences of the situation, in order: one of each list'),
    parties: z.array(party).min(2).describe('Parties for games of votes'),
    issues: z.array(issue).min(1).describe('Issues with options'),
    sides: z
      .array(z.tuple([party, party]))
      .min(1)
      .describe('Pairs of parties for games of two'),
    pair_situation: z.array(lines).min(1).describe('The sentences of a situation of two'),
    numbers: z.array(numbers).min(1).describe('Issues with numbers, for games of two'),
  })
  .meta({ title: 'Parley theme' })

export type Theme = z.output<typeof themeSchema>
export type ThemeParty = z.output<typeof party>
export type ThemeNumbers = z.output<typeof numbers>

/** Reads a theme from its YAML. `file` is the name that problems tell. */
export function parseTheme(
  text: string,
  file: string,
): { readonly theme?: Theme; readonly problems: Problem[] } {
  const source = readSource(text, file)
  const problems: Problem[] = [...source.problems]
  if (source.data === undefined || source.data === null) return { problems }
  const theme = fitTo(themeSchema, source.data, source, [], problems)
  if (!theme || problems.length > 0) return { problems }
  const tell = (path: (string | number)[], message: string, found: string): void => {
    problems.push(source.problem(path, { message, found }))
  }
  for (const [path, found] of textsOf(theme, [])) {
    for (const [, word] of found.matchAll(/\{([^}]*)\}/g)) {
      if (path[0] === 'words' || !Object.hasOwn(theme.words, word!)) {
        tell(path, `No list of words is called "${word}".`, `{${word}}`)
      }
    }
  }
  const names = theme.issues.flatMap((one, i) => one.names.map((name) => [['issues', i], name] as const))
  const ids = theme.parties.map((one, i) => [['parties', i, 'id'], one.id] as const)
  const labels = theme.parties.map((one, i) => [['parties', i, 'label'], one.label] as const)
  const options = theme.issues.map((one, i) =>
    one.options.map((option, k) => [['issues', i, 'options', k], option] as const),
  )
  const keys = theme.numbers.map((one, i) => [['numbers', i, 'id'], one.id] as const)
  for (const list of [names, ids, labels, keys, ...options]) {
    const seen = new Set<string>()
    for (const [path, name] of list) {
      if (seen.has(name.toLowerCase())) tell([...path], `"${name}" stands here twice.`, name)
      seen.add(name.toLowerCase())
    }
  }
  for (const [i, { ranges }] of theme.numbers.entries()) {
    for (const [k, [from, to]] of ranges.entries()) {
      if (from >= to)
        tell(['numbers', i, 'ranges', k], 'The range ends before it begins.', `[${from}, ${to}]`)
    }
  }
  return problems.length > 0 ? { problems } : { theme, problems }
}

function* textsOf(value: unknown, path: (string | number)[]): Generator<[(string | number)[], string]> {
  if (typeof value === 'string') yield [path, value]
  else if (Array.isArray(value)) for (const [i, part] of value.entries()) yield* textsOf(part, [...path, i])
  else if (typeof value === 'object' && value !== null)
    for (const [key, part] of Object.entries(value)) yield* textsOf(part, [...path, key])
}
