/** Changing something on the server: with the session's cookie and a header that no other site's page can send. */
import { fetchJson } from './fetch.ts'

/** Posts JSON. Rejects with an ApiFailure. */
export const change = <T>(address: string, body: unknown): Promise<T> =>
  fetchJson<T>(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-parley': '1' },
    body: JSON.stringify(body),
  })
