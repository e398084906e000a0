/** What `parley --help` prints: the commands, from their list alone, so that no parser need be loaded for it. */
import { COMMANDS } from './command.ts'

const OPTIONS = [
  ['-V, --version', 'print the version'],
  ['-h, --help', 'print this help'],
] as const

/** The whole text, for a terminal of 80 columns. */
export function overviewText(): string {
  const commands = [
    ...COMMANDS.map(({ name, summary }) => [name, summary] as const),
    ['help [command]', 'Print the help of a command'] as const,
  ]
  const width = Math.max(...[...OPTIONS, ...commands].map(([name]) => name.length))
  const list = (rows: readonly (readonly [string, string])[]): string =>
    rows.map(([name, does]) => `  ${name.padEnd(width)}  ${does}`).join('\n')
  return [
    'Usage: parley <command> [options]',
    'A laboratory for negotiations between language models, scripted negotiators and\n' +
      'people. A scenario says what is negotiated; a study plays it many times; the\n' +
      'record shows all that happened.',
    `Options:\n${list(OPTIONS)}`,
    `Commands:\n${list(commands)}`,
    '`parley <command> --help` shows its options, examples and exit codes.',
  ].join('\n\n')
}
