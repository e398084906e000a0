/**
 * By which names this server may be asked. A page of another site that has its name point here (DNS rebinding) asks
 * by that name, and is refused.
 */
import { isIP } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'

const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Every name by which a server that listens at `host` may be asked; `more`: those that its owner gives it. */
export function allowedHosts(host: string, more: readonly string[] = []): ReadonlySet<string> {
  const names = new Set([...LOOPBACK, bracketed(host), ...more])
  if (host === '0.0.0.0' || host === '::') {
    names.add(hostname())
    for (const list of Object.values(networkInterfaces()))
      for (const { address } of list ?? []) names.add(bracketed(address.split('%')[0]!))
  }
  return new Set([...names].map((name) => name.toLowerCase()))
}

/**
 * The addresses of this machine in its networks, the likeliest to be reached by others first: private ones before
 * those of containers and virtual machines, IPv4 before IPv6.
 */
export function networkAddresses(all = networkInterfaces()): string[] {
  const found = Object.values(all).flatMap((list) =>
    (list ?? []).filter(({ internal, address }) => !internal && !/^fe80:/i.test(address)),
  )
  const rank = ({ address, family }: (typeof found)[number]): number =>
    family === 'IPv6'
      ? 3
      : /^(192\.168|10)\./.test(address)
        ? 0
        : /^172\.(1[6-9]|2\d|3[01])\./.test(address)
          ? 2
          : 1
  return found.toSorted((a, b) => rank(a) - rank(b)).map(({ address }) => bracketed(address))
}

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

/** Whether a Host header names this server: an allowed name and its port. */
export function isAllowed(header: string | undefined, hosts: ReadonlySet<string>, port: number): boolean {
  const found = /^(\[[0-9a-f:.]+\]|[^:[\]/@]+)(?::(\d{1,5}))?$/i.exec(header ?? '')
  if (!found) return false
  const [, name = '', given] = found
  // Behind a proxy with a name of its own, the port is the proxy's.
  const own = given === undefined || Number(given) === port || !isLoopbackName(name)
  return hosts.has(name.toLowerCase()) && own
}

const isLoopbackName = (name: string): boolean => LOOPBACK.includes(name.toLowerCase())

/** Whether an Origin header is a page of this very server: the same host and port as the request's. */
export function isOwnOrigin(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true
  const found = /^https?:\/\/([^/]+)$/i.exec(origin)
  return found !== null && host !== undefined && found[1]!.toLowerCase() === host.toLowerCase()
}
