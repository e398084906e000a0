/** `parley register`: fixes a study before anything is played. */
import type { Command } from 'commander'
import { type AuditOptions, auditOption } from '../audit-option.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options extends AuditOptions {
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  auditOption(command.argument('<study>', 'a study folder, or the study.yaml in it'))
    .option('--json', 'print the registration as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/register.ts')).register(path, options, io),
    )
  helpEnd(
    command,
    [['parley register my-study', 'writes the registration into the record and registration.json']],
    ['invalid', 'record', 'busy'],
  )
}
