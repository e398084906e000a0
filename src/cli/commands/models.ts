/** `parley models check`: one tiny call to each model of a study, and what came back. */
import type { Command } from 'commander'
import { EXIT, UserError } from '../../core/problem.ts'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'

export interface Options {
  readonly keys?: string
  readonly json?: boolean
}

export function define(command: Command, io: Io): void {
  command
    .argument('<what>', 'check: one tiny call to each model, which costs next to nothing')
    .argument('[study]', 'a study folder, or the study.yaml in it')
    .option('--keys <file>', 'a file that sets keys and base URLs; the environment goes before it')
    .option('--json', 'print what came back as JSON')
    .action(async (what: string, study: string | undefined, options: Options) => {
      if (what !== 'check') throw wrongLine(what, `There is no "models ${what}".`)
      if (study === undefined) throw wrongLine('models check', 'A study is missing.')
      return (await import('../actions/models.ts')).checkModels(study, options, io)
    })
  helpEnd(
    command,
    [
      ['parley models check studies/concert-models', 'keys, names, params, tiers and limits, before a run'],
      ['parley models check my-study --keys keys.env', 'with the keys of a file'],
    ],
    ['invalid', 'halted'],
  )
}

const wrongLine = (file: string, message: string): UserError =>
  new UserError([{ file, message, mend: 'parley models check <study>' }], EXIT.usage)
