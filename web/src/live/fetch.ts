/** Reading from the server that the page came from. A failure is words for a person. */
import type { ApiError } from '../../../src/pages/types.ts'

export class ApiFailure extends Error {
  readonly code: string
  readonly mend: string | undefined

  constructor(code: string, message: string, mend?: string) {
    super(message)
    this.code = code
    this.mend = mend
  }
}

/** JSON from an address. Rejects with an ApiFailure, or as the signal says when it is aborted. */
export async function fetchJson<T>(address: string, init: RequestInit = {}): Promise<T> {
  let response: Response
  try {
    response = await fetch(address, { credentials: 'same-origin', ...init })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiFailure('offline', 'The server does not answer.', 'Is `parley serve` still running?')
  }
  if (response.status === 204) return undefined as T
  if (response.ok) return (await response.json()) as T
  let told: ApiError['error'] | undefined
  try {
    told = ((await response.json()) as ApiError).error
  } catch {
    // No words of the API's own: the status has to do.
  }
  throw new ApiFailure(
    told?.code ?? String(response.status),
    told?.message ?? `The server answered with status ${response.status}.`,
    told?.mend,
  )
}
