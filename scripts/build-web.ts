/**
 * Builds the web pages: for browsers (the app, the published site's script, the check) and for Node (pages as text
 * for the published site). `ensureWebBuild` gives the folder of a build of the present sources, and makes one where
 * there is none. Run by itself it prints that folder; with `--write` it puts the build into dist/web.
 *
 * A build stands in node_modules/.cache under the hash of all that went into it, whole or not at all, so that several
 * processes may ask at once and a server keeps the files that it began with.
 */
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin, Rolldown } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'web')
const cache = join(root, 'node_modules', '.cache', 'parley', 'web')

/** The names of the scripts that browsers load, by their sources; those that do not exist yet are left out. */
const ENTRIES = { app: 'src/app.tsx', site: 'src/site.ts', check: 'src/check.ts' } as const
const SERVER = 'src/server.tsx'
/** Beside every source that is bundled: what a build depends on as well. */
const ALWAYS = ['package-lock.json', 'scripts/build-web.ts', 'web/package.json', 'web/tsconfig.json']

interface Latest {
  readonly folder: string
  /** Each file that went in, by its path from the root, with the hash of its bytes. */
  readonly inputs: Readonly<Record<string, string>>
  /** The entries that were there. */
  readonly entries: readonly string[]
}

/**
 * The folder of a build of the sources as they are: `client/` (with `index.html`, `manifest.json` and hashed names
 * under `assets/`) and `server/server.js`. Rejects where the sources do not build.
 */
