/** What the owner's pages ask of the server; changes carry the header that no other site's page can send. */
import { ApiFailure, fetchJson } from '../live/fetch.ts'

export const NOTHING: Readonly<Record<string, string>> = {}

/** Sends JSON. Rejects with an ApiFailure. */
export const send = <T>(method: 'POST' | 'DELETE', address: string, body?: unknown): Promise<T | undefined> =>
  fetchJson<T | undefined>(address, {
    method,
    headers: { 'x-parley': '1', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

/** What went wrong, in words, and what mends it. */
export function wordsOf(error: unknown): string {
  if (error instanceof ApiFailure && error.mend !== undefined) return `${error.message} ${error.mend}`
  return error instanceof Error ? error.message : String(error)
}
