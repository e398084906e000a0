/** `parley plan`: what a study will use, before anything is sent. */
import type { Command } from 'commander'
import { loadStudy } from '../../study/load.ts'
import { makePlan } from '../../study/plan.ts'
import { playedSoFar } from '../../study/read-spending.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PriceOptions, priceOption, pricerOf } from '../money-options.ts'
import { planJson } from '../plan-json.ts'
import { planText } from '../plan-text.ts'

interface Options extends PriceOptions {
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  priceOption(command.argument('<study>', 'a study folder, or the study.yaml in it'))
    .option('--json', 'print the plan as JSON')
    .action((path: string, options: Options) => plan(path, options, io))
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

async function plan(path: string, options: Options, io: Io): Promise<void> {
  const study = await loadStudy(path)
  const pricer = await pricerOf(options)
  const found = makePlan(study, pricer, await playedSoFar(study.record, pricer, study.negotiators))
  if (options.json) io.out(JSON.stringify(planJson(found), null, 2))
  else io.out(planText(found, { path, columns: io.columns }))
}
