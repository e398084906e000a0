/** `parley status`: how far a study is, also while another process plays it. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PriceOptions, priceOption } from '../money-options.ts'

export interface Options extends PriceOptions {
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  priceOption(command.argument('<study>', 'a study folder, or the record in it'))
    .option('--json', 'print the status as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/status.ts')).status(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley status studies/concert-tickets',
        'how many negotiations are done, and whether a run is going on',
      ],
    ],
    ['invalid', 'record'],
  )
}
