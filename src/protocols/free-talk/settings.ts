/** The `protocol` block of a pack for free talk. Nothing that a message may be is limited unless it is given. */
import { z } from 'zod'

const bound = z.int().min(1).max(100_000)

const sentences = z.strictObject({
  min: bound.optional().describe('Fewest sentences of a message'),
  max: bound.optional().describe('Most sentences of a message'),
})

const message = z.strictObject({
  words: bound.optional().describe('Longest message, in words: runs of characters that are not white space'),
  sentences: sentences.optional().describe('How many sentences a message has; doubtful ends count for it'),
  bullets: z.boolean().default(true).describe('Whether a message may hold bulleted or numbered lists'),
  stage_directions: z
    .boolean()
    .default(true)
    .describe('Whether a message may hold stage directions: *nods*, (smiles)'),
})

const confirm = z
  .strictObject({
    readings: z.int().min(1).max(99).default(1).describe('How often one transcript is read at most'),
    needed: z.int().min(1).max(99).default(1).describe('How many of these readings must report agreement'),
  })
  .refine(({ readings, needed }) => needed <= readings, {
    path: ['needed'],
    message: 'More readings are needed than there are.',
  })

export const settings = z.strictObject({
  type: z.literal('free-talk'),
  opener: z.string().optional().describe('The party that speaks first'),
  turns: z.int().min(1).max(100_000).default(20).describe('How many messages there are at most'),
  repairs_per_turn: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('How often a faulty reply may be mended in one turn, a message or a reading'),
  message: message
    .default({ bullets: true, stage_directions: true })
    .describe('What a message may be; nothing is limited unless given'),
  confirm: confirm
    .default({ readings: 1, needed: 1 })
    .describe('Closing a talk by k of n readings: how many there are, how many must agree'),
  audit: z
    .boolean()
    .default(false)
    .describe('Talk on to the bound after the close, and read on, to see how often the close was right'),
  on_fault: z
    .enum(['pass', 'end', 'interrupt'])
    .default('pass')
    .describe(
      "What follows when a party's repairs are used up: pass (it says nothing this turn), end (no agreement), interrupt (outcome unknown)",
    ),
})

export type Settings = z.output<typeof settings>
