/** `parley import`: studies and games of others. */
import { type Command, Option } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { FORMATS, type Options } from './report.ts'

export function define(command: Command, io: Io): void {
  command
    .command('results', { isDefault: true })
    .description('a list of attempts (CSV) of another study')
    .argument('<results.csv>', 'one row an attempt; docs/statistics.md names the columns')
    .option('--scenario <folder>', 'the scenario they played (default: the shipped concert-tickets)')
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('terminal'))
    .option('--markdown', 'the same as --format markdown')
    .option('--json', 'the same as --format json')
    .option('--inference', 'p-values, intervals and effect sizes, marked as descriptive')
    .option('--plots <folder>', 'also write the plots there, as SVG')
    .action(async (file: string, options: Options) =>
      (await import('../actions/report.ts')).report(undefined, { ...options, attempts: file }, io),
    )
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
      ['parley import results.csv', 'the tables of a study that was run elsewhere'],
      [
        'parley import llm-deliberation games_descriptions/base my-base',
        'makes the scenario my-base, which validate, analyze and run read',
      ],
    ],
    ['invalid'],
  )
}
