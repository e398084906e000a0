/** `parley observe`: another observer reads the finished talks of a study. */
import { type Command, Option } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { type PassOptions, passOptions } from '../pass-options.ts'

export interface Options extends PassOptions {
  readonly wording?: string
  readonly at: 'each' | 'end'
}

export function define(command: Command, io: Io): void {
  passOptions(
    command
      .argument('<study>', 'a study folder, or the record in it')
      .option(
        '--with <observer>',
        "who reads: one of the study's negotiators, rule-observer, <provider>:<model>",
      )
      .option('--file <file>', "a YAML file with an observer's settings; --with then says how it is called")
      .option('--wording <path>', 'other instructions: a pack, a folder of templates, or a template file')
      .addOption(
        new Option('--at <when>', 'after each message from the second on, or at the end alone')
          .choices(['each', 'end'])
          .default('each'),
      ),
  ).action(async (path: string, options: Options) =>
    (await import('../actions/observe.ts')).observe(path, options, io),
  )
  helpEnd(
    command,
    [
      [
        'parley observe studies/orange-battery --with rule-observer',
        'reads every finished talk again by rules',
      ],
      [
        'parley observe my-study --with anthropic:claude-haiku-4-5 --at end --max-cost 2',
        'a model reads each talk once, where it closed or ended',
      ],
      [
        'parley observe my-study --with sonnet --wording other.liquid',
        'the same observer, other instructions',
      ],
    ],
    ['invalid', 'record', 'busy', 'halted', 'stopped'],
  )
}
