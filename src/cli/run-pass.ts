/** Runs a pass over the talks of a record for a command: clients, caps, progress, Ctrl-C, and what is told at its end. */
import { EXIT } from '../core/problem.ts'
import { VERSION } from '../core/version.ts'
import { costText } from '../models/cost.ts'
import { makeClient } from '../models/exchange.ts'
import { accessOf, secretsOf } from '../models/keys.ts'
import { isModel, type NegotiatorSpec } from '../negotiators/registry.ts'
import { haltText, passMend } from '../study/halt-text.ts'
import { type PassSummary, runPass } from '../study/passes/run-pass.ts'
import type { FinishedTalk } from '../study/passes/talks.ts'
import type { PassTask } from '../study/passes/task.ts'
import { thousands } from '../study/token-text.ts'
import { makeFresh } from './fresh.ts'
import type { Io } from './io.ts'
import { readEnv } from './model-access.ts'
import { capsOf, pricerOf } from './money-options.ts'
import type { PassOptions } from './pass-options.ts'
import { makeProgress, STOPPING } from './progress.ts'
import { safe } from './text.ts'

/** `file` names the record, `specs` all who may be called. `check` may refuse the talks before anything is written. */
export async function runPassFor(
  file: string,
  task: PassTask,
  specs: readonly NegotiatorSpec[],
  options: PassOptions,
  io: Io,
  check?: (talks: readonly FinishedTalk[]) => void,
): Promise<PassSummary> {
  const env = await readEnv(io.env, options.keys)
  const { redact } = secretsOf(specs.filter(isModel), env)
  const stop = new AbortController()
  const progress = options.quiet ? undefined : makeProgress(io)
  const ask = (): void => {
    stop.abort()
    if (!specs.some(isModel)) return
    progress?.done()
    io.note(STOPPING)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, ask)
  const startedAt = io.now().getTime()
  try {
    const summary = await runPass(
      file,
      task,
      {
        client: async (name, spec) => makeClient(spec.provider, accessOf(spec, env, name, file)),
        ...{ now: io.now, random: makeFresh(), parley: VERSION },
        ...{ caps: capsOf(options), pricer: await pricerOf(options), again: options.again ?? false },
        ...(options.atOnce === undefined ? {} : { concurrency: options.atOnce }),
        stopping: stop.signal,
        stopAsked: () => stop.signal.aborted,
        progress: ({ cost, ...state }) =>
          progress?.update({
            ...state,
            ...(cost ? { cost: costText(cost) } : {}),
            ...{ startedAt, now: io.now().getTime() },
          }),
      },
      check,
    )
    progress?.done()
    tellPass(summary, io, redact)
    return summary
  } finally {
    for (const signal of signals) process.removeListener(signal, ask)
  }
}

/** Says what is left, and sets the exit code. */
function tellPass(
  { ended, halts, failures, talks, closed, pass }: PassSummary,
  io: Io,
  redact: (text: string) => string,
): void {
  for (const line of brokenDown(failures, talks)) io.note(redact(line))
  for (const halt of halts) {
    const detail = halt.detail === undefined ? [] : [`  ${redact(safe(halt.detail))}`]
    const mend = passMend(halt.code)
    io.note(
      [redact(safe(haltText(halt))), ...detail, ...(mend === undefined ? [] : [`  ${mend}`])].join('\n'),
    )
  }
  if (ended === 'complete') return
  if (ended === 'nothing') {
    io.note('Every finished talk has been read in this way already; --again reads them once more.')
    return
  }
  const stopped = ended === 'asked' ? 'Stopped as you asked; ' : ''
  io.note(`${stopped}${talks - closed} of ${talks} talks are left in pass ${pass}. The same command goes on.`)
  process.exitCode = ended === 'asked' ? EXIT.stopped : EXIT.halted
}

/** Who broke down and why, each reason once: it is mostly the same in every talk. */
function brokenDown(failures: PassSummary['failures'], talks: number): string[] {
  const told = failures.map(({ negotiator, negotiation, error }) => ({
    ...{ negotiator, negotiation },
    message: safe(error instanceof Error ? error.message : String(error)),
  }))
  const groups = Map.groupBy(told, ({ negotiator, message }) => JSON.stringify([negotiator, message]))
  return [...groups.values()].map((own) => {
    const { negotiator, message } = own[0]!
    const count = new Set(own.map(({ negotiation }) => negotiation)).size
    return `${negotiator} broke down in ${count} of ${talks} talks, which leaves readings missing there: ${message}`
  })
}

/** How many answers a pass lacks, as a sentence after another; nothing where none is missing. */
export function missingWords({ readings, missing }: PassSummary, what: string): string {
  if (missing === 0) return ''
  const all = readings + missing
  return ` ${thousands(missing)} of ${thousands(all)} ${what} are missing, and count as neither yes nor no.`
}

/** A pass as data. What was said of halts and breakdowns is left out: it may hold what nobody has looked through. */
export const passJson = ({ halts, failures, ...told }: PassSummary) => ({
  ...told,
  halts: halts.map(({ code, scope, negotiations }) => ({ code, scope, negotiations })),
  failures: failures.map(({ error: _, ...where }) => where),
})
