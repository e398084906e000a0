/** `parley amend`: notes what was changed in a study since it was registered, and why. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly reason?: string
  readonly interrupt?: boolean
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
    .option('--reason <text>', 'why it was changed; it stands in every report')
    .option('--interrupt', 'end negotiations that have begun, their outcomes unknown')
    .option('--json', 'print what was noted as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/amend.ts')).amend(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley amend my-study --reason "A typing error in the situation"',
        'notes every change on disk since the registration; what begins later is played so',
      ],
    ],
    ['invalid', 'record', 'busy'],
  )
}
