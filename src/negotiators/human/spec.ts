/** What a study may write for a negotiator that is a person: that it is one, and nothing of who. */
import { z } from 'zod'
import { none } from '../model-spec.ts'

export const personSpec = z.strictObject({
  script: none.optional(),
  person: z
    .literal(true)
    .describe('A person sits here: by parley play in a terminal, or by parley serve on a page of their own'),
})

export type PersonSpec = z.output<typeof personSpec>
