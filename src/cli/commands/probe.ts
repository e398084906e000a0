/** `parley probe`: asks those who talked whether they knew the situation. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PassOptions, passOptions } from '../pass-options.ts'

export interface Options extends PassOptions {
  readonly question?: string
  readonly terms?: readonly string[]
}

export function define(command: Command, io: Io): void {
  passOptions(
    command
      .argument('<study>', 'a study folder, or the record in it')
      .option('--with <model>', 'who is asked instead: a negotiator of the study, or <provider>:<model>')
      .option('--file <file>', "a YAML file with a model's settings; --with then says how it is called")
      .option('--question <file>', 'another question: a template that asks for the fields "known" and "as"')
      .option(
        '--terms <word...>',
        "further words that show an answer to know the story, beside the pack's own",
      ),
  ).action(async (path: string, options: Options) =>
    (await import('../actions/probe.ts')).probe(path, options, io),
  )
  helpEnd(
    command,
    [
      ['parley probe my-study --max-cost 1', 'asks each model that talked, outside the talk'],
      ['parley probe my-study --with openai:gpt-5-mini', 'asks another model in their place'],
    ],
    ['invalid', 'record', 'busy', 'halted', 'stopped'],
  )
}
