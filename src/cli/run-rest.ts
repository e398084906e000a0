/** What is told when a run has ended without everything: who broke down, what is left, and what it waits for. */
import { EXIT } from '../core/problem.ts'
import { haltMend, haltText } from '../study/halt-text.ts'
import type { RunHalt } from '../study/models.ts'
import type { RunSummary } from '../study/run.ts'
import type { Io } from './io.ts'
import { safe } from './text.ts'

/**
 * Tells it, and sets the exit code. `next`: a sentence that says how to go on. `secret`: blanks keys in whatever a
 * provider said.
 */
export function tellRest(next: string, summary: RunSummary, io: Io, secret = (text: string) => text): void {
  for (const { negotiation, negotiator, seat, error } of summary.failures) {
    const message = secret(safe(error instanceof Error ? error.message : String(error)))
    io.note(
      `Negotiator ${negotiator} broke down as ${seat} in ${negotiation}, which was interrupted: ${message}`,
    )
  }
  for (const halt of summary.halts) io.note(haltLines(halt, secret))
  if (summary.ended === 'complete') return
  const left = summary.planned - summary.closed
  const stopped = summary.ended === 'asked' ? 'Stopped as you asked; ' : ''
  const rest =
    summary.planned === 1
      ? 'the negotiation is left where it stands.'
      : `${left} of ${summary.planned} negotiations are left.`
  io.note(`${stopped}${stopped === '' ? rest.replace(/^t/, 'T') : rest} ${next}`)
  process.exitCode = summary.ended === 'asked' ? EXIT.stopped : EXIT.halted
}

/** The provider's words, or ours, stand between what happened and what there is to do. */
function haltLines(halt: RunHalt, secret: (text: string) => string): string {
  const { code, detail } = halt
  const mend = haltMend(code)
  return [
    secret(safe(haltText(halt))),
    ...(detail === undefined ? [] : [`  ${secret(safe(detail))}`]),
    ...(mend === undefined ? [] : [`  ${mend}`]),
  ].join('\n')
}

/** A run's summary as data. */
export const summaryJson = (
  { failures, halts, ...rest }: RunSummary,
  secret: (text: string) => string = (text) => text,
) => ({
  ...rest,
  failures: failures.map(({ error, ...where }) => ({
    ...where,
    message: secret(error instanceof Error ? error.message : String(error)),
  })),
  halts: halts.map(({ detail, ...halt }) => ({
    ...halt,
    ...(detail === undefined ? {} : { detail: secret(detail) }),
  })),
})
