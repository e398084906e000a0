/**
 * One call: attempts, one after another, until there is a reply, an outcome, or a reason to stop. Each attempt is
 * told before its bytes leave and after it ended, so that a record can be on disk first.
 */
import type { Exchange, ModelClient } from './exchange.ts'
import type { CallEnd, Limiter } from './limiter.ts'
import { type AttemptCode, classify, decodedOf, type OutcomeCode, type Verdict } from './policy.ts'
import { askedWait, waitBefore } from './waits.ts'
import type { Answer, Failure, WireRequest } from './wire/contract.ts'

export interface CallRules {
  /** The deadline of one attempt, sending to last byte. */
  readonly attemptMs: number
  /** No attempt begins once attempts and waits have taken so long; an attempt under way is not cut off by it. */
  readonly callMs: number
  /** How many attempts this call may make. */
  readonly attempts: number
  /** Whether a reply that was lost is asked for again, or ends the call. */
  readonly lostReplies: 'unknown' | 'redraw'
}

/** What makes a call stop before an attempt: a budget, a model that is stopped. */
export interface Veto {
  readonly code: string
  readonly detail?: string
}

export interface CallOptions {
  readonly client: ModelClient
  readonly request: WireRequest
  /** The exact body. */
  readonly body: string
  readonly limiter: Limiter
  readonly rules: CallRules
  /** Attempts at this reply that are in the record already, from an earlier run: numbers go on after them. */
  readonly made?: number
  /** Set where the last of them lost a reply. */
  readonly lost?: AttemptCode
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** The time of day, for headers that name one. */
  date(): Date
  /** From 0 up to 1. */
  random(): number
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Aborted when no further attempt may begin: waits end, what is in flight goes on. */
  readonly stopping: AbortSignal
  /** Aborted when what is in flight is given up, too. */
  readonly abandon?: AbortSignal
  /** Before an attempt's bytes leave: resolves when it is on disk, or with a reason not to send it. */
  onSent(attempt: number): Promise<Veto | undefined>
  /** A reply came, whole: also one that the model broke off itself. */
  onAnswered(attempt: number, exchange: Exchange, answer: Answer, verdict: Verdict): void | Promise<void>
  /** No reply came. `waitMs`: set where another attempt follows after so long. */
  onFailed(
    attempt: number,
    exchange: Exchange,
    failure: Failure | undefined,
    verdict: Verdict,
    waitMs: number | undefined,
  ): void | Promise<void>
}

/** How a call ends that no rule or person can be blamed for, beside the codes of attempts and vetoes. */
export type StopCode = 'attempts-spent' | 'call-deadline' | 'stopping'

export type CallResult =
  | { readonly kind: 'answered'; readonly attempt: number; readonly answer: Answer }
  /** What the model brought about; never drawn again. */
  | {
      readonly kind: 'outcome'
      readonly code: OutcomeCode
      readonly attempt: number
      readonly answer?: Answer
      readonly detail?: string
    }
  /** A reply is lost and must not be asked for again. */
  | { readonly kind: 'lost'; readonly code: AttemptCode; readonly detail?: string }
  /** Stopped where it stands; a later run may go on. */
  | { readonly kind: 'halt'; readonly code: AttemptCode | StopCode | (string & {}); readonly detail?: string }

/** Makes a call. Rejects only for faults of ours and of the hooks, never for what a server does. */
export async function makeCall(options: CallOptions): Promise<CallResult> {
  const { client, request, body, limiter, rules, now, stopping, abandon } = options
  const { made = 0, lost } = options
  if (lost !== undefined && rules.lostReplies === 'unknown') return { kind: 'lost', code: lost }
  const last = made + rules.attempts
  let spent = 0
  for (let attempt = made + 1; ; attempt++) {
    const permit = await limiter.acquire(stopping).catch(() => undefined)
    if (!permit) return { kind: 'halt', code: 'stopping' }
    let end: CallEnd = 'other'
    let pauseMs: number | undefined
    let wait: number
    try {
      const veto = await options.onSent(attempt)
      if (veto) return { kind: 'halt', ...veto }
      const sendOptions = { timeoutMs: rules.attemptMs, ...(abandon && { signal: abandon }) }
      const exchange = await client.send(request, body, sendOptions)
      spent += exchange.totalMs
      const decoded = decodedOf(exchange, client.wire.decode)
      const verdict = classify(exchange, decoded)
      const { code } = verdict
      if (decoded?.kind === 'answer') {
        end = 'ok'
        await options.onAnswered(attempt, exchange, decoded, verdict)
        if (code === 'answered') return { kind: 'answered', attempt, answer: decoded }
        return { kind: 'outcome', code: code as OutcomeCode, attempt, answer: decoded }
      }
      const time = options.date().getTime()
      if (code === 'rate-limited') {
        end = 'rate-limited'
        pauseMs = askedWait(exchange.kept, decoded, time)
      }
      wait = waitBefore(attempt - made, exchange.kept, decoded, options.random(), time)
      const detail = decoded?.message ?? exchange.failure?.message
      const stop = stopAfter(verdict, {
        attempt,
        last,
        late: spent + wait > rules.callMs,
        rules,
        options,
        detail,
      })
      await options.onFailed(attempt, exchange, decoded, verdict, stop ? undefined : wait)
      if (stop) return stop
    } finally {
      permit.done(end, pauseMs)
    }
    const from = now()
    await options.sleep(wait, stopping)
    spent += now() - from
    if (stopping.aborted) return { kind: 'halt', code: 'stopping' }
  }
}

interface Moment {
  readonly attempt: number
  readonly last: number
  /** Whether the next attempt would begin after the call's deadline. */
  readonly late: boolean
  readonly rules: CallRules
  readonly options: CallOptions
  readonly detail: string | undefined
}

/** How the call ends after a failed attempt; undefined where another follows. */
function stopAfter(verdict: Verdict, moment: Moment): CallResult | undefined {
  const { attempt, last, late, rules, options, detail } = moment
  const told = detail === undefined ? {} : { detail }
  const { code } = verdict
  if (verdict.class === 'outcome') return { kind: 'outcome', code: code as OutcomeCode, attempt, ...told }
  if (verdict.class === 'halt') return { kind: 'halt', code, ...told }
  if (verdict.class === 'lost-reply' && rules.lostReplies === 'unknown')
    return { kind: 'lost', code, ...told }
  if (options.stopping.aborted || options.abandon?.aborted) return { kind: 'halt', code: 'stopping' }
  const why = `The last attempt: ${code}${detail === undefined ? '' : `: ${detail}`}`
  if (attempt >= last) return { kind: 'halt', code: 'attempts-spent', detail: why }
  if (late) return { kind: 'halt', code: 'call-deadline', detail: why }
  return undefined
}
