/** The `protocol` block of a pack for package votes. Published games differ in their rules: each is a setting. */
import { z } from 'zod'

const party = z.string()

export const settings = z.strictObject({
  type: z.literal('package-votes'),
  rounds: z.int().min(1).max(1000).default(4).describe('How many rounds of turns there are'),
  opener: party.optional().describe('The party that opens the first round unless the study says otherwise'),
  rotate_opener: z.boolean().default(true).describe('The opener moves on by one each round'),
  chat: z
    .boolean()
    .default(true)
    .describe('A message to all may go with a move; otherwise one that comes is a fault'),
  message_words: z
    .int()
    .min(0)
    .max(100_000)
    .default(200)
    .describe('Longest message, in words: runs of characters that are not white space'),
  scratchpad: z
    .boolean()
    .default(false)
    .describe('Notes that nobody else reads may be written beside a move'),
  accept: z
    .enum(['all', 'all-but-one'])
    .default('all')
    .describe('How many must support an offer: all, or all but one with every veto party among them'),
  counted_of: z
    .enum(['at-table', 'initial'])
    .optional()
    .describe(
      'Whom "accept" counts: the parties still at the table (unless given, for all), or those who sat down at first (unless given, for all-but-one)',
    ),
  vetoes_needed: z
    .boolean()
    .default(true)
    .describe('No deal passes without every veto party, so that one that walks ends all hope of a deal'),
  agreement: z
    .enum(['votes', 'sheets'])
    .default('votes')
    .describe(
      'What counts as support: a vote, or a score sheet that gives at least the threshold (nobody votes)',
    ),
  settle: z
    .enum(['at-once', 'round-end', 'last-round'])
    .optional()
    .describe(
      'When support is counted: after each move (unless given), at the end of each round (with a unanimity bonus), or once, when the last round ends',
    ),
  new_offer_withdraws: z.boolean().default(false).describe("A party's new offer withdraws its earlier ones"),
  reject_kills: z.boolean().default(false).describe('An offer that anybody rejects is off the table'),
  votes_seen: z
    .enum(['all', 'own'])
    .default('all')
    .describe('Whose votes a party sees: all, or its own alone (who proposed what is always seen)'),
  opening_package: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
    .optional()
    .describe('A package that is on the table as P1 before the first turn: an option for every issue'),
  opening_party: party
    .optional()
    .describe('Whose offer the opening package is; the party that opens unless given'),
  final_proposer: party
    .optional()
    .describe(
      "The last round is final: all offers fall, this party speaks first, and its proposal is the round's only one",
    ),
  unanimity_bonus: z
    .strictObject({
      points: z.number().describe('Points added to those of the deal'),
      to: z.array(party).min(1).optional().describe('Who gets them; every party unless given'),
    })
    .optional()
    .describe('For a deal that every initial party supports when it is settled'),
  repairs_per_turn: z
    .int()
    .min(0)
    .max(10)
    .default(1)
    .describe('How often a faulty reply may be mended in one turn'),
  on_fault: z
    .enum(['pass', 'end', 'interrupt'])
    .default('pass')
    .describe(
      'What follows when the repairs are used up: pass (no action this turn), end (no agreement), interrupt (outcome unknown)',
    ),
  strict: z.boolean().default(false).describe('Refuse a code fence around the reply'),
})

export type Settings = z.output<typeof settings>
