/** All that a command reads of the world and prints to it. Made once, in main.ts. */
export interface Io {
  /** Results go to standard output, one call a block of text; a newline is added. */
  out(text: string): void
  /** Notes, progress and errors go to standard error. */
  note(text: string): void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  now(): Date
  /** Whether standard output is a terminal, and how wide it is (80 where unknown). */
  readonly terminal: boolean
  readonly columns: number
  /** Whether standard error is a terminal, so that progress may redraw itself. */
  readonly live: boolean
}
