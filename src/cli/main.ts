/**
 * The command line: the one place that reads arguments, the environment and the clock for the commands. The
 * overview and the version need no parser and load none; a command's own file is imported when it is called.
 */
import { VERSION } from '../core/version.ts'
import type { Io } from './io.ts'
import { overviewText } from './overview.ts'

/** Runs one command line and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const io = processIo()
  quietOnClosedPipe()
  const only = args.length < 2 ? (args[0] ?? 'help') : undefined
  if (only === 'help' || only === '--help' || only === '-h') io.out(overviewText())
  else if (only === '--version' || only === '-V') io.out(VERSION)
  else {
    const { runProgram } = await import('./program.ts')
    const code = await runProgram(args, io)
    if (code !== 0) process.exitCode = code
  }
  process.exitCode ??= 0
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
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
    throw error
  })
  // Where nobody reads the notes, the work goes on without them.
  process.stderr.on('error', () => {})
}
