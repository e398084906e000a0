/** `parley import`: games of others as scenarios. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export function define(command: Command, io: Io): void {
  command
    .command('llm-deliberation')
    .description('a game folder of LLM-Deliberation')
    .argument('<folder>', 'the game folder as it is: config.txt, scores_files/, initial_deal.txt')
    .argument('<scenario>', 'the scenario folder to make')
    .option('--json', 'print what was made, and every warning, as JSON')
    .action(async (from: string, to: string, options: { readonly json?: boolean }) =>
      (await import('../actions/import.ts')).importGame(from, to, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley import llm-deliberation games_descriptions/base my-base',
        'makes the scenario my-base, which validate, analyze and run read',
      ],
    ],
    ['invalid'],
  )
}
