/** The `protocol` block of a pack for alternating offers. Every limit is a setting. */
import { z } from 'zod'

export const settings = z.strictObject({
  type: z.literal('alternating-offers'),
  turns: z
    .int()
    .min(1)
    .max(100_000)
    .default(12)
    .describe('How many turns there are at most, both sides together'),
  opener: z.string().optional().describe('The party that speaks first unless the study says otherwise'),
  final_reply: z
    .boolean()
    .default(true)
    .describe('After an offer on the last turn the other side may accept it or end'),
  repairs_per_turn: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('How often a faulty reply may be mended in one turn'),
  message_words: z
    .int()
    .min(0)
    .max(100_000)
    .default(80)
    .describe('Longest message, in words: runs of characters that are not white space'),
  on_fault: z
    .enum(['pass', 'end', 'interrupt'])
    .default('pass')
    .describe(
      'What follows when the repairs are used up: pass (no action this turn), end (no agreement), interrupt (outcome unknown)',
    ),
  strict: z.boolean().default(false).describe('Refuse a code fence around the reply'),
})

export type Settings = z.output<typeof settings>
