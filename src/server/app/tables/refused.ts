/** What a request is refused with: a status, a code and words; everything else that is thrown is a fault of ours. */
import type { ApiError } from '../../../pages/types.ts'

export type RefusedStatus = 400 | 401 | 403 | 404 | 409 | 413 | 422 | 503

export class Refused extends Error {
  readonly status: RefusedStatus
  readonly code: string
  readonly mend: string | undefined

  constructor(status: RefusedStatus, code: string, message: string, mend?: string) {
    super(message)
    this.name = 'Refused'
    this.status = status
    this.code = code
    this.mend = mend
  }

  get body(): ApiError {
    const { code, message, mend } = this
    return { error: { code, message, ...(mend === undefined ? {} : { mend }) } }
  }
}

/** The one answer to whoever holds no link, or one that was taken back, or one of another table. */
export const noSeat = (): Refused =>
  new Refused(401, 'unauthorised', 'This link opens no seat: it is not whole, or it was taken back.')
