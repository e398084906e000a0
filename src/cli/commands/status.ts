/** `parley status`: how far a study is, also while another process plays it. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
    .option('--json', 'print the status as JSON')
    .action(async (path: string, options: { json?: boolean }) =>
      (await import('../actions/status.ts')).status(path, options.json === true, io),
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
