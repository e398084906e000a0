/** The `protocol` block of a pack for free talk, as far as a pack's prompts speak of it. */
import { z } from 'zod'

export const settings = z.strictObject({
  type: z.literal('free-talk'),
  opener: z.string().optional().describe('The party that speaks first'),
  turns: z.int().min(1).max(100_000).default(20).describe('How many messages there are at most'),
  repairs_per_turn: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('How often a faulty reply may be mended in one turn'),
})
