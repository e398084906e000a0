/** The command line: the one place that reads arguments, the environment and the clock for the commands. */
import { Command } from 'commander'
import { EXIT, UserError } from '../core/problem.ts'
import { COMMANDS } from './command.ts'
import type { Io } from './io.ts'

/** Runs one command line and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const io: Io = {
    out: (text) => void process.stdout.write(`${text}\n`),
    note: (text) => void process.stderr.write(`${text}\n`),
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    terminal: process.stdout.isTTY === true,
    columns: process.stdout.columns ?? 80,
    live: process.stderr.isTTY === true,
  }
  const program = new Command('parley').description('A laboratory for negotiations.')
  for (const entry of COMMANDS) {
    const command = program.command(entry.name).description(entry.summary)
    if (args[0] === entry.name) (await entry.load()).define(command, io)
  }
  try {
    await program.parseAsync([...args], { from: 'user' })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    io.note(error.message)
    process.exitCode = error.exit
  }
  process.exitCode ??= EXIT.ok
}
