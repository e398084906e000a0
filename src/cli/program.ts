/** The commands as commander reads them, and what is told where a line or what it does goes wrong. */
import { Command, CommanderError } from 'commander'
import { EXIT, type ExitCode, UserError } from '../core/problem.ts'
import { VERSION } from '../core/version.ts'
import { COMMANDS } from './command.ts'
import type { Io } from './io.ts'
import { overviewText } from './overview.ts'

/** Runs one command line. Returns the exit code, unless the command has set the process's own. */
export async function runProgram(args: readonly string[], io: Io): Promise<ExitCode> {
  const said: string[] = []
  try {
    const program = await makeProgram(args, io, (text) => void said.push(text))
    await program.parseAsync(lineOf(args), { from: 'user' })
    return EXIT.ok
  } catch (error) {
    return tell(error, args, io, said.join('').trimEnd())
  }
}

/**
 * What commander is to read. `help run` is `run --help`; a command that is not there is the first thing to tell,
 * whatever else the line holds.
 */
function lineOf(args: readonly string[]): string[] {
  const line = args[0] === 'help' && args[1] !== undefined ? [args[1], '--help'] : [...args]
  const known =
    line[0]!.startsWith('-') || line[0] === 'help' || COMMANDS.some(({ name }) => name === line[0])
  return known ? line : line.slice(0, 1)
}

/**
 * All commands by name and summary; the one that `args` calls with all that belongs to it. `complain` takes what
 * commander finds wrong with the line, piece by piece.
 */
async function makeProgram(
  args: readonly string[],
  io: Io,
  complain: (text: string) => void,
): Promise<Command> {
  const program = new Command('parley')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: complain,
      outputError: (text, write) => write(text.replace(/^error: /, 'parley: ')),
    })
    .showHelpAfterError('`parley --help` lists the commands.')
  const called = args.filter((arg) => !arg.startsWith('-')).slice(0, 2)
  const name = called[0] === 'help' ? called[1] : called[0]
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.summary)
    command.showHelpAfterError(`\`parley ${entry.name} --help\` shows how it is used.`)
    if (name === entry.name) (await entry.load()).define(command, io)
  }
  program.helpInformation = overviewText
  return program
}

/** Says what went wrong, in a person's words or as JSON where that was asked for. Returns the exit code. */
async function tell(error: unknown, args: readonly string[], io: Io, said: string): Promise<ExitCode> {
  // Help and version end with an error of this kind too.
  if (error instanceof CommanderError && error.exitCode === 0) return EXIT.ok
  const { safe } = await import('./text.ts')
  if (error instanceof CommanderError) {
    io.note(safe(said || error.message))
    return EXIT.usage
  }
  const { diskError } = await import('./disk-error.ts')
  const mistake = error instanceof UserError ? error : diskError(error)
  if (mistake) {
    const { problemsJson, problemsText } = await import('./errors.ts')
    if (args.includes('--json')) io.out(problemsJson(mistake.problems, mistake.exit))
    else io.note(problemsText(mistake.problems, { color: io.live && !io.env.NO_COLOR }))
    return mistake.exit
  }
  const fault = error instanceof Error ? error : new Error(String(error))
  io.note(`Sorry, this is a fault of Parley itself: ${safe(fault.message)}`)
  io.note(
    io.env.PARLEY_DEBUG
      ? safe(fault.stack ?? 'no stack')
      : 'Please report it with the command you typed (CONTRIBUTING.md says how). PARLEY_DEBUG=1 shows where it happened.',
  )
  return EXIT.internal
}
