/** The planned analysis of a study, as its file says it. Apart from the rest, since a check in a browser reads it too. */
import { z } from 'zod'

/**
 * Figures of a negotiation that a study can plan to compare. `gain.<party>` is one more for each party, `kind.<kind>`
 * one for each kind of agreement in free talk.
 */
export const OUTCOMES = [
  'joint-gain',
  'efficiency',
  'agreement',
  'turns',
  'frontier',
  'frontier-distance',
  'nash-distance',
  'below-reservation',
  'tokens',
  'cost',
  'trade-found',
] as const

const outcome = z
  .string()
  .regex(
    new RegExp(`^(?:${OUTCOMES.join('|')}|(?:gain|kind)\\.[A-Za-z][A-Za-z0-9_-]*)$`),
    `An outcome is one of ${OUTCOMES.join(', ')}, gain.<party>, or kind.<kind> in free talk.`,
  )

const kind = z.enum(['confirmatory', 'descriptive'])

const comparison = z.strictObject({
  factor: z.string().default('pairing').describe('What is compared: pairing, or a factor of the design'),
  of: z.string().describe('The level whose mean is counted as it is'),
  minus: z.string().describe('The level whose mean is taken from it'),
  outcome: outcome.optional().describe('The figure that is compared; the primary one unless given'),
  within: z
    .record(z.string(), z.string())
    .optional()
    .describe('Only negotiations of these levels: { opener: buyer }, { pairing: traders }'),
  kind: kind.optional().describe("The plan's own kind unless given"),
})

/** The planned analysis: fixed before anything is played, and what `parley report` calls planned. */
export const analysisSchema = z.strictObject({
  kind: kind
    .default('descriptive')
    .describe('confirmatory: tests and intervals of what is planned here; descriptive: none unless asked'),
  primary: outcome.default('joint-gain').describe('The primary outcome'),
  comparisons: z
    .array(comparison)
    .default([])
    .describe('What is compared; every pairing with every other where the list is empty'),
  confidence: z.number().gt(0).lt(1).default(0.95).describe('The level of intervals'),
  permutations: z.int().min(99).max(10_000_000).default(10_000).describe('Drawn where not all can be listed'),
  resamples: z.int().min(99).max(10_000_000).default(10_000).describe('Bootstrap samples'),
})

/** The planned analysis, defaults put in. */
export type PlannedAnalysis = z.output<typeof analysisSchema>

export type PlannedComparison = PlannedAnalysis['comparisons'][number]
