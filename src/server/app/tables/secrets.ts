/**
 * Secrets of links. A link is told once and only its hash is kept, so that nothing on disk opens a seat; hashes are
 * compared in a time that does not depend on what was guessed.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 bits: nobody guesses one, however often they try. */
const BYTES = 32

export interface Link {
  /** SHA-256 of the secret, in hex. */
  readonly hash: string
  readonly made: string
}

export const newSecret = (): string => randomBytes(BYTES).toString('base64url')

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Whether this is the secret of the link; false where there is none, after as long a look. */
export function opens(link: Link | undefined, secret: string): boolean {
  const expected = Buffer.from(link?.hash ?? NOBODY, 'hex')
  const same = timingSafeEqual(expected, Buffer.from(hashOf(secret), 'hex'))
  return same && link !== undefined
}

/** The hash of nothing that is ever given out. */
const NOBODY = hashOf('')

/** `<table>.<secret>`, as a link's fragment and a request's header hold it. */
export const tokenOf = (table: string, secret: string): string => `${table}.${secret}`

/** Undefined where it is not of that shape. */
export function readToken(token: string): { readonly table: string; readonly secret: string } | undefined {
  const [, table, secret] = /^([a-z0-9-]{1,80})\.([A-Za-z0-9_-]{20,100})$/.exec(token) ?? []
  return table === undefined || secret === undefined ? undefined : { table, secret }
}
