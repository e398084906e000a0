/** `parley clone`: the same game in other words, from the templates of another scenario. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly vars?: string
  readonly out?: string
  readonly listVars?: boolean
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<scenario>', 'the folder of the scenario to clone; its templates are shared')
    .option('--vars <file>', 'the words of the clone, a YAML file')
    .option('--list-vars', 'print such a file to fill in, and write nothing')
    .option('--out <folder>', "the clone's folder (its id, beside the scenario)")
    .option('--json', 'print what was written, or the names of the vars, as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/clone.ts')).clone(path, options, io),
    )
  helpEnd(
    command,
    [
      ['parley clone scenarios/orange --list-vars > walnuts.yaml', 'a form with every word that is needed'],
      ['parley clone scenarios/orange --vars walnuts.yaml', 'checks the words and writes scenarios/<id>'],
    ],
    ['invalid'],
  )
}
