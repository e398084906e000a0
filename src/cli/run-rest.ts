/** What is told when a run has ended without everything: who broke down, what is left, and what it waits for. */
import { EXIT } from '../core/problem.ts'
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
  for (const halt of summary.halts) io.note(haltText(halt, secret))
  if (summary.ended === 'complete') return
  const left = summary.planned - summary.closed
  const stopped = summary.ended === 'asked' ? 'Stopped as you asked; ' : ''
  io.note(`${stopped}${left} of ${summary.planned} negotiations are left. ${next}`)
  process.exitCode = summary.ended === 'asked' ? EXIT.stopped : EXIT.halted
}

/** Codes of a halt in words. */
const WORDS: Readonly<Record<string, string>> = {
  budget: 'what comes next might pass the cap',
  authentication: 'the provider does not accept the key',
  'no-quota': 'there is no credit, or no quota',
  'unknown-model': 'the provider does not know the model, or this key may not use it',
  'bad-request': 'the provider refuses the request as it is',
  'attempts-spent': 'no attempt brought a reply',
  'call-deadline': 'no reply came within call_seconds',
  'study-deadline': 'study_seconds are used up',
}

function haltText(
  { code, scope, negotiator, model, detail, negotiations }: RunHalt,
  secret: (text: string) => string,
) {
  const who = scope === 'study' ? 'The study' : `${negotiator}${model === undefined ? '' : ` (${model})`}`
  const words = WORDS[code] ?? code
  const told = detail === undefined ? '' : `\n  ${secret(safe(detail))}`
  const list = negotiations.length <= 3 ? `: ${negotiations.join(', ')}` : ''
  const many = `${negotiations.length} negotiation${negotiations.length === 1 ? '' : 's'}`
  return `${who} was halted (${code}): ${words}. It left ${many}${list}.${told}`
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
