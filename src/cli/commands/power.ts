/** `parley power`: how large the next study must be. */
import { type Command, InvalidArgumentError } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly difference?: number
  readonly sd?: number
  readonly from?: string
  readonly n?: number
  readonly power: number
  readonly alpha: number
  readonly comparisons: number
  readonly games?: boolean
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .option('--difference <points>', 'the difference of means that is not to be missed', positive)
    .option('--sd <points>', 'the standard deviation within a pairing and opener', positive)
    .option('--from <pilot>', 'take it from a pilot: a study folder, or a list of attempts (CSV)')
    .option('--n <size>', 'ask the other way round: what this many a pairing find', positive)
    .option('--power <share>', 'how often it is to be found', share, 0.8)
    .option('--alpha <share>', 'how often none may be taken for one', share, 0.05)
    .option('--comparisons <k>', 'how many are planned: alpha is parted among them', positive, 1)
    .option('--games', 'a game is the unit: both pairings play each; --sd is that of the differences')
    .option('--json', 'print the figures as JSON')
    .action(async (options: Options) => (await import('../actions/power.ts')).power(options, io))
  helpEnd(
    command,
    [
      [
        'parley power --difference 5 --sd 3.5',
        'how many negotiations a pairing find a difference of 5 points',
      ],
      ['parley power --from studies/pilot --difference 5', 'the same by the spread of a pilot'],
      ['parley power --sd 3.5 --n 20', 'which difference 20 a pairing find'],
    ],
    ['invalid', 'record'],
  )
}

function positive(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0)
    throw new InvalidArgumentError('It must be a number above 0.')
  return value
}

function share(text: string): number {
  const value = positive(text)
  if (value >= 1) throw new InvalidArgumentError('It must lie between 0 and 1.')
  return value
}
