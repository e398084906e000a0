/** Runs the command as a person's shell does: a process of its own, its output in a pipe. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Runs `parley` with these arguments. `cwd` is the repository unless given. */
export function parley(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Outcome {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [`${ROOT}/bin/parley.js`, ...args], {
    cwd: options.cwd ?? ROOT,
    env: { ...process.env, FORCE_COLOR: undefined, PARLEY_DEBUG: undefined, ...options.env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) throw error
  return { code: status, out: stdout, err: stderr }
}

/** Anything that begins a terminal's escape sequence. */
export const ESCAPE = '\u001b'

/** A stack trace's line. */
export const TRACE = /^\s+at .+:\d+:\d+\)?$/m
