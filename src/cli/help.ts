/** What every command's `--help` ends with: lines to copy, and what the exit code will mean. */
import type { Command } from 'commander'
import { EXIT } from '../core/problem.ts'

export type ExitName = keyof typeof EXIT

/** What each exit code means, in the words of the help and of docs/cli.md. */
export const EXIT_WORDS: Readonly<Record<ExitName, string>> = {
  ok: 'all went well',
  internal: 'a fault of Parley itself',
  usage: 'the command line was wrong',
  invalid: 'a scenario, study or other input is not valid',
  differs: 'a check found a difference',
  record: 'the record, or another file, could not be read or written',
  busy: 'another run holds the study',
  halted: 'what is left waits: for a key, credit, a provider, a budget',
  stopped: 'stopped by the user; the next run goes on',
}

/** A command line that works as typed, and what it does. */
export type Example = readonly [line: string, does: string]

/**
 * Adds examples and exit codes to a command's help. `exits` names the codes beside 0, 1 and 2, which every
 * command may end with.
 */
export function helpEnd(
  command: Command,
  examples: readonly Example[],
  exits: readonly ExitName[] = [],
): void {
  const lines = examples.map(([line, does]) => `  ${line}\n      ${does}`)
  const names = new Set<ExitName>(['ok', 'internal', 'usage', ...exits])
  const codes = [...names]
    .sort((a, b) => EXIT[a] - EXIT[b])
    .map((name) => `  ${String(EXIT[name]).padStart(3)}  ${EXIT_WORDS[name]}`)
  command.addHelpText(
    'after',
    `\n${lines.length === 1 ? 'Example' : 'Examples'}:\n${lines.join('\n')}\n\nExit codes:\n${codes.join('\n')}`,
  )
}
