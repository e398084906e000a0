/** The linter must catch what a pure room may not use, and let the other rooms and tests be. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const project = fileURLToPath(new URL('..', import.meta.url))
const biome = join(project, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')

const FORBIDDEN = [
  'process.env',
  'Buffer.from([])',
  'new Date()',
  'Date.now()',
  'new Intl.NumberFormat()',
  'performance.now()',
  'crypto.randomUUID()',
  'fetch("/")',
  'setTimeout(() => 0, 1)',
  'setInterval(() => 0, 1)',
  'queueMicrotask(() => 0)',
  'window.name',
  'document.title',
  'navigator.language',
  'localStorage.length',
  'console.log(1)',
  'globalThis.process',
  'require("fs")',
  'Math.random()',
  'Math?.random()',
  'Math["random"]()',
  '(1).toLocaleString()',
  '"a".toLocaleUpperCase()',
  '"a"?.localeCompare("b")',
]
const IMPORTS = ["import 'node:fs'", "import { join } from 'path'", "import type { Stats } from 'node:fs'"]
const ROOMS = ['core', 'protocols/x', 'scenario', 'record', 'models/acme']
const FREE = [
  'src/core/a.test.ts',
  'src/scenario/folder.ts',
  'src/store/a.ts',
  'src/cli/a.ts',
  'src/models/acme/client.ts',
]

const sourceOf = (code: string): string =>
  code.startsWith('import') ? `${code}\n` : `export const a = ${code}\n`

/** Every file that the linter found fault with, for a reason that is about purity. */
let found: Set<string>
let root: string
const forbidden = [...FORBIDDEN, ...IMPORTS].map((code, k) => [`src/core/f${k}.ts`, code] as const)

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-purity-'))
  const files: (readonly [string, string])[] = [
    ...forbidden,
    ...ROOMS.map((room) => [`src/${room}/wire.ts`, 'Date.now()'] as const),
    ...FREE.map((path) => [path, 'Date.now() + Math.random()'] as const),
    ['src/core/fine.ts', '[Math.max(1, 2), 2n ** 3n, JSON.parse("1"), new Map(), "a".toUpperCase()]'],
  ]
  for (const [path, code] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), sourceOf(code))
  }
  for (const path of ['biome.json', 'scripts/purity.grit']) cpSync(join(project, path), join(root, path))
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.']
  const { stdout } = spawnSync(process.execPath, [biome, ...args], { cwd: root, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; severity: string; location: { path: string | { file: string } } }[]
  }
  const about = ['plugin', 'lint/style/noRestrictedGlobals', 'lint/style/noRestrictedImports']
  found = new Set(
    diagnostics
      .filter(({ category, severity }) => about.includes(category) && severity === 'error')
      .map(({ location: { path } }) => (typeof path === 'string' ? path : path.file)),
  )
})

afterAll(() => rmSync(root, { recursive: true }))

describe('in a pure room', () => {
  test.each(forbidden)('%s: %s is refused', (path) => {
    expect(found).toContain(path)
  })

  test.each(ROOMS)('%s is one', (room) => {
    expect(found).toContain(`src/${room}/wire.ts`)
  })

  test('ordinary code is let be', () => {
    expect(found).not.toContain('src/core/fine.ts')
  })
})

test.each(FREE)('%s may use what it likes', (path) => {
  expect(found).not.toContain(path)
})
