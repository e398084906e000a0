/**
 * Bundles the verifier of published folders into one file that needs only Node. Prints it; `--write` puts it into
 * dist/. What was bundled from the same sources before is taken from node_modules/.cache.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const cache = join(root, 'node_modules', '.cache', 'parley')

/** The same text for the same sources. */
export async function bundleVerifier(): Promise<string> {
  const place = join(cache, `verify-${sourcesHash()}.mjs`)
  try {
    return readFileSync(place, 'utf8')
  } catch {
    const code = await bundle()
    mkdirSync(dirname(place), { recursive: true })
    // Whole or not there at all, also where several bundle at once.
    const part = `${place}.${process.pid}`
    writeFileSync(part, code)
    renameSync(part, place)
    return code
  }
}

/** Every source, and the packages by the lock file. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  )
  for (const path of [
    'package-lock.json',
    'scripts/bundle-verifier.ts',
    ...files.sort().map((path) => join('src', path)),
  ]) {
    const text = readFileSync(join(root, path))
    hash.update(`${path}\n${text.length}\n`).update(text)
  }
  return hash.digest('hex').slice(0, 32)
}

async function bundle(): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'node24',
      ssr: `${root}src/publication/verify-main.ts`,
      rolldownOptions: {
        output: { format: 'es', codeSplitting: false },
        external: (id) => isBuiltin(id),
      },
    },
    ssr: { noExternal: true },
  })
  const [output] = [result].flat() as Rolldown.RolldownOutput[]
  const [chunk, ...more] = output!.output
  const asked = chunk.imports.filter((id) => !isBuiltin(id))
  if (more.length > 0 || asked.length > 0) {
    const names = [...more.map(({ fileName }) => fileName), ...asked]
    throw new Error(`the verifier is no single file: ${names.join(', ')}`)
  }
  return chunk.code
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const code = await bundleVerifier()
  if (process.argv.includes('--write')) writeFileSync(`${root}dist/verify.mjs`, code)
  else process.stdout.write(code)
}
