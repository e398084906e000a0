/** `parley contrast`: one clone of a scenario against the others, as draws from a population of clones. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly reference?: string
  readonly kind?: string
  readonly by?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the record in it')
    .option(
      '--reference <clone>',
      'the clone that is set against the others (default: orange, else the first)',
    )
    .option('--kind <kind>', "the kind of agreement that counts (default: the first of the observer's)")
    .option(
      '--by <reader>',
      "whose readings count: a pass (obs1, lab1); unless given, the talks' own observer",
    )
    .option('--json', 'print the figures as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/contrast.ts')).contrast(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley contrast studies/orange-battery',
        'kinds of agreement by clone and model, the orange against the rest',
      ],
      ['parley contrast my-study --by lab1', 'the same by the labels of a person'],
    ],
    ['invalid', 'record'],
  )
}
