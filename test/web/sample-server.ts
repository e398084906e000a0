/** The built app over the made-up pages, as a server sends it: the same policy, nothing inline. */
import { createReadStream, existsSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { ensureWebBuild } from '../../scripts/build-web.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

export interface SampleServer {
  readonly url: string
  /** Sends a message to everybody who listens at an address. */
  tell(address: string, message: unknown): void
  close(): Promise<void>
}

/** `pages`: data by address; what is not there is a 404 in the API's own words. */
export async function startSampleServer(pages: Readonly<Record<string, unknown>>): Promise<SampleServer> {
  const client = join(await ensureWebBuild(), 'client')
  const listeners = new Map<string, Set<ServerResponse>>()
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://localhost').pathname
    response.setHeader('content-security-policy', POLICY)
    if (path.endsWith('/live')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(': here\n\n')
      const set = listeners.get(path) ?? new Set()
      listeners.set(path, set.add(response))
      request.on('close', () => set.delete(response))
    } else if (path.startsWith('/api/')) {
      const found = Object.hasOwn(pages, path)
      const told = { error: { code: 'not-found', message: 'There is no such thing here.' } }
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' })
      response.end(JSON.stringify(found ? pages[path] : told))
    } else {
      const file = join(client, normalize(path))
      const asset = path.startsWith('/assets/') && existsSync(file)
      response.setHeader('content-type', asset ? (TYPES[extname(file)] ?? '') : 'text/html; charset=utf-8')
      createReadStream(asset ? file : join(client, 'index.html')).pipe(response)
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    tell: (address, message) => {
      for (const response of listeners.get(address) ?? [])
        response.write(`data: ${JSON.stringify(message)}\n\n`)
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((closed) => server.close(() => closed()))
    },
  }
}
