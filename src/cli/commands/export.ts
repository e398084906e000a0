/** `parley export <study> <folder>`: the published record. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly open: readonly string[]
  readonly include: readonly 'scratchpads'[]
  readonly seal: boolean
  readonly json?: boolean
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value]

export function define(command: Command, io: Io): void {
  command
    .argument('<study>', 'a study folder, or the record in it')
    .argument('<folder>', 'where to write: a folder that is not there yet, or a former export')
    .option(
      '--open <what>',
      'open what is sealed, for a referee: a field (request, server, response, id, headers, message, detail, text), or <negotiation>[/<event>[/<field>]]; may be repeated',
      collect,
      [],
    )
    .addOption(
      new Option('--include <what>', 'publish private scratchpads too')
        .argParser((value: string, before: readonly string[]) => collect(include(value), before))
        .default([]),
    )
    .option('--no-seal', 'do not note the export in the record, which then needs not be written')
    .option('--json', 'print what was written as JSON')
    .action(async (study: string, folder: string, options: Options) =>
      (await import('../actions/export.ts')).exportTo(study, folder, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley export studies/concert-tickets published',
        'everything that a stranger needs to read and check it',
      ],
      [
        'parley export studies/concert-models for-referee --open response',
        'the exact responses too, thinking included',
      ],
    ],
    ['invalid', 'record', 'busy'],
  )
}

/** A repeated option has one parser, so what may be given is looked at here. */
function include(value: string): string {
  if (value === 'scratchpads') return value
  throw new InvalidArgumentError('Only scratchpads can be included.')
}
