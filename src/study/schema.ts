/**
 * The format of study.yaml. The same schema checks a study and, as JSON Schema, helps an editor; what it cannot
 * say (that a pairing names a negotiator of the study, say) is in check.ts.
 */
import { z } from 'zod'
import { negotiatorSpec } from '../negotiators/registry.ts'
import { analysisSchema } from './analysis-schema.ts'

export { analysisSchema, OUTCOMES, type PlannedAnalysis, type PlannedComparison } from './analysis-schema.ts'

/** Names become part of a negotiation's id, and so of file names on every system. */
const NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/

const name = z
  .string()
  .max(40)
  .regex(
    NAME,
    'A name is letters, digits, "-" and "_", with a letter or digit at both ends, 40 characters at most.',
  )

const seconds = (least: number, most: number) => z.number().min(least).max(most)

/** Factors that every design has, or may have, under these names. */
export const RESERVED: readonly string[] = ['pairing', 'opener', 'roles', 'scenario', 'block']

/** The version of this format. */
export const STUDY_FORMAT = 1

/** How a study calls its models; all of it is registered. */
export const callsSchema = z.strictObject({
  attempt_seconds: seconds(0.01, 86_400)
    .default(300)
    .describe('The deadline of one attempt at a reply, from sending to the last byte'),
  call_seconds: seconds(0.01, 604_800)
    .default(1800)
    .describe('The deadline of one reply, all its attempts and waits together'),
  study_seconds: seconds(0.01, 31_536_000)
    .optional()
    .describe('How long one run calls models; what is left then waits for the next run'),
  attempts: z.int().min(1).max(1000).default(10).describe('Attempts that one run makes at one reply'),
  lost_replies: z
    .enum(['unknown', 'redraw'])
    .default('unknown')
    .describe(
      'A reply that was produced and then lost: unknown interrupts the negotiation, redraw asks again, which is a second draw and is counted',
    ),
})

/** A study's rules for its calls, as written. */
export type CallsBlock = z.output<typeof callsSchema>

const factorName = name.refine((text) => !RESERVED.includes(text), {
  error: `${RESERVED.join(', ')} are factors already`,
})

/** What a level of a factor changes in the scenario; nothing where it is empty. */
export const changeSchema = z.strictObject({
  set: z
    .record(z.string().min(1), z.unknown())
    .optional()
    .describe('Values by their path in scenario.yaml: { vars.tone: warm, protocol.turns: 8 }'),
  prompts: z
    .string()
    .min(1)
    .optional()
    .describe("A folder of templates in the place of the scenario's own, seen from the folder of this file"),
  templates: z
    .record(z.string().min(1), z.string().min(1))
    .optional()
    .describe(
      'Single templates by name, each a file seen from the folder of this file: { turn: curt.liquid }',
    ),
})

/** What a level of a factor changes. */
export type Change = z.output<typeof changeSchema>

const factorSchema = z.strictObject({
  path: z
    .string()
    .min(1)
    .optional()
    .describe('Where the levels are put in scenario.yaml: vars.tone, information, protocol.turns'),
  levels: z
    .union([
      z.array(z.union([z.string(), z.number(), z.boolean()])).min(1),
      z.record(z.string(), z.unknown()),
    ])
    .describe(
      'With a path: the values, as a list or by a name each. Without one: by a name each, what it changes: { set, prompts, templates }',
    ),
})

/** A factor as written. */
export type FactorBlock = z.output<typeof factorSchema>

export const studySchema = z.strictObject({
  format: z.literal(STUDY_FORMAT).describe('The version of this format'),
  id: z
    .string()
    .max(64)
    .regex(
      /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
      'An id is lower-case letters, digits and "-", with a letter or digit at both ends.',
    )
    .describe('Stands in the id of every negotiation'),
  title: z.string().min(1).describe('What the report is headed with'),
  scenario: z
    .union([z.string().min(1), z.record(name, z.string().min(1))])
    .refine(
      (one) => typeof one === 'string' || Object.keys(one).length > 0,
      'at least one scenario is needed',
    )
    .describe(
      'The scenario folder, seen from the folder of this file; or several by a name each: a factor of the design',
    ),
  seed: z
    .union([z.string().min(1), z.number()])
    .transform(String)
    .describe('Any words or number: the order of the assignments and every draw of a script come from it'),
  negotiators: z
    .record(name, negotiatorSpec)
    .refine((all) => Object.keys(all).length > 0, 'at least one negotiator is needed')
    .describe('The negotiators by a name of your choice'),
  calls: callsSchema.optional().describe('How models are called'),
  pairings: z
    .record(name, z.record(z.string(), z.string()))
    .refine((all) => Object.keys(all).length > 0, 'at least one pairing is needed')
    .describe(
      'Who sits for which party: { party: negotiator }, by a name of your choice; in free talk also who observes: { observer: negotiator }',
    ),
  observer: z
    .string()
    .optional()
    .describe('In free talk: the negotiator that observes wherever a pairing names none of its own'),
  audit: z
    .boolean()
    .optional()
    .describe(
      'In free talk: talk on to the bound after the observer has closed a talk, to see how often it was right',
    ),
  opener: z
    .array(z.string())
    .min(1)
    .optional()
    .describe(
      'The parties that take the first turn, each equally often; unless given every party, in free talk the scenario’s opener',
    ),
  roles: z
    .enum(['fixed', 'rotate'])
    .optional()
    .describe(
      'rotate: the negotiators of each pairing also change places, each sitting for each party equally often; fixed unless given',
    ),
  factors: z
    .record(factorName, factorSchema)
    .optional()
    .describe('What else is varied: every level with every other, by a name of your choice'),
  repetitions: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('How often each pairing is played with each opener (role, level of a factor); 1 a block'),
  blocks: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'Into how many blocks the repetitions are parted, each complete; as many as repetitions unless given',
    ),
  analysis: analysisSchema.optional().describe('The planned analysis'),
})

/** A study as the file says it, defaults put in. */
export type StudyFile = z.output<typeof studySchema>

/** The parts that name each other: read on their own, they can be checked where another part is wrong. */
export const studyParts = z.object({
  negotiators: z.record(z.string(), z.unknown()),
  pairings: z.record(z.string(), z.record(z.string(), z.string())),
  opener: z.array(z.string()).optional(),
  observer: z.string().optional(),
})

export type StudyParts = z.output<typeof studyParts>
