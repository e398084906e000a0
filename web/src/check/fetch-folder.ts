/** Fetches every file that a publication's manifest names. */
import type { Manifest } from '../../../src/publication/manifest.ts'
import { FILES } from '../../../src/publication/names.ts'

/** Browsers ask one server for about as many things at once. */
const AT_ONCE = 6

/** Thrown with words for a person where something could not be fetched at all. */
export class NotFetched extends Error {}

/** Each file that the server has; what it says is not there is left out, and the check tells of it. */
export async function fetchFolder(
  base: string,
  progress: (done: number, all: number, bytes: number) => void,
): Promise<Map<string, Blob>> {
  const files = new Map<string, Blob>()
  const manifest = await fetchFile(base, FILES.manifest)
  if (manifest) files.set(FILES.manifest, manifest)
  const named = manifest ? pathsOf(await manifest.text()) : []
  const left = [...new Set([FILES.seal, ...named])].filter((path) => isBelow(base, path))
  const all = left.length
  let [done, bytes] = [0, 0]
  const work = async (): Promise<void> => {
    for (let path = left.shift(); path !== undefined; path = left.shift()) {
      const file = await fetchFile(base, path)
      if (file) files.set(path, file)
      done++
      bytes += file?.size ?? 0
      progress(done, all, bytes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return files
}

/** A manifest that was tampered with may be anything. */
function pathsOf(text: string): string[] {
  try {
    const { files } = JSON.parse(text) as Partial<Manifest>
    return Array.isArray(files)
      ? files.map(({ path }) => path).filter((path) => typeof path === 'string')
      : []
  } catch {
    return []
  }
}

const addressOf = (base: string, path: string): URL =>
  new URL(path.split('/').map(encodeURIComponent).join('/'), base)

/** A path that would lead out of the folder is no file of it. */
const isBelow = (base: string, path: string): boolean =>
  path !== '' && addressOf(base, path).href.startsWith(base)

async function fetchFile(base: string, path: string): Promise<Blob | undefined> {
  let response: Response
  try {
    response = await fetch(addressOf(base, path), { cache: 'no-cache', credentials: 'same-origin' })
  } catch {
    const where = new URL(base).protocol === 'file:'
    throw new NotFetched(
      where
        ? 'This page was opened from a disk, where a browser lets no page read other files. Serve the folder (npx serve, python3 -m http.server), or run node verify.mjs in data/.'
        : `${path} could not be fetched. Is the network there?`,
    )
  }
  if (response.status === 404 || response.status === 410) return undefined
  if (!response.ok)
    throw new NotFetched(`${path} could not be fetched: the server answered ${response.status}.`)
  return await response.blob().catch(() => {
    throw new NotFetched(`${path} broke off while it was fetched.`)
  })
}
