/** `parley run`: plays a study, or goes on with it, then prints and keeps its report. */
import { type Command, InvalidArgumentError } from 'commander'
import { type AuditOptions, auditOption } from '../audit-option.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type CapOptions, capOptions } from '../money-options.ts'
import type { FaultOptions } from '../stub-options.ts'

export interface Options extends FaultOptions, CapOptions, AuditOptions {
  readonly dryRun?: boolean
  readonly keys?: string
  readonly atOnce?: number
  readonly blind?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

export function define(command: Command, io: Io): void {
  capOptions(auditOption(command.argument('<study>', 'a study folder, or the study.yaml in it')))
    // Not --env-file: Node takes an option of that name for its own, wherever it stands in the line.
    .option('--keys <file>', 'a file that sets keys and base URLs; the environment goes before it')
    .option('--at-once <n>', 'negotiations in flight where models play (default: 16)', wholeNumber)
    .option(
      '--dry-run',
      'play it on a server of this machine with scripts for models, into a record of its own',
    )
    .option(
      '--faults <spec>',
      'in a dry run: what goes wrong, and how often (rate-limited=0.05,stream-cut=0.02)',
    )
    .option('--storm <rate>', 'in a dry run: everything goes wrong, evenly, at this rate in all')
    .option('--blind', 'show progress without outcomes; print and write no results')
    .option('--json', 'print the results as JSON')
    .option('-q, --quiet', 'no progress and no table: only where the record and the report lie')
    .action(async (path: string, options: Options) =>
      (await import('../actions/run.ts')).run(path, options, io),
    )
  helpEnd(
    command,
    [
      ['parley run studies/concert-tickets', 'plays the study; again, to go on after a stop'],
      [
        'parley run studies/concert-models --dry-run --storm 0.2',
        'tries it without a key, and with all that can fail',
      ],
      [
        'parley run my-study --json > results.json',
        'the results for a program; progress goes to the terminal',
      ],
    ],
    ['invalid', 'record', 'busy', 'halted', 'stopped'],
  )
}

function wholeNumber(text: string): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < 1 || value > 10_000)
    throw new InvalidArgumentError('It must be a whole number from 1 to 10000.')
  return value
}
