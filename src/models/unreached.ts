/** Failures of the network before any byte of a request can have left: nothing was asked for, nothing is billed. */
const BEFORE_SENDING: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Whether a failure's code says that the server was not reached at all. */
export const unreached = (code: string | undefined): boolean => code !== undefined && BEFORE_SENDING.has(code)
