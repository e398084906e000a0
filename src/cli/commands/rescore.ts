/** `parley rescore`: what the same outcomes would be worth under other points. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly scenario?: string
  readonly reason?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
    .option('--scenario <folder>', 'another scenario with the same issues and parties')
    .option('--reason <text>', 'why; it stands in every report')
    .option('--json', 'print the points as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/rescore.ts')).rescore(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley rescore my-study --scenario other --reason "Do equal weights change who gains?"',
        'notes the points beside the first ones, which stand; parley report shows both',
      ],
    ],
    ['invalid', 'record', 'busy'],
  )
}
