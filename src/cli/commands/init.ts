/** `parley init`: begins a study, from a few questions or from what the line says. */
import { type Command, InvalidArgumentError } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly scenario?: string
  readonly negotiators?: readonly string[]
  readonly repetitions?: number
  readonly title?: string
  readonly yes?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('[folder]', 'the folder of the new study (default: the one you are in)')
    .option('--scenario <folder>', 'the scenario to play (default: concert tickets)')
    .option('--negotiators <name...>', 'scripts (boulware) and models (anthropic:<model>)')
    .option('--repetitions <n>', 'how often each pairing is played with each opener', wholeNumber)
    .option('--title <text>', 'what the report is headed with')
    .option('-y, --yes', 'ask nothing: take the usual where the line does not say')
    .action(async (folder: string | undefined, options: Options) =>
      (await import('../actions/init.ts')).init(folder, options, io),
    )
  helpEnd(
    command,
    [
      ['parley init my-study', 'asks a few questions and writes my-study/study.yaml'],
      [
        'parley init my-study --negotiators boulware conceder --repetitions 5 --yes',
        'the same without questions',
      ],
    ],
    ['invalid', 'record'],
  )
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.')
  return value
}
