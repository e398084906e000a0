/** `parley play`: a person at one seat of a scenario, in a terminal. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type CapOptions, capOptions } from '../money-options.ts'

export interface Options extends CapOptions {
  readonly as?: string
  readonly against?: readonly string[]
  readonly observer?: string
  readonly opener?: string
  readonly seed?: string
  readonly folder?: string
  readonly keys?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  capOptions(command.argument('[scenario]', 'a scenario folder, or the name of one that comes with Parley'))
    .option('--as <party>', 'the party that you are')
    .option(
      '--against <who...>',
      'who sits opposite: a script, <provider>:<model>, or <party>=<who> for each',
    )
    .option('--observer <who>', 'who reads a free talk and closes it (default: rule-observer)')
    .option('--opener <party>', "who takes the first turn (default: the scenario's own)")
    .option('--seed <words>', 'what draws of scripts come from (default: drawn)')
    .option('--folder <folder>', 'where the play is kept; one that was left is gone on with')
    .option('--keys <file>', 'a file that sets keys and base URLs; the environment goes before it')
    .option('--json', 'print the result as JSON; all else goes to the terminal')
    .action(async (scenario: string | undefined, options: Options) =>
      (await import('../actions/play.ts')).play(scenario, options, io),
    )
  helpEnd(
    command,
    [
      ['parley play concert-tickets --as buyer', 'you are the buyer, a script is the seller'],
      [
        'parley play concert-tickets --as seller --against boulware --folder my-play',
        'against a script that concedes late, kept in my-play',
      ],
      ['parley play --folder my-play', 'goes on with it after Ctrl-C'],
      [
        'parley play northgate --as avery --against acceptance blake=walker',
        'many parties: one script for all others, another for one of them',
      ],
    ],
    ['invalid', 'record', 'busy', 'halted', 'stopped'],
  )
}
