/** Error bodies: what the provider says, and which failure that is. */
import type { Failure, FailureKind } from './contract.ts'
import { isRecord, type Json, label, list, record, string, told } from './json.ts'

/** An error as a body or an event tells it. */
export interface ErrorTold {
  readonly message: string
  readonly code?: string
  /** All codes, types and reasons that stand in it, in lower case. */
  readonly words: readonly string[]
  /** An HTTP status that stands in the body. */
  readonly status?: number
  readonly waitMs?: number
  /** Not told in JSON: only the status says what it is. */
  readonly vague?: boolean
  /** A limit that is the same tomorrow morning at the earliest: waiting within a run does not help. */
  readonly lasting: boolean
}

/** What an error comes to. Content filters answer, after a fashion: their errors are stops, not failures. */
export type Verdict = FailureKind | 'content-filter'

interface Rule {
  readonly kind: Verdict
  /** A code or type. */
  readonly word?: RegExp
  readonly message?: RegExp
  /** Where the status must be one of these; 0 stands for an error inside a reply that had begun with 200. */
  readonly statuses?: readonly number[]
}

/** In their order: the first that fits decides, codes before messages, and the status where none fits. */
const RULES: readonly Rule[] = [
  {
    kind: 'content-filter',
    word: /^(content_filter|content_policy_violation|responsibleaipolicyviolation|(bio|cyber)_policy(_violation)?|misalignment_policy_violation|content_violation)$/,
  },
  { kind: 'content-filter', word: /^invalid_prompt$/, message: /flagged|policy|violat|safety/i },
  {
    kind: 'no-quota',
    word: /^(insufficient_(quota|balance|credits|funds)|billing_\w+|exceeded_current_quota_error|quota_exceeded)$/,
  },
  { kind: 'context-exceeded', word: /^(context_length_exceeded|exceed_context_size_error)$/ },
  // More tokens than a minute's whole allowance: no wait is long enough.
  { kind: 'bad-request', message: /^request too large/i, statuses: [413, 429] },
  {
    kind: 'overloaded',
    word: /^(overloaded(_error)?|engine_overloaded(_error)?|server_is_overloaded|slow_down|insufficient_system_resource|unavailable(_error)?)$/,
  },
  { kind: 'rate-limited', word: /^(rate_limit\w*|too_many_requests|resource_exhausted)$/ },
  {
    kind: 'authentication',
    word: /^(authentication_error|permission_error|invalid_api_key|api_key_invalid|invalid_authentication(_error)?|unauthenticated|unauthorized)$/,
  },
  { kind: 'unknown-model', word: /^(model_not_found|not_found_error|not_found|invalid_model)$/ },
  {
    kind: 'no-quota',
    message:
      /credit balance|(insufficient|out of|used all available) (balance|credits?|funds|quota)|spending limit|exceeded your current quota|API usage limits|credits are depleted/i,
  },
  { kind: 'no-quota', word: /^(failed_precondition|billing_disabled)$/, message: /billing/i },
  {
    kind: 'content-filter',
    message:
      /content filtering policy|violates usage guidelines|input was flagged|content management policy/i,
  },
  {
    kind: 'context-exceeded',
    message:
      /context (length|window|limit|size)|maximum prompt length|`inputs` tokens|prompt is too long|input is too long|input token count .*exceeds|reduce the length of the (messages|prompt|input)/i,
    statuses: [0, 400, 413, 422, 500],
  },
  {
    kind: 'unknown-model',
    message: /not a valid model|unknown model|invalid model|model\b.{0,80}\b(does not exist|not found)/i,
    statuses: [0, 400, 422],
  },
  {
    kind: 'authentication',
    message: /(incorrect|invalid|missing) api key|api key (is )?(not valid|invalid|missing)/i,
    statuses: [0, 400],
  },
  { kind: 'overloaded', message: /overloaded|over capacity|high demand/i, statuses: [0, 429, 500, 503, 529] },
]

/** The kinds of error that stand in the way of words: for statuses and types that say no more. */
const PLAIN_WORDS: readonly Rule[] = [
  {
    kind: 'server',
    word: /^(api_error|server_error|internal(_server)?_error|internal|timeout_error|deadline_exceeded|aborted|unknown)$/,
  },
  {
    kind: 'bad-request',
    word: /^(invalid_request(_error)?|invalid_argument|request_too_large|failed_precondition)$/,
  },
  { kind: 'authentication', word: /^(permission_denied|forbidden)$/ },
]

