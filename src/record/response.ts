/** A response as the record keeps it, back to the bytes that came, and to what they mean. */
import type { Decoded, Received, Wire } from '../models/wire/contract.ts'
import type { ResponseRecord } from './events.ts'

/** Every browser and Node have these; the pure rooms' types do not. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
declare const atob: (base64: string) => string

/**
 * Decodes a recorded response again. `response`: the sealed field; undefined gives undefined, as does a record of a
 * call without a response, or text that is no base64 where base64 was claimed.
 */
export function decodeRecorded(
  wire: Wire,
  event: Partial<ResponseRecord>,
  response: string | undefined,
): Decoded | undefined {
  const { status, headers, complete, encoding } = event
  if (response === undefined || status === undefined || encoding === undefined) return undefined
  const body = encoding === 'base64' ? fromBase64(response) : new TextEncoder().encode(response)
  if (!body) return undefined
  const received: Received = { status, headers: headers ?? {}, body, ended: complete ?? true }
  return wire.decode(received)
}

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0))
  } catch {
    return undefined
  }
}
