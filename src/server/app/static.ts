/** The built pages for browsers: hashed names may be kept for good, the page itself is asked for each time. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Context } from 'hono'

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
}

const FOREVER = 'public, max-age=31536000, immutable'

/** Texts are worth being sent packed. */
const PACKED = /\.(css|html|js|json|map|svg|txt)$/

export interface StaticFiles {
  /** The answer for a path below the root; undefined where there is no such file. */
  answer(c: Context, path: string): Promise<Response | undefined>
}

/** Serves what lies in `client` now, by its names alone: no path is ever made of what was asked for. */
export async function staticFiles(client: string): Promise<StaticFiles> {
  const names = await readdir(client, { recursive: true, withFileTypes: true })
  const files = new Map(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const full = join(entry.parentPath, entry.name)
        return [full.slice(client.length).replaceAll('\\', '/').replace(/^\/?/, '/'), full] as const
      }),
  )
  const packed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const pack = promisify(brotliCompress)
  return {
    async answer(c, path) {
      const full = files.get(path)
      if (full === undefined) return undefined
      const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      const hashed = path.startsWith('/assets/')
      const headers = { 'content-type': type, 'cache-control': hashed ? FOREVER : 'no-cache' }
      if (hashed && PACKED.test(path) && /\bbr\b/.test(c.req.header('accept-encoding') ?? '')) {
        const bytes =
          packed.get(path) ??
          readFile(full)
            .then((text) => pack(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))
            .then((made) => new Uint8Array(made))
        packed.set(path, bytes)
        return c.body(await bytes, 200, { ...headers, 'content-encoding': 'br', vary: 'accept-encoding' })
      }
      return c.body(new Uint8Array(await readFile(full)), 200, headers)
    },
  }
}
