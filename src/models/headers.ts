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

/** Whether a response header, named in lower case, goes into the record. */
export const isKept = (name: string): boolean =>
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
