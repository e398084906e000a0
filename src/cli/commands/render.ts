/** `parley render`: the exact prompt that a party would be sent, before anything is spent. */
import { type Command, Option } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { usage } from '../usage.ts'

export interface Options {
  readonly party?: string
  readonly turn: number
  readonly opener?: string
  readonly seed: string
  readonly repair?: boolean
  readonly raw?: 'system' | 'user'
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<scenario>', 'a scenario folder')
    .option('--party <id>', 'whose prompt; the party that moves unless given, "observer" for the observer')
    .option('--turn <n>', 'in which turn; turns before it are made up', wholeTurn, 1)
    .option(
      '--opener <id>',
      'who speaks first; unless given, whoever must for the party to move in that turn',
    )
    .option('--seed <text>', 'other made-up turns', 'sample')
    .option('--repair', 'the prompt after a faulty reply, with a made-up one')
    .addOption(new Option('--raw <message>', 'the text of one message alone').choices(['system', 'user']))
    .option('--json', 'print system prompt and messages as JSON')
    .action(async (path: string, options: Options) =>
      (await import('../actions/render.ts')).render(path, options, io),
    )
  helpEnd(
    command,
    [
      ['parley render scenarios/concert-tickets --party buyer', 'the first prompt of the buyer, who opens'],
      [
        'parley render scenarios/concert-tickets --party seller --turn 4',
        'the fourth turn, after three made-up ones',
      ],
      [
        'parley render scenarios/concert-tickets --party buyer --raw system',
        'the system prompt and nothing else',
      ],
    ],
    ['invalid'],
  )
}

function wholeTurn(text: string): number {
  const turn = Number(text)
  if (/^\d{1,7}$/.test(text) && turn >= 1) return turn
  throw usage(`A turn is a whole number from 1, not "${text}".`, text, 'write --turn 3')
}
