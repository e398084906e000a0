/** `parley plan`: what a study will use, before anything is sent. */
import type { Command } from 'commander'
import { type AuditOptions, auditOption } from '../audit-option.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PriceOptions, priceOption } from '../money-options.ts'

export interface Options extends PriceOptions, AuditOptions {
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  auditOption(priceOption(command.argument('<study>', 'a study folder, or the study.yaml in it')))
    .option('--json', 'print the plan as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/plan.ts')).plan(path, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley plan studies/concert-models',
        'how many calls and tokens, what they may cost, which cap is safe',
      ],
      ['parley plan my-study --prices our-prices.yaml', 'the same with prices of your own'],
    ],
    ['invalid', 'record'],
  )
}
