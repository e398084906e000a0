/** `parley anchor`: attaches to a registration what says from outside when it was there. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly rfc3161?: string
  readonly ca?: string
  readonly url?: string
  readonly commit?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the study.yaml in it')
    .option('--rfc3161 <file>', 'the answer of a time-stamping authority (.tsr); it is checked')
    .option('--ca <file>', 'with --rfc3161: certificates that you trust (PEM)')
    .option('--url <address>', "a registry's page; noted as a claim that readers must check")
    .option('--commit <address>', 'a public commit; noted as a claim that readers must check')
    .option('--json', 'print what was attached as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/anchor.ts')).anchor(path, options, io),
    )
  helpEnd(
    command,
    [
      ['parley request-timestamp my-study', 'first writes the request to send to an authority'],
      ['parley anchor my-study --rfc3161 answer.tsr --ca authority.pem', 'checks its answer and attaches it'],
      ['parley anchor my-study --url https://archive.example/r/4711', 'notes where else it is registered'],
    ],
    ['invalid', 'record', 'busy'],
  )
}
