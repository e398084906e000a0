/** A plain file server, as any web host is one: a folder under a path, and a note of every request. */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  csv: 'text/csv; charset=utf-8',
}

export interface StaticServer {
  /** The address of the folder, with a `/` at its end. */
  readonly address: string
  /** The paths that were asked for, below the folder; `outside: …` for others. */
  readonly asked: string[]
  close(): Promise<void>
}

/** Serves `folder` under `path` (`/a/b/`); everything else is not found. */
export async function serveFolder(folder: string, path: string): Promise<StaticServer> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost')
    const below = decodeURIComponent(pathname)
    if (!below.startsWith(path)) {
      asked.push(`outside: ${below}`)
      response.writeHead(404).end()
      return
    }
    const rest = below.slice(path.length)
    asked.push(rest)
    const name = normalize(rest === '' || rest.endsWith('/') ? `${rest}index.html` : rest)
    try {
      const bytes = name.startsWith('..') ? undefined : await readFile(join(folder, name))
      if (bytes === undefined) throw new Error('outside')
      const type = TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream'
      response.writeHead(200, { 'content-type': type }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}${path}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}
