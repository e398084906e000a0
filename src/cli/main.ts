/**
 * The command line: the one place that reads arguments, the environment and the clock for the commands. Help
 * loads commander and nothing else; a command's own file is imported when it is called.
 */
import { Command, CommanderError } from 'commander'
import { EXIT, type ExitCode, UserError } from '../core/problem.ts'
import { VERSION } from '../core/version.ts'
import { COMMANDS } from './command.ts'
import type { Io } from './io.ts'

/** Runs one command line and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const io = processIo()
  quietOnClosedPipe()
  const said: string[] = []
  try {
    const program = await makeProgram(args, io, (text) => void said.push(text))
    await program.parseAsync(lineOf(args), { from: 'user' })
    process.exitCode ??= EXIT.ok
  } catch (error) {
    process.exitCode = await tell(error, args, io, said.join('').trimEnd())
  }
}

/**
 * What commander is to read. Without any argument the help is what was wanted, not a mistake; `help run` is
 * `run --help`; a command that is not there is the first thing to tell, whatever else the line holds.
 */
function lineOf(args: readonly string[]): string[] {
  if (args.length === 0) return ['--help']
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
    .description(
      'A laboratory for negotiations between language models, scripted negotiators and people.\n' +
        'A scenario says what is negotiated; a study plays it many times; the record shows all that happened.',
    )
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
    .addHelpText('after', '\n`parley <command> --help` shows its options, examples and exit codes.')
  const called = args.filter((arg) => !arg.startsWith('-')).slice(0, 2)
  const name = called[0] === 'help' ? called[1] : called[0]
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.summary)
    command.showHelpAfterError(`\`parley ${entry.name} --help\` shows how it is used.`)
    if (name === entry.name) (await entry.load()).define(command, io)
  }
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
  if (error instanceof UserError) {
    const { problemsJson, problemsText } = await import('./errors.ts')
    if (args.includes('--json')) io.out(problemsJson(error.problems, error.exit))
    else io.note(problemsText(error.problems, { color: io.live && !io.env.NO_COLOR }))
    return error.exit
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

function processIo(): Io {
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    terminal: process.stdout.isTTY === true,
    // A terminal may say that it is 0 wide: it does not know.
    columns: process.stdout.columns || process.stderr.columns || 80,
    live: process.stderr.isTTY === true && process.stderr.rows > 0,
  }
}

/** `parley report | head` closes the pipe when it has seen enough: that is no error of anyone's. */
function quietOnClosedPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? EXIT.ok)
    throw error
  })
  // Where nobody reads the notes, the work goes on without them.
  process.stderr.on('error', () => {})
}
