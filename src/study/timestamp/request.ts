/** A request for a time stamp (RFC 3161, section 2.4.1): the hash of the registration, for an authority to sign. */
import { makeDer, TAG } from './der.ts'

/** 2.16.840.1.101.3.4.2.1 */
const SHA256 = Buffer.from('0609608648016503040201', 'hex')
const NULL = Buffer.from('0500', 'hex')
const TRUE = Buffer.from('0101ff', 'hex')

/**
 * The bytes of a .tsq file: they ask for a token with the authority's certificates in it.
 * @param hash SHA-256 of what is to be stamped, 64 hex digits
 * @param nonce random hex digits, which the token repeats
 */
export function timeStampRequest(hash: string, nonce: string): Buffer {
  const imprint = makeDer(
    TAG.sequence,
    makeDer(TAG.sequence, SHA256, NULL),
    makeDer(TAG.octets, Buffer.from(hash, 'hex')),
  )
  // A leading zero keeps the number positive.
  const number = makeDer(TAG.integer, Buffer.from(`01${nonce}`, 'hex'))
  return makeDer(TAG.sequence, Buffer.from('020101', 'hex'), imprint, number, TRUE)
}
