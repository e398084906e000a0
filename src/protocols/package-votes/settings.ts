/** The `protocol` block of a pack for package votes, as far as a pack's prompts speak of it. */
import { z } from 'zod'

export const settings = z.strictObject({
  type: z.literal('package-votes'),
  rounds: z.int().min(1).max(1000).default(4).describe('How many rounds of turns there are'),
  rotate_opener: z.boolean().default(true).describe('The opener moves on by one each round'),
  scratchpad: z.boolean().default(false).describe('Private notes may be written beside a move'),
  chat: z.boolean().default(true).describe('A message to all may go with a move'),
  opener: z.string().optional().describe('The party that opens the first round'),
  repairs_per_turn: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('How often a faulty reply may be mended in one turn'),
})
