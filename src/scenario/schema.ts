/**
 * The shape of scenario.yaml. The same schema checks a pack and becomes the JSON Schema for editors, so every
 * field carries its description. What no shape can say (ranges, names, points that cover) is in checks of its own.
 */
import { z } from 'zod'
import { SETTINGS } from '../protocols/index.ts'
import { about } from './about-schema.ts'

/** The format version that this Parley reads. */
export const PACK_FORMAT = 1

const line = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[^\p{Cc}]*$/u, 'This must be one line, without control characters.')

const words = z.string().max(100_000)

/** A name that also serves as a file's name and a key. */
const id = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    'An id is a letter, then letters, digits, "-" or "_", 64 characters at most.',
  )

const scalar = z.union([z.string(), z.number(), z.boolean()])

export const vars = z
  .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'A name is letters, digits and "_".'), scalar)
  .describe('Values of your own, for templates: vars.<name>')

const number = z.number()

export const numberIssue = z
  .strictObject({
    id: line.describe('What the issue is called; it is a key of "points" and of every offer'),
    type: z.literal('number'),
    min: number.describe('The smallest value, included'),
    max: number.describe('The largest value, included'),
    decimals: z
      .int()
      .min(0)
      .max(12)
      .default(0)
      .describe('How many decimal places a value may have; values print with as many'),
    step: number
      .optional()
      .describe('Values are min, min + step, … Left out: every value that the decimals allow'),
    describe: line.optional().describe('What the issue is, in words'),
    note: line.optional().describe('A remark that templates may add'),
  })
  .describe('An issue whose values are numbers')

export const choiceIssue = z
  .strictObject({
    id: line.describe('What the issue is called; it is a key of "points" and of every offer'),
    type: z.literal('choice'),
    options: z.array(scalar).min(1).max(100_000).describe('The values to choose from'),
    describe: line.optional().describe('What the issue is, in words'),
    note: line.optional().describe('A remark that templates may add'),
  })
  .describe('An issue whose values are listed')

export const issue = z.discriminatedUnion('type', [numberIssue, choiceIssue])

const formula = z.union([
  line,
  z.strictObject({
    text: line.describe('The scoring rule as a prompt shows it'),
    where: z
      .record(z.string(), z.union([line, number]))
      .describe('What each name in the text stands for, in terms of the issues: p: (price - 60) / 10'),
  }),
])

export const party = z.strictObject({
  id: id.describe('How the study, the record and file names call the party'),
  label: line.describe('How the party is called at the table'),
  name: line.optional().describe('Whom the party stands for; the label unless given'),
  about: line.optional().describe('Who that is, in words'),
  veto: z.boolean().default(false).describe('No deal passes without this party'),
  reservation: number.optional().describe('Points with no deal'),
  threshold: number
    .optional()
    .describe('Points that the party should not go below; the reservation value unless given'),
  points: z
    .record(line, z.record(z.string(), number))
    .optional()
    .describe(
      'Points by issue: of each option (one left out is worth 0), or of at least the lowest and the highest number; in between they are interpolated linearly',
    ),
  formula: formula.optional().describe('The scoring rule in words; checked against "points" where it can be'),
  vars: vars.default({}).describe("Values of this party's own, for templates: you.vars.<name>"),
})

const observerField = z.union([
  z.enum(['boolean', 'text']),
  z.array(line).min(1),
  z.strictObject({ min: number, max: number }),
])

export const observer = z.strictObject({
  closes: z
    .string()
    .optional()
    .describe('The field (true or false) that ends the talk when it is true; the first such unless given'),
  kind: z
    .string()
    .optional()
    .describe(
      'The field (one of a list) that says of which kind an agreement is; the first such unless given',
    ),
  none: line
    .optional()
    .describe('The option of that field that means no agreement; its option "none" unless given'),
  fields: z
    .record(line, observerField)
    .describe('What the observer reports: boolean, text, one of a list, or a number from min to max'),
})

export const protocol = z.discriminatedUnion('type', [
  SETTINGS['alternating-offers'],
  SETTINGS['package-votes'],
  SETTINGS['free-talk'],
])

export const scenario = z
  .strictObject({
    format: z.literal(PACK_FORMAT).describe('The version of this format'),
    id: id.describe('A short name for the scenario'),
    title: line.optional().describe('The title for people; the id unless given'),
    situation: words.min(1).describe('What is negotiated, as every party may know it'),
    vars: vars.default({}),
    issues: z.array(issue).max(100).default([]).describe('What has to be settled'),
    parties: z.array(party).min(2).max(100).describe('The sides, in their order'),
    protocol: protocol.describe('The rules of the negotiation and their limits'),
    observer: observer.optional().describe('A silent judge of free talk'),
    information: z
      .enum(['private', 'common'])
      .default('private')
      .describe("Whether a party may see the others' points: private (no) or common (yes)"),
    about: about
      .optional()
      .describe('What a page about the scenario says. It reaches no party and no observer'),
    prompts: z
      .string()
      .optional()
      .describe("A folder of templates to use in place of the pack's own: ../other/prompts"),
  })
  .meta({ title: 'Parley scenario' })

export type IssueInput = z.output<typeof issue>
export type PartyInput = z.output<typeof party>
