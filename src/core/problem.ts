/**
 * What is wrong with something a person wrote or keeps: told with its place, what was found, what was expected
 * and how to mend it. Everything wrong is collected before it is told.
 */
export interface Problem {
  /** A file as the person named it, or another place that can be looked up. */
  readonly file: string
  /** From 1. */
  readonly line?: number
  readonly column?: number
  /** Where inside the data: `parties[0].points.price`. */
  readonly path?: string
  /** One sentence: what is wrong. */
  readonly message: string
  readonly found?: string
  readonly expected?: string
  /** How to mend it, where that can be said. */
  readonly mend?: string
  /** A warning does not stop anything. */
  readonly severity?: 'error' | 'warning'
}

/** Exit codes of the command, part of its contract: docs/cli.md says them again. */
export const EXIT = {
  ok: 0,
  /** A fault of Parley itself. */
  internal: 1,
  /** The command line was wrong. */
  usage: 2,
  /** A scenario, study or other input is not valid. */
  invalid: 3,
  /** Replay or verification found a difference. */
  differs: 4,
  /** The record, or another file, could not be read or written. */
  record: 5,
  /** Another run holds the study. */
  busy: 6,
  /** What is left of a study waits for something outside: a key, credit, a provider, a budget. */
  halted: 7,
  /** Stopped by the user (Ctrl-C); the next run goes on. */
  stopped: 130,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A mistake of the person's, or of their files: shown as its problems, without a stack trace. */
export class UserError extends Error {
  readonly problems: readonly Problem[]
  readonly exit: ExitCode

  constructor(problems: readonly Problem[], exit: ExitCode = EXIT.invalid) {
    super(problems.map((problem) => `${problem.file}: ${problem.message}`).join('\n'))
    this.name = 'UserError'
    this.problems = problems
    this.exit = exit
  }
}
