/** What an attempt without an answer may have been billed for, as far as that can be told from what came back. */

/** Failures of the network before any byte of a request can have left. */
const BEFORE_SENDING: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** What is known of an attempt that brought no answer. */
export interface Unanswered {
  /** A reply was under way. */
  readonly lost: boolean
  /** HTTP's status, where a response began, and whether it came to its end. */
  readonly status?: number | undefined
  readonly complete?: boolean | undefined
  /** The network's own code. */
  readonly code?: string | undefined
}

/**
 * `refused`: an error came in the place of a reply; providers do not bill for those. `unsent`: the server was not
 * reached, so that nothing was asked for. `lost` and `unanswered` may be billed: a reply was under way, or the
 * request arrived and nothing, or nothing whole, came back.
 */
export function unansweredKind({
  lost,
  status,
  complete,
  code,
}: Unanswered): 'lost' | 'refused' | 'unanswered' | 'unsent' {
  if (lost) return 'lost'
  if (status === undefined) return BEFORE_SENDING.has(code) ? 'unsent' : 'unanswered'
  // An error inside a stream that came to its end is the provider's word; one that broke off is nobody's.
  const promised = status >= 200 && status <= 299
  return promised && complete === false ? 'unanswered' : 'refused'
}
