/** `parley analyze`: the outcome space of a scenario, its frontier and its solution points. */
import type { Command } from 'commander'
import { helpEnd } from '../help.ts'
import type { Io } from '../io.ts'
import { usage } from '../usage.ts'

export interface Options {
  readonly limit: number
  readonly json?: boolean
  readonly svg?: string
}

export function define(command: Command, io: Io): void {
  command
    .argument('<scenario>', 'a scenario folder')
    .option('--limit <n>', 'how many lines of a long list to print', lines, 20)
    .option('--json', 'print everything as JSON, figures as exact text')
    .option('--svg <file>', 'also draw a plot into this file')
    .action(async (path: string, options: Options) =>
      (await import('../actions/analyze.ts')).analyze(path, options, io),
    )
  helpEnd(
    command,
    [
      ['parley analyze scenarios/concert-tickets', 'tables for people'],
      ['parley analyze scenarios/concert-tickets --json', 'the same for a program, every figure exact'],
      ['parley analyze scenarios/northgate --svg northgate.svg', 'six parties, and a plot of their frontier'],
    ],
    ['invalid'],
  )
}

function lines(text: string): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1) return Number(text)
  throw usage(`A number of lines is a whole number from 1, not "${text}".`, text, 'write --limit 20')
}
