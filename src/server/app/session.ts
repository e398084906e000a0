/**
 * The session of a server: one token, drawn when it starts or given by whoever starts it. Who holds it may change
 * things; off loopback who does not hold it may read nothing either. It never stands in an address that is sent: the
 * printed link has it behind `#`, and a page trades it for a cookie that no script can read and no other site sends.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

export interface Session {
  readonly token: string
  /** Nothing is read without the token. */
  readonly guarded: boolean
  /** Whether the request may read: it holds the token, or nothing is guarded. */
  reads(c: Context): boolean
  /** Whether the request comes from whoever holds the token, and from no other site's page. */
  owns(c: Context): boolean
  /** Trades the token for a cookie; false where it is another. */
  open(c: Context, token: string): boolean
}

/** Cookies know no ports: the name keeps two servers on one machine apart. */
const cookieName = (port: number): string => `parley-${port}`

/** What a page sends beside its cookie for every change: no form and no other site can. */
export const CHANGE_HEADER = 'x-parley'

export function makeSession(token: string, guarded: boolean, port: () => number): Session {
  const wanted = digest(token)
  const is = (given: string | undefined): boolean =>
    given !== undefined && timingSafeEqual(digest(given), wanted)
  const bearer = (c: Context): boolean => is(/^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1])
  const cookie = (c: Context): boolean => is(getCookie(c, cookieName(port())))
  return {
    token,
    guarded,
    reads: (c) => !(guarded || isForwarded(c)) || bearer(c) || cookie(c),
    owns: (c) => bearer(c) || (cookie(c) && (isRead(c.req.method) || c.req.header(CHANGE_HEADER) === '1')),
    open(c, given) {
      if (!is(given)) return false
      setCookie(c, cookieName(port()), token, { path: '/', httpOnly: true, sameSite: 'Strict' })
      return true
    },
  }
}

/**
 * Whether a proxy or tunnel passed the request on. One that asks by this machine's own name would else make readers of
 * everybody it lets in.
 */
const isForwarded = (c: Context): boolean =>
  ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'].some(
    (name) => c.req.header(name) !== undefined,
  )

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
