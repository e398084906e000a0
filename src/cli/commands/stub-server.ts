/** `parley stub-server`: a server on this machine that speaks the providers' wire formats, with scripts for models. */
import { type Command, InvalidArgumentError } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly scenario?: readonly string[]
  readonly study?: readonly string[]
  readonly script?: string
  readonly faults?: string
  readonly storm?: string
  readonly seed: string
  readonly port?: number
  readonly latency: number
  readonly slowStart: number
  readonly retryAfter: number
  readonly model?: string
  readonly log?: string
  readonly listFaults?: boolean
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .option('--scenario <folder...>', 'scenarios whose prompts it answers')
    .option('--study <folder...>', 'studies whose scenarios it answers')
    .option('--script <name>', 'which script replies, where it can (unless given, one that suits)')
    .option('--seed <text>', 'replies and faults are drawn from it', 'stub')
    .option('--port <n>', 'where it listens on 127.0.0.1; a free port unless given', wholeNumber)
    .option('--faults <spec>', 'what goes wrong, and how often: rate-limited=0.05,stream-cut=0.02')
    .option('--storm <rate>', 'everything goes wrong, evenly, at this rate in all')
    .option('--latency <ms>', 'before each response', wholeNumber, 0)
    .option('--slow-start <ms>', 'how late a slow start is', wholeNumber, 1500)
    .option('--retry-after <ms>', 'the wait that rate limits ask for', wholeNumber, 250)
    .option('--model <name>', 'claim this model in every reply, whatever was asked for')
    .option('--log <file>', 'write one JSON line for each request')
    .option('--list-faults', 'list the faults and end')
    .option('--json', 'address and summary as JSON, a line each')
    .action(async (options: Options) => (await import('../actions/stub-server.ts')).serveStub(options, io))
  helpEnd(
    command,
    [
      ['parley stub-server --study studies/concert-models', 'and the variables to set are printed'],
      ['parley stub-server --storm 0.3 --log requests.jsonl', 'fails in every way, and keeps a log'],
    ],
    ['invalid'],
  )
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
