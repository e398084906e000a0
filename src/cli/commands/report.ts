/** `parley report`: the results of a study from its record, or of a published list of attempts. */
import { type Command, Option } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PriceOptions, priceOption } from '../money-options.ts'

export const FORMATS = ['terminal', 'markdown', 'json'] as const
export type Format = (typeof FORMATS)[number]

export interface Options extends PriceOptions {
  readonly format: Format
  readonly markdown?: boolean
  readonly json?: boolean
  readonly attempts?: string
  readonly scenario?: string
  readonly inference?: boolean
  readonly plots?: string
}

export function define(command: Command, io: Io): void {
  priceOption(command.argument('[study]', 'a study folder, or the study.yaml in it'))
    .addOption(new Option('--format <format>', 'how to print it').choices(FORMATS).default('terminal'))
    .option('--markdown', 'the same as --format markdown')
    .option('--json', 'the same as --format json')
    .option('--attempts <file>', 'a published list of attempts (CSV) in the place of a study')
    .option(
      '--scenario <folder>',
      'with --attempts: the scenario they played (default: the shipped concert-tickets)',
    )
    .option(
      '--inference',
      'p-values, intervals and effect sizes where none were planned, marked as descriptive',
    )
    .option('--plots <folder>', 'also write the plots there, as SVG')
    .action(async (path: string | undefined, options: Options) =>
      (await import('../actions/report.ts')).report(path, options, io),
    )
  helpEnd(
    command,
    [
      ['parley report studies/concert-tickets', 'the result tables of a study, finished or not'],
      ['parley report studies/concert-tickets --markdown > report.md', 'the same for a file'],
      ['parley report --attempts attempts.csv', 'recomputes the table of a published study'],
    ],
    ['invalid', 'record'],
  )
}
