/**
 * A time-stamp token held to the registration: its hash, its signature, its certificates. What was checked and what
 * was not is told in words, since a token is worth only what was checked of it.
 */
import { createHash, verify, X509Certificate } from 'node:crypto'
import { oidText, TAG } from './der.ts'
import { certificateHash, type Token } from './token.ts'

/** Hashes by OID. SHA-1 names certificates in old attributes; it stamps nothing here. */
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}
/** Signatures whose hash the signer names apart, or names itself. */
const SIGNATURES: Readonly<Record<string, string | undefined>> = {
  '1.2.840.113549.1.1.1': undefined,
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  '1.2.840.10045.2.1': undefined,
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const CONTENT_TYPE = '1.2.840.113549.1.9.3'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

export interface TokenCheck {
  readonly checked: readonly string[]
  readonly unchecked: readonly string[]
  /** What is wrong: a token with any of these is no anchor. */
  readonly wrong: readonly string[]
}

/**
 * Checks a token against the bytes that it should have stamped. `roots`: certificates that the person trusts; without
 * them nothing is said of who the signer is.
 */
export function checkToken(
  token: Token,
  stamped: Buffer,
  roots: readonly X509Certificate[] = [],
): TokenCheck {
  const checked: string[] = []
  const unchecked: string[] = []
  const wrong: string[] = []
  const { imprint, signer, content, time } = token
  const kind = HASHES[imprint.algorithm]
  const hash =
    kind === undefined || kind === 'sha1' ? undefined : createHash(kind).update(stamped).digest('hex')
  if (hash === undefined)
    wrong.push(`It stamps a kind of hash that is not taken here (${imprint.algorithm}).`)
  else if (hash !== imprint.hash)
    wrong.push(`It stamps something else: ${imprint.hash}; the registration has ${hash}.`)
  else checked.push(`It stamps the ${kind!.toUpperCase()} of registration.json.`)

  const digest = HASHES[signer.digest]
  const claimed = signer.attributes.get(MESSAGE_DIGEST)?.contents.toString('hex')
  const type = signer.attributes.get(CONTENT_TYPE)
  if (digest === undefined) unchecked.push(`Its signature: the hash ${signer.digest} is not known here.`)
  else if (claimed !== createHash(digest).update(content).digest('hex'))
    wrong.push('What it signs is not the time stamp that it holds.')
  if (type?.tag !== TAG.oid || oidText(type) !== '1.2.840.113549.1.9.16.1.4')
    wrong.push('What it signs is not said to be a time stamp.')
  checkSignature(token, digest, { checked, unchecked, wrong })

  const { certificate } = signer
  if (certificate) {
    const at = new Date(time).getTime()
    if (at < new Date(certificate.validFrom).getTime() || at > new Date(certificate.validTo).getTime())
      wrong.push('The certificate of its signer was not valid at the time that it says.')
    else checked.push(`The certificate of its signer was valid at that time.`)
    if (!certificate.keyUsage?.includes(TIME_STAMPING))
      wrong.push('The certificate of its signer is not for time stamps.')
    else checked.push('The certificate of its signer is for time stamps.')
    checkChain(token, certificate, roots, { checked, unchecked, wrong })
  }
  unchecked.push('Whether the certificate had been revoked: nothing is asked of a network.')
  return { checked, unchecked, wrong }
}

interface Lists {
  readonly checked: string[]
  readonly unchecked: string[]
  readonly wrong: string[]
}

function checkSignature(
  { signer }: Token,
  digest: string | undefined,
  { checked, unchecked, wrong }: Lists,
): void {
  const { certificate, algorithm, signed, signature } = signer
  if (!certificate) {
    unchecked.push(
      'Its signature: the certificate of its signer is not in it. Ask for one with certificates.',
    )
    return
  }
  if (!(algorithm in SIGNATURES)) {
    unchecked.push(`Its signature: signatures of the kind ${algorithm} are not known here.`)
    return
  }
  const hash = SIGNATURES[algorithm] ?? digest
  if (hash === undefined) return
  if (!verify(hash, signed, certificate.publicKey, signature)) wrong.push('Its signature does not hold.')
  else checked.push('Its signature holds, by the certificate that it carries.')
  const named = certificateHash(signer)
  const kind = named && HASHES[named.kind]
  if (!named || !kind) unchecked.push('Whether it names the certificate that signed it.')
  else if (createHash(kind).update(certificate.raw).digest('hex') !== named.hash)
    wrong.push('It was signed with another certificate than it says.')
  else checked.push('It names that certificate.')
}

/** From the signer's certificate up, as far as there are certificates. */
function checkChain(
  { certificates, time }: Token,
  signer: X509Certificate,
  roots: readonly X509Certificate[],
  { checked, unchecked, wrong }: Lists,
): void {
  const known = [...certificates, ...roots]
  const trusted = (one: X509Certificate): boolean =>
    roots.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)
  const at = new Date(time).getTime()
  let top = signer
  for (const _ of known) {
    if (trusted(top)) break
    const found = known.filter((one) => top.checkIssued(one) && one.ca && top.verify(one.publicKey))
    const issuer = found.find(trusted) ?? found[0]
    if (!issuer || issuer.fingerprint256 === top.fingerprint256) break
    if (at < new Date(issuer.validFrom).getTime() || at > new Date(issuer.validTo).getTime())
      wrong.push(`A certificate above its signer's was not valid at that time: ${nameOf(issuer)}.`)
    top = issuer
  }
  if (trusted(top)) checked.push(`Its certificates lead to one that was given as trusted: ${nameOf(top)}.`)
  else if (roots.length > 0)
    wrong.push(`Its certificates end at ${nameOf(top)}, which is none of those given as trusted.`)
  else
    unchecked.push(
      `Whether its signer can be trusted: its certificates end at ${nameOf(top)} (SHA-256 ${top.fingerprint256.replaceAll(':', '').toLowerCase()}). Compare that with what the authority publishes, or give its root with --ca.`,
    )
}

const nameOf = ({ subject }: X509Certificate): string => subject.split('\n').join(', ')

/** The certificates of a PEM file. */
export const readCertificates = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  )