/** Which failure an error is. `status`: the HTTP status, or one below 300 where the error came inside a reply. */
export function judge(error: ErrorTold, status: number): Verdict {
  const actual = status >= 300 ? status : (error.status ?? 0)
  const fits = ({ word, message, statuses }: Rule): boolean =>
    (word === undefined || error.words.some((one) => word.test(one))) &&
    (message === undefined || message.test(error.message)) &&
    (statuses === undefined || statuses.includes(actual))
  if (error.lasting) return 'no-quota'
  const rule = error.vague ? undefined : RULES.find(fits)
  return rule?.kind ?? byStatus(actual, error) ?? PLAIN_WORDS.find(fits)?.kind ?? 'server'
}

/** Undefined where there is no status to go by. */
function byStatus(status: number, error: ErrorTold): FailureKind | undefined {
  if (status === 402) return 'no-quota'
  if (status === 401 || status === 403 || status === 407) return 'authentication'
  if (status === 404) return 'unknown-model'
  if (status === 429) return 'rate-limited'
  // A provider that is full says so in JSON; a page comes from something in between.
  if (status === 529 || (status === 503 && error.words.length > 0)) return 'overloaded'
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'server'
  return status >= 300 ? 'bad-request' : undefined
}

/** The failure that an error is, with what had come of a reply. */
export const failureOf = (error: ErrorTold, kind: FailureKind, partial?: Failure['partial']): Failure => ({
  kind: 'failure',
  failure: kind,
  message: error.message,
  ...told({ code: error.code, waitMs: error.waitMs, partial }),
})

/**
 * The error that a JSON body tells, in any of the shapes that providers and compatible servers use. `sure`: the
 * body is known to be an error by its status; else it is taken for one only where it says so.
 */
export function errorTold(body: unknown, sure: boolean): ErrorTold | undefined {
  const outer = record(Array.isArray(body) ? body[0] : body)
  if (isRecord(outer.error)) return tell(outer.error, outer)
  if (typeof outer.error === 'string' && outer.error !== '') return tell({ message: outer.error }, outer)
  if (outer.type === 'error' || outer.object === 'error') return tell(outer)
  return sure && isRecord(Array.isArray(body) ? body[0] : body) ? tell(outer) : undefined
}

function tell(error: Json, outer: Json = {}): ErrorTold {
  const details = [...list(error.details), error.metadata, error.innererror].map(record)
  const all = [error, outer, ...details]
  const words = all.flatMap((part) =>
    [part.code, part.type, part.status, part.reason].flatMap((word) => label(word)?.toLowerCase() ?? []),
  )
  const numbers = [error.code, error.status, error.status_code, outer.code].map(Number)
  return {
    message: messageOf(error, outer),
    words,
    lasting: details.some(isLasting),
    ...told({
      code: label(error.code) ?? label(error.type) ?? label(error.status) ?? label(outer.code),
      status: numbers.find((number) => number >= 400 && number < 600),
      waitMs: details.map(({ retryDelay }) => milliseconds(retryDelay)).find((ms) => ms !== undefined),
    }),
  }
}

/** Error texts are kept whole up to this many characters; a page would be longer. */
const LONGEST = 4000

function messageOf(error: Json, outer: Json): string {
  const own = label(error.message) ?? label(outer.message) ?? label(error.detail)
  // OpenRouter says what the provider behind it said in a field of its own.
  const behind = label(record(error.metadata).raw)
  const text = [own, behind].filter((part) => part !== undefined).join(': ') || 'An error without words.'
  return text.slice(0, LONGEST).toWellFormed()
}

/** A limit a day, or none left at all: Google names both in the violation's quota. */
const isLasting = (detail: Json): boolean =>
  list(detail.violations)
    .map(record)
    .some(({ quotaId, quotaValue }) => /PerDay/.test(string(quotaId)) || quotaValue === '0')

/** Google's durations: `34.4s`. */
function milliseconds(duration: unknown): number | undefined {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(string(duration))?.[1]
  return seconds === undefined ? undefined : Math.ceil(Number(seconds) * 1000)
}

/** An error whose body is no JSON: a proxy's page, plain text, nothing, half of what was to come. */
export function errorOfText(body: string, status: number): ErrorTold {
  const text = body.slice(0, LONGEST)
  const title = /<title[^>]*>([^<]*)</i.exec(text)?.[1]?.trim()
  const plain = text.trim().slice(0, 300)
  const message = title
    ? `HTTP ${status}, with a page instead of JSON: "${title.slice(0, 300)}".`
    : plain === ''
      ? `HTTP ${status}, with nothing in it.`
      : `HTTP ${status}, with no JSON: "${plain}".`
  return { message: message.toWellFormed(), words: [], lasting: false, vague: true }
}
