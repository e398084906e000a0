/**
 * The proxy that calls go through, from the environment: `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, in either case,
 * as most programs read them. It carries what is sent and is no other server: the provider stays whom a call is for.
 */
import type { Env } from './keys.ts'

/** As the environment has them; an empty text where nothing is set. */
export interface ProxySettings {
  readonly httpsProxy: string
  readonly httpProxy: string
  /** Hosts that are reached without, by commas or spaces; `*` for all. */
  readonly noProxy: string
}

/** A variable that names no proxy that can be used. */
export interface ProxyFault {
  /** Its name; its value may hold a password. */
  readonly variable: string
}

/** Undefined where no proxy is set. */
export function proxyOf(env: Env): ProxySettings | ProxyFault | undefined {
  const proxies = [read(env, 'https_proxy'), read(env, 'http_proxy')] as const
  for (const { name, value } of proxies) if (value !== '' && !isProxy(value)) return { variable: name }
  const [httpsProxy, httpProxy] = [proxies[0].value, proxies[1].value]
  if (httpsProxy === '' && httpProxy === '') return undefined
  return { httpsProxy, httpProxy, noProxy: read(env, 'no_proxy').value }
}

/** Lower case goes first, as with other programs. */
function read(env: Env, lower: string): { name: string; value: string } {
  const upper = lower.toUpperCase()
  const value = env[lower]?.trim()
  const [name, found] = value ? [lower, value] : [upper, env[upper]?.trim() ?? '']
  // `proxy.example:8080` is how many write it.
  const whole = found === '' || lower === 'no_proxy' || found.includes('://') ? found : `http://${found}`
  return { name, value: whole }
}

const isProxy = (value: string): boolean => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

/** Whether a URL leads to this very machine, which no proxy can reach. */
export function isLoopback(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/\.$/, '') ?? ''
  return (
    host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)
  )
}