export async function ensureWebBuild(tries = 3): Promise<string> {
  const latest = readLatest()
  if (latest && isFresh(latest)) return join(cache, latest.folder)
  const began = Date.now()
  const inputs = new Set([...ALWAYS, ...sheets()])
  const part = join(cache, `part-${process.pid}-${Date.now()}`)
  mkdirSync(part, { recursive: true })
  try {
    await bundle(part, (path) => inputs.add(path))
    // What was written while it was read would be kept under a name that stands for other bytes.
    const changed = [...inputs].some((path) => (mtime(path) ?? 0) >= began)
    if (changed && tries > 1) {
      rmSync(part, { recursive: true, force: true })
      return await ensureWebBuild(tries - 1)
    }
    const hashes = Object.fromEntries(
      [...inputs].sort().flatMap((path) => (existsSync(join(root, path)) ? [[path, hashOf(path)]] : [])),
    )
    const folder = createHash('sha256').update(JSON.stringify(hashes)).digest('hex').slice(0, 24)
    try {
      renameSync(part, join(cache, folder))
    } catch (error) {
      // Another process was first with the same bytes.
      if (!existsSync(join(cache, folder))) throw error
    }
    const text = JSON.stringify({ folder, inputs: hashes, entries: entries() } satisfies Latest)
    const note = join(cache, `latest-${process.pid}`)
    writeFileSync(note, text)
    renameSync(note, join(cache, 'latest.json'))
    return join(cache, folder)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function readLatest(): Latest | undefined {
  try {
    return JSON.parse(readFileSync(join(cache, 'latest.json'), 'utf8')) as Latest
  } catch {
    return undefined
  }
}

const isFresh = ({ folder, inputs, entries: had }: Latest): boolean =>
  existsSync(join(cache, folder)) &&
  String(had) === String(entries()) &&
  Object.entries(inputs).every(([path, hash]) => existsSync(join(root, path)) && hashOf(path) === hash)

const hashOf = (path: string): string =>
  createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
    .slice(0, 32)

const mtime = (path: string): number | undefined =>
  statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs

/** Every style sheet: what one of them imports is no module, so a bundle does not tell of it. */
const sheets = (): string[] =>
  readdirSync(join(web, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => `web/src/${path.replaceAll('\\', '/')}`)

const entries = (): string[] =>
  [...Object.values(ENTRIES), SERVER].filter((path) => existsSync(join(web, path)))

async function bundle(folder: string, saw: (path: string) => void): Promise<void> {
  // A process of tests has another one, and vite makes what is for development of it.
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await bundleAll(folder, saw)
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

async function bundleAll(folder: string, saw: (path: string) => void): Promise<void> {
  const { build } = await import('vite')
  const { default: react } = await import('@vitejs/plugin-react')
  const common = {
    root: web,
    configFile: false,
    // Relative to the file that asks: a published site works under any path.
    base: './',
    logLevel: 'error',
    publicDir: false,
    plugins: [react(), watchInputs(saw)],
    worker: { format: 'es', plugins: () => [watchInputs(saw)] },
  } satisfies InlineConfig
  const input = Object.fromEntries(
    Object.entries(ENTRIES).flatMap(([name, path]) =>
      existsSync(join(web, path)) ? [[name, join(web, path)]] : [],
    ),
  )
  await build({
    ...common,
    plugins: [nothingOfNode, ...common.plugins],
    build: {
      outDir: join(folder, 'client'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2024',
      cssCodeSplit: false,
      // Pages allow no inline content; a small file of its own is as good.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input },
    },
  })
  writeFileSync(join(folder, 'client/index.html'), shell(join(folder, 'client')))
  if (!existsSync(join(web, SERVER))) return
  await build({
    ...common,
    build: {
      outDir: join(folder, 'server'),
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      ssr: join(web, SERVER),
      cssCodeSplit: false,
      rolldownOptions: {
        output: { format: 'es', codeSplitting: false, entryFileNames: 'server.js' },
        external: (id) => isBuiltin(id),
      },
    },
    // React and the charts go in: whoever installed Parley has neither.
    ssr: { noExternal: true },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
}

interface Entry {
  readonly file: string
  readonly imports?: readonly string[]
}

/** The app's one document, for every address that is a page: no inline content, all from the server's root. */
function shell(client: string): string {
  const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Record<string, Entry>
  const app = manifest[ENTRIES.app]!
  const needed = ({ imports = [] }: Entry): string[] => [
    ...new Set(imports.flatMap((name) => [name, ...needed(manifest[name]!)])),
  ]
  const links = [
    `<link rel="stylesheet" href="/${manifest['style.css']!.file}">`,
    ...needed(app).map((name) => `<link rel="modulepreload" href="/${manifest[name]!.file}">`),
    `<script type="module" src="/${app.file}"></script>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<link rel="icon" href="data:,">
${links.join('\n')}
</head>
<body>
<div id="app"></div>
<noscript><p>This live view needs JavaScript. A published site of a study does not: parley site &lt;study&gt; &lt;folder&gt;</p></noscript>
</body>
</html>
`
}

/** Pages ask for no module of Node. (The check shares code with rooms that may; a real browser runs it in its tests.) */
const nothingOfNode: Plugin = {
  name: 'parley-nothing-of-node',
  enforce: 'pre',
  resolveId(id, importer) {
    if (isBuiltin(id)) throw new Error(`${importer} imports ${id}, which no browser has`)
    return undefined
  },
}

/** Tells of every file of the project that is bundled; packages are fixed by the lock file. */
const watchInputs = (saw: (path: string) => void): Plugin => ({
  name: 'parley-inputs',
  generateBundle(_options: unknown, output: Rolldown.OutputBundle) {
    for (const id of this.getModuleIds()) {
      const path = relative(root, id.split('?')[0]!).replaceAll('\\', '/')
      if (!path.startsWith('..') && !path.startsWith('node_modules/') && !id.includes('\0')) saw(path)
    }
    void output
  },
})

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = await ensureWebBuild()
  if (process.argv.includes('--write')) {
    rmSync(join(root, 'dist/web'), { recursive: true, force: true })
    cpSync(folder, join(root, 'dist/web'), { recursive: true })
  }
  process.stdout.write(`${folder}\n`)
}
