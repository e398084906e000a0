/**
 * The shape of a pack's `about` block: what a page about the scenario needs, as data. Nothing of it is ever shown
 * to a party or an observer.
 */
import { z } from 'zod'

const line = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[^\p{Cc}]*$/u, 'This must be one line, without control characters.')

const text = z.string().min(1).max(20_000)

const id = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'An id is letters, digits, "-" or "_", 64 characters at most; it does not begin with "-" or "_".',
  )

const source = id.describe('The id of the entry of "bibliography" where this stands')

const benchmark = z.strictObject({
  of: text.describe('What was measured, with whom and how: "pairs of students who found the full trade"'),
  figure: z.union([line, z.number()]).describe('The figure as it was published: 62%'),
  n: z.union([z.int().min(1), line]).describe('How many it was measured on: 160, or "32 experiments"'),
  date: z.union([z.int(), line]).describe('When it was published: 1990, or 1990-10'),
  source,
})

const expectation = z.strictObject({
  text: text.describe('What is expected of people, and why'),
  source: source.optional(),
})

const kind = z.strictObject({
  name: line.describe('What readers call this kind of outcome'),
  means: text.describe('A sentence that says what it is'),
})

export const about = z.strictObject({
  measures: text.describe('What the scenario measures'),
  benchmarks: z
    .array(benchmark)
    .max(100)
    .default([])
    .describe('What people did in this scenario: published figures, each with its source, n and date'),
  expectations: z
    .array(expectation)
    .max(100)
    .default([])
    .describe('What is expected of people where nobody has published a figure; shown as expectations'),
  setup: text.optional().describe('How it is played, for readers'),
  taxonomy: z
    .record(line, kind)
    .optional()
    .describe(
      "The kinds of outcomes in readers' words: one entry for each option of the observer's kind; without an observer agreement and no-agreement",
    ),
  twin: id.optional().describe('The id of the scenario to read beside this one'),
  bibliography: z
    .array(
      z.strictObject({
        id: id.describe('How "source" calls the entry'),
        text: line.describe('The entry as it is printed'),
        url: line
          .regex(/^https:\/\/\S+$/, 'An address begins with https://')
          .optional()
          .describe('Where it can be found'),
      }),
    )
    .max(200)
    .default([])
    .describe('What is cited, and further reading'),
})
