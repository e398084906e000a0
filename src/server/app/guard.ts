/** What every request passes: names, origins, headers, sizes. In one place, so that no route can be forgotten. */
import type { Context, MiddlewareHandler } from 'hono'
import type { ApiError } from '../../pages/types.ts'
import { isAllowed, isOwnOrigin } from './hosts.ts'
import type { Session } from './session.ts'
import { LINK_PATHS } from './tables/index.ts'

/** Nothing inline, nothing from elsewhere, no frames. */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export interface GuardOptions {
  readonly session: Session
  readonly hosts: ReadonlySet<string>
  port(): number
}

export const refuse = (
  c: Context,
  status: 400 | 401 | 403 | 404 | 405 | 413,
  code: string,
  message: string,
): Response => c.json({ error: { code, message } } satisfies ApiError, status)

/** Refuses requests from elsewhere (403), those that need the token (401), and sets the headers of every answer. */
export function guard({ session, hosts, port }: GuardOptions): MiddlewareHandler {
  return async (c, next) => {
    const answer = check(c, session, hosts, port())
    if (answer) c.res = answer
    else await next()
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value)
    if (c.req.path.startsWith('/api/')) c.res.headers.set('cache-control', 'no-store')
  }
}

function check(c: Context, session: Session, hosts: ReadonlySet<string>, port: number): Response | undefined {
  const host = c.req.header('host')
  if (!isAllowed(host, hosts, port))
    return refuse(
      c,
      403,
      'forbidden',
      'This server is not asked by this name. Open the address that parley serve printed.',
    )
  const foreign = !isOwnOrigin(c.req.header('origin'), host)
  // What a browser says of itself where it sends no Origin: a page elsewhere loads from here.
  const site = c.req.header('sec-fetch-site')
  const embedded = site !== undefined && site !== 'same-origin' && site !== 'none'
  const opened = c.req.header('sec-fetch-mode') === 'navigate' && c.req.method === 'GET'
  if (foreign || (embedded && !opened))
    return refuse(c, 403, 'forbidden', 'Pages of other sites may not ask this server.')
  const { path, method } = c.req
  if (!path.startsWith('/api/')) return undefined
  const link = LINK_PATHS.some((one) => path === one || path.startsWith(`${one}/`))
  const seat = /^seat\b/i.test(c.req.header('authorization') ?? '')
  if (link) return undefined
  // A seat's link opens that seat, and nothing else, whatever else may be open.
  if (seat) return refuse(c, 403, 'forbidden', "A seat's link opens that seat alone.")
  if (path === '/api/session') return undefined
  if (!session.reads(c))
    return refuse(c, 401, 'unauthorised', 'Open the address that parley serve printed, with its token.')
  if (method !== 'GET' && method !== 'HEAD' && !session.owns(c))
    return refuse(
      c,
      401,
      'unauthorised',
      "Changes need the session's token: open the address that parley serve printed.",
    )
  return undefined
}
