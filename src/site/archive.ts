/**
 * The published folder as one file to download, since a web server lists no folders: tar (POSIX ustar) and gzip. The
 * same folder gives the same bytes: names in their order, no owner, no time.
 */
import { createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const BLOCK = 512

/** `root`: the name of the folder within the archive. Returns the archive's length in bytes. */
export async function writeArchive(folder: string, root: string, file: string): Promise<number> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length).replaceAll('\\', '/'))
    .sort()
  await pipeline(
    Readable.from(pieces(folder, root, names)),
    createGzip({ level: 6 }),
    createWriteStream(file),
  )
  return statSync(file).size
}

async function* pieces(folder: string, root: string, names: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const name of names) {
    const place = join(folder, name)
    const { size } = statSync(place)
    const path = `${root}/${name}`
    const [prefix, rest] = split(path) ?? ['', path.slice(-NAME)]
    if (split(path) === undefined) yield* longName(path)
    yield header(prefix, rest, size, '0')
    if (size > 0) yield* createReadStream(place) as AsyncIterable<Buffer>
    yield padding(size)
  }
  yield new Uint8Array(2 * BLOCK)
}

const padding = (size: number): Uint8Array => new Uint8Array((BLOCK - (size % BLOCK)) % BLOCK)

/** How many bytes of a name fit, and how many of the folders before it. */
const NAME = 100
const PREFIX = 155

/** A name that does not fit stands in an entry of its own before the file's (pax). */
function* longName(path: string): Generator<Uint8Array> {
  const record = (length: number): string => `${length} path=${path}\n`
  let length = Buffer.byteLength(record(0))
  while (Buffer.byteLength(record(length)) !== length) length = Buffer.byteLength(record(length))
  const body = Buffer.from(record(length))
  yield header('', 'PaxHeader', body.length, 'x')
  yield body
  yield padding(body.length)
}

function header(prefix: string, name: string, size: number, type: string): Uint8Array {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, digits: number): void =>
    void block.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  block.write(name, 0, NAME, 'utf8')
  octal(0o644, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(0, 136, 11)
  block.write(`        ${type}`, 148, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  block.write(prefix, 345, PREFIX, 'utf8')
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return block
}

/** Undefined where a name does not fit however it is parted. */
function split(path: string): [prefix: string, name: string] | undefined {
  if (Buffer.byteLength(path) <= NAME) return ['', path]
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= PREFIX && Buffer.byteLength(name) <= NAME) return [prefix, name]
  }
  return undefined
}
