/**
 * An RFC 3161 time-stamp token read: what was stamped, when, and who signed it. Reading trusts nothing; check.ts
 * holds it to the registration and to its signature.
 */
import { X509Certificate } from 'node:crypto'
import { type Der, DerError, mustBe, oidText, parts, readDer, TAG } from './der.ts'

export interface Signer {
  /** OID of the hash by which contents and attributes were signed. */
  readonly digest: string
  readonly algorithm: string
  /** The signed attributes by OID, and the bytes that the signature is over. */
  readonly attributes: ReadonlyMap<string, Der>
  readonly signed: Buffer
  readonly signature: Buffer
  readonly certificate?: X509Certificate
}

export interface Token {
  /** The token itself, without the response around it. */
  readonly bytes: Buffer
  /** The stamped hash, hex, and the OID of its kind. */
  readonly imprint: { readonly algorithm: string; readonly hash: string }
  /** What the authority says the time was, ISO 8601. */
  readonly time: string
  readonly policy: string
  readonly serial: string
  /** The bytes that were stamped and signed. */
  readonly content: Buffer
  readonly signer: Signer
  readonly certificates: readonly X509Certificate[]
}

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const CONTEXT_0 = 0xa0

/** Reads a response (.tsr) or a bare token. Throws a DerError that says what it is not. */
export function readToken(bytes: Buffer): Token {
  const whole = mustBe(readDer(bytes), TAG.sequence, 'sequence at its beginning')
  const [first, second] = parts(whole)
  if (first?.tag === TAG.oid) return readContentInfo(whole)
  // A response: a status, then the token.
  const [status] = parts(mustBe(first, TAG.sequence, 'status of a response'))
  const granted = Number(`0x${mustBe(status, TAG.integer, 'status of a response').contents.toString('hex')}`)
  if (granted > 1) throw new DerError(`the authority refused to stamp (status ${granted})`)
  return readContentInfo(mustBe(second, TAG.sequence, 'token in the response'))
}

function readContentInfo(token: Der): Token {
  const [type, body] = parts(token)
  if (oidText(type) !== SIGNED_DATA) throw new DerError('it is no signed data')
  const [data] = parts(mustBe(body, CONTEXT_0, 'signed data'))
  const [, , encapsulated, ...rest] = parts(mustBe(data, TAG.sequence, 'signed data'))
  const [kind, inner] = parts(mustBe(encapsulated, TAG.sequence, 'content'))
  if (oidText(kind) !== TST_INFO) throw new DerError('what is signed is no time stamp')
  const [octets] = parts(mustBe(inner, CONTEXT_0, 'content'))
  const { contents: content } = mustBe(octets, TAG.octets, 'content')
  const held = rest.find(({ tag }) => tag === CONTEXT_0)
  const certificates = held
    ? parts(held).flatMap(({ tag, whole }) => (tag === TAG.sequence ? [whole] : []))
    : []
  const signers = parts(mustBe(rest.at(-1), TAG.set, 'signer'))
  if (signers.length !== 1) throw new DerError(`it has ${signers.length} signers in the place of one`)
  const read = certificates.map((one) => ({ names: namesOf(one), certificate: new X509Certificate(one) }))
  return {
    bytes: Buffer.from(token.whole),
    ...readInfo(content),
    content,
    signer: readSigner(signers[0]!, read),
    certificates: read.map(({ certificate }) => certificate),
  }
}

function readInfo(content: Buffer): Pick<Token, 'imprint' | 'time' | 'policy' | 'serial'> {
  const [, policy, imprint, serial, time] = parts(mustBe(readDer(content), TAG.sequence, 'time stamp'))
  const [algorithm, hash] = parts(mustBe(imprint, TAG.sequence, 'message imprint'))
  const [oid] = parts(mustBe(algorithm, TAG.sequence, 'hash algorithm'))
  return {
    imprint: {
      algorithm: oidText(oid),
      hash: mustBe(hash, TAG.octets, 'stamped hash').contents.toString('hex'),
    },
    time: isoTime(mustBe(time, TAG.time, 'time').contents.toString('latin1')),
    policy: oidText(policy),
    serial: mustBe(serial, TAG.integer, 'serial number').contents.toString('hex'),
  }
}

/** `20250303100500.25Z` */
function isoTime(text: string): string {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d+)?Z$/.exec(text)
  if (!found) throw new DerError(`its time cannot be read: ${text}`)
  const [, year, month, day, hour, minute, second, fraction = ''] = found
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}Z`
}

function readSigner(
  signer: Der,
  certificates: readonly { readonly names: string; readonly certificate: X509Certificate }[],
): Signer {
  const [, sid, digest, attributes, algorithm, signature] = parts(mustBe(signer, TAG.sequence, 'signer'))
  const set = mustBe(attributes, CONTEXT_0, 'signed attribute')
  const found = parts(set).map((one): [string, Der] => {
    const [oid, values] = parts(mustBe(one, TAG.sequence, 'signed attribute'))
    return [
      oidText(oid),
      mustBe(parts(mustBe(values, TAG.set, 'signed attribute'))[0], parts(values!)[0]!.tag, 'value'),
    ]
  })
  // Issuer and serial number name the certificate; a key identifier names it otherwise.
  const named =
    sid?.tag === TAG.sequence
      ? Buffer.concat(parts(sid).map(({ whole }) => whole)).toString('hex')
      : undefined
  const own = certificates.find(({ names }) => names === named)?.certificate
  const only = certificates.length === 1 ? certificates[0]!.certificate : undefined
  const certificate = own ?? (named === undefined ? only : undefined)
  return {
    digest: oidText(parts(mustBe(digest, TAG.sequence, 'hash algorithm'))[0]),
    algorithm: oidText(parts(mustBe(algorithm, TAG.sequence, 'signature algorithm'))[0]),
    attributes: new Map(found),
    // Signed is the set as such, not the tag under which it stands in the token (RFC 5652, section 5.4).
    signed: Buffer.concat([Buffer.from([TAG.set]), set.whole.subarray(1)]),
    signature: mustBe(signature, TAG.octets, 'signature').contents,
    ...(certificate ? { certificate } : {}),
  }
}

/** A certificate's issuer and serial number, as a signer names them. */
function namesOf(certificate: Buffer): string {
  const [body] = parts(readDer(certificate))
  const fields = parts(mustBe(body, TAG.sequence, 'certificate'))
  const at = fields[0]?.tag === CONTEXT_0 ? 1 : 0
  const [serial, , issuer] = fields.slice(at)
  return Buffer.concat([issuer!.whole, serial!.whole]).toString('hex')
}

/** The certificate that signed, as `signing-certificate` hashes it: version 2 by SHA-256 unless it says otherwise, 1 by SHA-1. */
export function certificateHash({
  attributes,
}: Signer): { readonly kind: string; readonly hash: string } | undefined {
  const [second, first] = [
    attributes.get('1.2.840.113549.1.9.16.2.47'),
    attributes.get('1.2.840.113549.1.9.16.2.12'),
  ]
  const value = second ?? first
  if (!value) return undefined
  const [ids] = parts(value)
  const [id] = parts(mustBe(ids, TAG.sequence, 'signing certificate'))
  const fields = parts(mustBe(id, TAG.sequence, 'signing certificate'))
  const named = fields[0]?.tag === TAG.sequence ? oidText(parts(fields[0])[0]) : undefined
  const hash = fields.find(({ tag }) => tag === TAG.octets)
  if (!hash) return undefined
  return {
    kind: named ?? (second ? '2.16.840.1.101.3.4.2.1' : '1.3.14.3.2.26'),
    hash: hash.contents.toString('hex'),
  }
}
