/** `parley replay`: checks a study's record, one negotiation of it, or a bare file of calls. */
import type { Command } from 'commander'
import { EXIT, UserError } from '../../core/problem.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

interface Options {
  readonly scenario?: string
  readonly calls?: string
  readonly sha256?: string
  readonly opener?: string
  readonly head?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('[study]', 'a study folder, or the record in it (default: the folder you are in)')
    .argument('[negotiation]', 'the id of one negotiation, or a part of it that no other has')
    .option('--head <hash>', "the last hash of the study's own stream, as it was published")
    .option('--calls <file>', 'a bare file of calls in the place of a record: one JSON a line')
    .option('--scenario <folder>', 'with --calls: the scenario that they were made from')
    .option('--sha256 <hash>', 'with --calls: the hash that the whole file must have')
    .option('--opener <party>', 'with --calls: who took the first turn (default: found out from the prompts)')
    .option('--json', 'print what was found as JSON')
    .action((study: string | undefined, negotiation: string | undefined, options: Options) =>
      replay(study, negotiation, options, io),
    )
  helpEnd(
    command,
    [
      [
        'parley replay studies/concert-tickets',
        'check the chain, the rules and the requests of a whole record',
      ],
      ['parley replay studies/concert-tickets b01-p02', 'check one negotiation'],
      ['parley replay --scenario scenarios/concert-tickets --calls calls.jsonl', 'check a file of calls'],
    ],
    ['invalid', 'differs', 'record'],
  )
}

async function replay(
  study: string | undefined,
  negotiation: string | undefined,
  options: Options,
  io: Io,
): Promise<void> {
  const { calls, scenario, sha256, opener, head, ...rest } = options
  if (calls === undefined) {
    mustGo(scenario ?? sha256 ?? opener, '--scenario, --sha256 and --opener go with --calls.')
    const { replayRecord } = await import('../replay-record.ts')
    const more = { ...rest, ...(head === undefined ? {} : { head }) }
    process.exitCode = await replayRecord(study ?? '.', negotiation, more, io)
    return
  }
  mustGo(study ?? head, '--calls takes the place of a record: name no study and no --head beside it.')
  if (scenario === undefined)
    mustGo(calls, '--calls needs --scenario: the pack that the calls were made from.')
  const { replayCalls } = await import('../replay-calls.ts')
  const more = { ...(sha256 === undefined ? {} : { sha256 }), ...(opener === undefined ? {} : { opener }) }
  process.exitCode = await replayCalls({ calls, scenario: scenario!, ...rest, ...more }, io)
}

/** Throws where something was given that does not go here. */
function mustGo(given: string | undefined, message: string): void {
  if (given !== undefined)
    throw new UserError([{ file: 'the command line', message, found: given }], EXIT.usage)
}
