/** Holds every import of src/ against the rooms: which room, which package, and whether the file is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { importsOf } from './imports.ts'
import { ROOMS, TESTS } from './rooms.ts'

export interface BrokenArrow {
  /** From the root of the project, with slashes. */
  readonly file: string
  readonly line: number
  readonly imported: string
  /** Which arrow is broken. */
  readonly why: string
}

interface Packages {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Reads every .ts file under `root`/src and returns the imports that no arrow allows, file by file. */
export function brokenArrows(root: string): { files: number; imports: number; broken: BrokenArrow[] } {
  const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packages
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.[cm]?tsx?$/.test(path))
    .sort()
  const broken: BrokenArrow[] = []
  let imports = 0
  for (const path of files) {
    const file = `src/${path}`
    for (const { line, from } of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      imports++
      const why = judge(root, path, from, packages)
      if (why !== undefined) broken.push({ file, line, imported: from ?? '(computed)', why })
    }
  }
  return { files: files.length, imports, broken }
}

/** The name of the room that a path under src/ belongs to. */
const roomOf = (path: string): string | undefined =>
  Object.entries(ROOMS).find(([, room]) => room.files.test(path))?.[0]

function judge(root: string, path: string, from: string | undefined, packages: Packages): string | undefined {
  const name = roomOf(path)
  if (name === undefined) return `src/${path} is in no room; scripts/rooms.ts lists them`
  if (from === undefined) {
    return TESTS.test(path) ? undefined : 'what is imported is computed, so it cannot be checked'
  }
  if (!from.startsWith('.') && !from.startsWith('/')) return judgePackage(name, path, from, packages)
  const target = relative(join(root, 'src'), join(root, 'src', dirname(path), from)).replaceAll('\\', '/')
  if (!from.endsWith('.ts')) return 'a relative import names a file that ends in .ts'
  if (!existsSync(join(root, 'src', target))) return 'there is no such file'
  if (target.startsWith('../')) {
    return TESTS.test(path) && target.startsWith('../test/') ? undefined : `${name} imports from outside src/`
  }
  const other = roomOf(target)
  if (other === undefined) return `src/${target} is in no room; scripts/rooms.ts lists them`
  if (TESTS.test(target) && !TESTS.test(path)) return 'only tests import tests'
  const { rooms } = ROOMS[name]!
  if (other === name || rooms.includes(other) || TESTS.test(path)) return undefined
  return `${name} may import ${rooms.length > 0 ? rooms.join(', ') : 'no other room'}, not ${other}`
}

function judgePackage(name: string, path: string, from: string, packages: Packages): string | undefined {
  const { packages: allowed } = ROOMS[name]!
  const test = TESTS.test(path)
  if (isBuiltin(from)) {
    if (!from.startsWith('node:')) return `write node:${from}`
    return test || allowed === 'declared' ? undefined : `${name} is pure and runs without Node`
  }
  const pack = from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
  if (Object.hasOwn(packages.dependencies ?? {}, pack)) {
    if (test || allowed === 'declared' || allowed.includes(pack)) return undefined
    return `${name} is pure and may import the packages ${allowed.join(', ')}, not ${pack}`
  }
  if (test && Object.hasOwn(packages.devDependencies ?? {}, pack)) return undefined
  return test ? `${pack} is not in package.json` : `${pack} is not among the dependencies that a user gets`
}
