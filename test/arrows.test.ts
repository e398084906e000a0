/** The check of the arrows must catch what it is there for: each tree here breaks one arrow, and is told so. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { brokenArrows } from '../scripts/arrows.ts'
import { importsOf } from '../scripts/imports.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

/** Lays a project of these files into a new folder; every file that an import could name is there. */
function lay(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'parley-arrows-'))
  made.push(root)
  const packages = {
    dependencies: { zod: '1', 'fraction.js': '1', commander: '1', '@noble/hashes': '1' },
    devDependencies: { vitest: '1' },
  }
  const rooms = [
    'src/core/a.ts',
    'src/protocols/a.ts',
    'src/scenario/a.ts',
    'src/scenario/folder.ts',
    'src/record/a.ts',
    'src/models/acme/wire.ts',
    'src/models/acme/client.ts',
    'src/store/a.ts',
    'src/negotiators/a.ts',
    'src/study/a.ts',
    'src/cli/a.ts',
    'src/index.ts',
    'src/core/a.test.ts',
    'test/helper.ts',
  ]
  const all = {
    'package.json': JSON.stringify(packages),
    ...Object.fromEntries(rooms.map((path) => [path, ''])),
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

const BROKEN: readonly [file: string, source: string, why: string][] = [
  ['src/core/a.ts', "import '../protocols/a.ts'", 'core may import no other room, not protocols'],
  ['src/core/a.ts', "import type { A } from '../protocols/a.ts'", 'not protocols'],
  ['src/core/a.ts', "import { type A } from '../protocols/a.ts'", 'not protocols'],
  ['src/core/a.ts', "export * from '../protocols/a.ts'", 'not protocols'],
  ['src/core/a.ts', "export type { A } from '../protocols/a.ts'", 'not protocols'],
  ['src/core/a.ts', "export const a = () => import('../protocols/a.ts')", 'not protocols'],
  ['src/core/a.ts', 'export const a = () => import(`../protocols/a.ts`)', 'not protocols'],
  ['src/core/a.ts', "export type A = import('../protocols/a.ts').A", 'not protocols'],
  ['src/core/a.ts', "export type A = typeof import('../protocols/a.ts')", 'not protocols'],
  ['src/core/a.ts', "import a = require('../protocols/a.ts')", 'not protocols'],
  ['src/core/a.ts', "const a = require('../protocols/a.ts')", 'not protocols'],
  ['src/core/a.ts', '/// <reference path="../protocols/a.ts" />', 'not protocols'],
  ['src/core/a.ts', 'export const a = (name: string) => import(name)', 'computed'],
  ['src/protocols/a.ts', "import '../scenario/a.ts'", 'protocols may import core, not scenario'],
  ['src/scenario/a.ts', "import '../record/a.ts'", 'not record'],
  ['src/scenario/a.ts', "import './folder.ts'", 'not folder'],
  ['src/record/a.ts', "import '../store/a.ts'", 'not store'],
  ['src/record/a.ts', "import '../negotiators/a.ts'", 'not negotiators'],
  ['src/record/a.ts', "import '../models/acme/client.ts'", 'not client'],
  ['src/models/acme/wire.ts', "import '../../record/a.ts'", 'not record'],
  ['src/models/acme/client.ts', "import '../../negotiators/a.ts'", 'not negotiators'],
  ['src/store/a.ts', "import '../study/a.ts'", 'not study'],
  ['src/negotiators/a.ts', "import '../study/a.ts'", 'not study'],
  ['src/negotiators/a.ts', "import '../store/a.ts'", 'not store'],
  ['src/study/a.ts', "import '../cli/a.ts'", 'not cli'],
  ['src/index.ts', "import './cli/a.ts'", 'not cli'],
  ['src/core/a.ts', "import 'node:fs'", 'core is pure and runs without Node'],
  ['src/record/a.ts', "import type { Stats } from 'node:fs'", 'record is pure and runs without Node'],
  ['src/models/acme/wire.ts', "import 'node:zlib'", 'wire is pure'],
  ['src/study/a.ts', "import 'fs'", 'write node:fs'],
  ['src/core/a.ts', "import 'commander'", 'core is pure and may import the packages'],
  ['src/scenario/a.ts', "import '@noble/hashes/sha2.js'", 'scenario is pure and may import the packages'],
  ['src/study/a.ts', "import 'left-pad'", 'left-pad is not among the dependencies that a user gets'],
  ['src/study/a.ts', "import 'vitest'", 'vitest is not among the dependencies that a user gets'],
  ['src/core/a.test.ts', "import 'left-pad'", 'left-pad is not in package.json'],
  ['src/core/a.ts', "import './gone.ts'", 'there is no such file'],
  ['src/core/a.ts', "import './a'", 'ends in .ts'],
  ['src/core/a.ts', "import './a.test.ts'", 'only tests import tests'],
  ['src/core/a.ts', "import '../../test/helper.ts'", 'core imports from outside src/'],
  ['src/hall/a.ts', "import '../core/a.ts'", 'src/hall/a.ts is in no room'],
]

describe('an import against the arrows is told', () => {
  test.each(BROKEN)('%s: %s', (file, source, why) => {
    const { broken } = brokenArrows(
      lay({ [file]: `// first line\nconst text = "import '../cli/a.ts'"\n${source}\n` }),
    )
    expect(broken).toHaveLength(1)
    expect(broken[0]).toMatchObject({ file, line: 3 })
    expect(broken[0]!.why).toContain(why)
  })
})

test('imports along the arrows are let through', () => {
  const root = lay({
    'src/core/a.ts': "import Fraction from 'fraction.js'",
    'src/scenario/a.ts': "import type { A } from '../core/a.ts'\nimport '../protocols/a.ts'\nimport 'zod'",
    'src/scenario/folder.ts': "import 'node:fs/promises'\nimport './a.ts'",
    'src/record/a.ts':
      "import '../models/acme/wire.ts'\nimport '../scenario/a.ts'\nimport '@noble/hashes/sha2.js'",
    'src/store/a.ts': "import '../record/a.ts'\nimport 'node:sqlite'",
    'src/negotiators/a.ts': "import '../models/acme/client.ts'",
    'src/study/a.ts': "import '../store/a.ts'\nimport '../negotiators/a.ts'\nimport '../scenario/folder.ts'",
    'src/cli/a.ts': "import '../study/a.ts'\nimport 'commander'\nexport const b = () => import('./a.ts')",
    'src/index.ts': "export * from './study/a.ts'\nexport * from './core/a.ts'",
    'src/core/a.test.ts':
      "import 'vitest'\nimport 'node:fs'\nimport '../../test/helper.ts'\nimport '../study/a.ts'",
  })
  expect(brokenArrows(root)).toEqual({ files: 13, imports: 24, broken: [] })
})

test('every import is found, whatever stands around it', () => {
  const source = [
    "import { a } from './1.ts'; import './2.ts'",
    'const no = `$' + "{/import '.[/]x'/.test('import')} import('./z')` // import './w'",
    "/* import './v' */ export { b } from './3.ts'",
    "const c = await import(\n  './4.ts'\n)",
    "export type D<T extends import('./5.ts').T> = T",
  ].join('\n')
  expect(importsOf('x.ts', source)).toEqual([
    { line: 1, from: './1.ts' },
    { line: 1, from: './2.ts' },
    { line: 3, from: './3.ts' },
    { line: 4, from: './4.ts' },
    { line: 7, from: './5.ts' },
  ])
  expect(() => importsOf('x.ts', 'import {')).toThrow(SyntaxError)
})

test('this project keeps to its arrows', () => {
  const { imports, broken } = brokenArrows(fileURLToPath(new URL('..', import.meta.url)))
  expect(broken).toEqual([])
  expect(imports).toBeGreaterThan(100)
})
