/** `parley extend`: adds assignments to a study; they replace none. */
import { type Command, InvalidArgumentError } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly reason?: string
  readonly blocks?: number
  readonly add?: readonly string[]
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
    .option('--reason <text>', 'why it is extended; it stands in every report')
    .option('--blocks <n>', 'how many complete blocks to add', wholeNumber)
    .option('--add <cell...>', 'single cells to add: a pairing and an assignment, oo/a4')
    .option('--json', 'print what was added as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/extend.ts')).extend(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley extend my-study --blocks 2 --reason "More power"',
        'two more blocks, drawn from the same seed',
      ],
      [
        'parley extend my-study --add oo/a4 hh/a4 --reason "Two replies were lost"',
        'one more negotiation of each of these cells',
      ],
    ],
    ['invalid', 'record', 'busy'],
  )
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.')
  return value
}
