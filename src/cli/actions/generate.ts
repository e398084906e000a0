/** What `parley generate` does: one generator for each protocol. */
import { EXIT, UserError } from '../../core/problem.ts'
import { meant } from '../../scenario/nearest.ts'
import { generateBilateral } from '../generate/bilateral.ts'
import { OptionReader } from '../generate/options.ts'
import { generateVotes } from '../generate/votes.ts'
import type { Io } from '../io.ts'

const SHARED = ['seed', 'count', 'issues', 'options', 'opposition', 'theme', 'tries', 'out', 'json']

const GENERATORS = {
  'package-votes': {
    own: ['parties', 'acceptable', 'vetoes', 'accept', 'rounds', 'information'],
    run: generateVotes,
  },
  'alternating-offers': { own: ['continuous', 'discrete', 'jointGain', 'turns'], run: generateBilateral },
} as const

type Generated = keyof typeof GENERATORS

export async function generate(protocol: string, options: Record<string, unknown>, io: Io): Promise<void> {
  const names = Object.keys(GENERATORS)
  if (!names.includes(protocol)) {
    const message = 'There is no generator for such a protocol.'
    const expected = names.join(' or ')
    throw new UserError([{ file: protocol, message, expected, mend: meant(protocol, names) }], EXIT.usage)
  }
  const { own, run } = GENERATORS[protocol as Generated]
  const read = new OptionReader(options, `parley generate ${protocol}`)
  read.only([...SHARED, ...own])
  await run(read, io)
}
