/** Options that `parley observe` and `parley probe` share. */
import { type Command, InvalidArgumentError } from 'commander'
import { type CapOptions, costOptions } from './money-options.ts'

export interface PassOptions extends CapOptions {
  readonly with?: string
  readonly file?: string
  readonly again?: boolean
  readonly atOnce?: number
  readonly keys?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const passOptions = (command: Command): Command =>
  costOptions(command)
    .option('--keys <file>', 'a file that sets keys and base URLs; the environment goes before it')
    .option('--at-once <n>', 'talks in flight where models are asked (default: 16)', wholeNumber)
    .option('--again', 'also the talks that such a pass has been through before')
    .option('--json', 'print what was found as JSON')
    .option('-q, --quiet', 'no progress and no tables')

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.')
  return value
}
