/** `parley label`: a person says of each talk whether they agreed, and on what, without knowing who talked. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { wholeNumber } from '../pass-options.ts'

export interface Options {
  readonly coder?: string
  readonly sample?: number
  readonly seed?: string
  readonly again?: boolean
  readonly sheet?: boolean
  readonly labels?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the record in it')
    .option('--coder <name>', 'how you call yourself; each coder has a pass of their own (default: coder)')
    .option('--sample <n>', 'only so many of the talks, drawn from the seed', wholeNumber)
    .option('--seed <words>', 'what order and sample are drawn from (default: drawn anew)')
    .option('--again', 'also the talks that you have labelled before')
    .option('--sheet', 'print the talks as CSV, to be filled in elsewhere')
    .option('--labels <file>', 'take labels from such a sheet, without a terminal')
    .option('--json', 'print how far the labels are as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/label.ts')).label(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley label my-study --coder anna',
        'shows one talk after another; one key labels it; again, to go on',
      ],
      [
        'parley label my-study --coder ben --sample 40 --sheet > sheet.csv',
        'forty talks to be labelled in a spreadsheet',
      ],
      ['parley label my-study --coder ben --labels sheet.csv', 'takes the filled-in sheet in'],
    ],
    ['invalid', 'record', 'busy', 'stopped'],
  )
}
