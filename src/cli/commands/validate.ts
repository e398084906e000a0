/** `parley validate`: everything that is wrong with a scenario or a study, at once. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export function define(command: Command, io: Io): void {
  command
    .argument('<path>', 'a scenario folder, a study folder, or the YAML file in it')
    .option('--json', 'print the findings as JSON')
    .action(async (path: string, options: { json?: boolean }) =>
      (await import('../actions/validate.ts')).validate(path, options.json === true, io),
    )
  helpEnd(
    command,
    [
      ['parley validate scenarios/concert-tickets', 'the pack: its YAML, points, formulas and templates'],
      ['parley validate studies/concert-tickets', 'the study, and the scenario that it names'],
    ],
    ['invalid'],
  )
}
