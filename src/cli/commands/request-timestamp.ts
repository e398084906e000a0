/** `parley request-timestamp`: writes what a time-stamping authority is asked. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly out?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a registered study: its folder, or the study.yaml in it')
    .option('--out <file>', "where to write it (default: registration.tsq in the study's folder)")
    .option('--json', 'print where it lies as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/anchor.ts')).requestTimestamp(path, options, io),
    )
  helpEnd(
    command,
    [['parley request-timestamp my-study', 'writes registration.tsq and says how to send it']],
    ['invalid', 'record'],
  )
}
