/** `parley serve`: the pages of studies and scenarios in a browser, live, and tables where people sit. */
import { type Command, InvalidArgumentError } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PriceOptions, priceOption } from '../money-options.ts'

export interface Options extends PriceOptions {
  readonly port: number
  readonly host: string
  readonly token?: string
  readonly name?: readonly string[]
  readonly keys?: string
  readonly tables?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  priceOption(command)
    .argument('[folder]', 'where studies and scenarios lie (default: here)')
    .option('-p, --port <n>', 'the port; 0 takes any that is free', portOf, 4320)
    .option('--host <address>', 'where to listen; off this machine only with a token', '127.0.0.1')
    .option('--token <secret>', "the session's token, or PARLEY_TOKEN; drawn anew unless given")
    .option('--name <host...>', 'further names by which it may be asked, of a proxy for instance')
    .option('--keys <file>', 'a file that sets keys and base URLs; the environment goes before it')
    .option('--tables <folder>', 'where tables with people are kept (default: tables in the folder)')
    .option('--json', 'print the address as JSON')
    .action(async (folder: string | undefined, options: Options) =>
      (await import('../actions/serve.ts')).serve(folder ?? '.', options, io),
    )
  helpEnd(
    command,
    [
      ['parley serve', 'shows what lies here, and prints the link that may change it'],
      ['parley serve studies --port 0', 'the same of a folder, at any free port'],
      [
        'PARLEY_TOKEN=$(openssl rand -hex 16) parley serve --host 0.0.0.0',
        'for a class in one network: everybody but the holder of the token sees a seat alone',
      ],
    ],
    ['invalid', 'record', 'busy'],
  )
}

function portOf(text: string): number {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value > 65_535)
    throw new InvalidArgumentError('It must be a port: 0 to 65535.')
  return value
}
