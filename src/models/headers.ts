/**
 * Which headers pass, in both directions. Allow-lists, since what must not pass (keys, organisations, cookies,
 * whatever the environment told an SDK to add) has no end.
 */

/** Sent: what an API needs. Telemetry, organisations, projects and custom headers of an SDK stay here. */
export const SENT_HEADERS = [
  'accept',
  'content-type',
  'user-agent',
  'authorization',
  'x-api-key',
  'anthropic-version',
  'x-goog-api-key',
  'x-goog-api-client',
] as const

const KEPT = new Set([
  'content-type',
  'date',
  'request-id',
  'x-request-id',
  'x-goog-request-id',
  'x-correlation-id',
  'apim-request-id',
  'cf-ray',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'openai-processing-ms',
])

const KEPT_PREFIXES = ['anthropic-ratelimit-', 'anthropic-priority-', 'x-ratelimit-', 'ratelimit-'] as const

/**
 * Of the kept headers those that anybody may read. The others name a request, which its provider can look up, or tell
 * of an account's limits.
 */
const PUBLIC = new Set([
  'content-type',
  'date',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'openai-processing-ms',
])

/** Kept headers, those for everybody apart from those that are sealed. */
export function splitHeaders(kept: Readonly<Record<string, string>>): {
  open: Record<string, string>
  sealed: Record<string, string>
} {
  const [open, sealed]: Record<string, string>[] = [{}, {}]
  for (const [name, value] of Object.entries(kept)) (PUBLIC.has(name) ? open! : sealed!)[name] = value
  return { open: open!, sealed: sealed! }
}

/** Whether a response header, named in lower case, goes into the record. */
const isKept = (name: string): boolean =>
  KEPT.has(name) || name === 'ratelimit' || KEPT_PREFIXES.some((prefix) => name.startsWith(prefix))

/** The headers worth keeping; several of one name are joined as HTTP says. */
export function keptHeaders(
  headers: Iterable<readonly [string, string | readonly string[] | undefined]>,
): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (value !== undefined && isKept(lower))
      kept[lower] = typeof value === 'string' ? value : value.join(', ')
  }
  return kept
}
