/**
 * The format of study.yaml. The same schema checks a study and, as JSON Schema, helps an editor; what it cannot
 * say (that a pairing names a negotiator of the study, say) is in check.ts.
 */
import { z } from 'zod'
import { negotiatorSpec } from '../negotiators/registry.ts'

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
  scenario: z.string().min(1).describe('The scenario folder, seen from the folder of this file'),
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
    .describe('Who sits for which party: { party: negotiator }, by a name of your choice'),
  opener: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('The parties that take the first turn, each equally often; every party unless given'),
  repetitions: z
    .int()
    .min(1)
    .max(10_000)
    .describe('Blocks: each holds every pairing with every opener once, in an order drawn from the seed'),
})

/** A study as the file says it, defaults put in. */
export type StudyFile = z.output<typeof studySchema>

/** The parts that name each other: read on their own, they can be checked where another part is wrong. */
export const studyParts = z.object({
  negotiators: z.record(z.string(), z.unknown()),
  pairings: z.record(z.string(), z.record(z.string(), z.string())),
  opener: z.array(z.string()).optional(),
})

export type StudyParts = z.output<typeof studyParts>
