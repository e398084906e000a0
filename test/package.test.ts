/**
 * The package as strangers get it: packed, installed by npm in an empty folder, run and imported there. What is
 * missing in the tarball, or imports a file that only a checkout has, fails here.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from './run-parley.ts'

/** Nothing of the surrounding npm run may leak in; the Node of this process goes first. */
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
}

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

let home: string
let packed: Packed
let tarball: string

function run(command: string, args: readonly string[], cwd = home): string {
  const options = { cwd, env: ENV, encoding: 'utf8', maxBuffer: 1 << 28 } as const
  const { status, stdout, stderr, error } = spawnSync(command, args, options)
  if (error ?? status !== 0)
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error })
  return stdout
}

const parley = (...args: string[]): string => run(join(home, 'node_modules/.bin/parley'), args)

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'parley-package-'))
  // `npm pack` builds first; what the build prints stands before the JSON.
  const said = run('npm', ['pack', '--json', '--pack-destination', home], ROOT)
  const answer = JSON.parse(said.slice(said.search(/^[[{]/m))) as Packed[] | Record<string, Packed>
  packed = Object.values(answer)[0]!
  tarball = join(home, packed.filename)
  writeFileSync(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', tarball])
  const shipped = join(home, 'node_modules/parley-lab')
  for (const place of ['scenarios/concert-tickets', 'studies/concert-tickets']) {
    mkdirSync(join(home, dirname(place)), { recursive: true })
    cpSync(join(shipped, place), join(home, place), { recursive: true })
  }
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('the tarball', () => {
  test('holds what is needed and nothing else', () => {
    const folders = new Set(packed.files.map(({ path }) => path.split('/')[0]))
    expect([...folders].sort()).toEqual(
      ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'package.json', 'scenarios', 'studies'].sort(),
    )
    const paths = packed.files.map(({ path }) => path)
    expect(paths).toContain('scenarios/concert-tickets/scenario.yaml')
    expect(paths.filter((path) => path.startsWith('studies/'))).toEqual([
      'studies/concert-models/study.yaml',
      'studies/concert-tickets/study.yaml',
      'studies/northgate/study.yaml',
      'studies/orange-battery/study.yaml',
      'studies/talk-models/study.yaml',
    ])
    expect(paths.filter((path) => /\.test\.|(?<!\.d)\.ts$|\.sqlite/.test(path))).toEqual([])
  })

  test('is what publint expects of a package', async () => {
    const bytes = readFileSync(tarball)
    const { messages, pkg } = await publint({
      strict: true,
      pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
    })
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([])
  })
})

describe('the command, installed', () => {
  test('prints its help', () => {
    expect(parley('--help')).toMatch(/^Usage: parley /)
  })

  test('validates the shipped scenario and study', () => {
    const shipped = join(home, 'node_modules/parley-lab')
    expect(parley('validate', join(shipped, 'scenarios/concert-tickets'))).not.toBe('')
    expect(parley('validate', join(shipped, 'studies/concert-tickets'))).not.toBe('')
  })

  test('plays a copy of the shipped study, checks its record and reports it', () => {
    expect(parley('run', 'studies/concert-tickets')).toContain('record.sqlite')
    const status = JSON.parse(parley('status', 'studies/concert-tickets', '--json')) as object
    expect(JSON.stringify(status)).toContain('40')
    expect(parley('replay', 'studies/concert-tickets')).not.toBe('')
    expect(() => JSON.parse(parley('report', 'studies/concert-tickets', '--json'))).not.toThrow()
  })

  test('publishes it, and the folder passes its check, also by its own verifier', () => {
    expect(parley('export', 'studies/concert-tickets', 'published')).toContain('seal')
    expect(parley('verify', 'published')).toContain('Everything agrees.')
    expect(run(process.execPath, ['verify.mjs'], join(home, 'published'))).toContain('Everything agrees.')
  })

  test('writes its site, with the pages and scripts that came with the package', () => {
    expect(parley('site', 'studies/concert-tickets', 'site')).toContain('48 pages')
    expect(readFileSync(join(home, 'site', 'index.html'), 'utf8')).toContain('All conversations')
    expect(readdirSync(join(home, 'site', 'compare'))).toContain('1.html')
    expect(readdirSync(join(home, 'site', 'assets')).some((name) => name.startsWith('worker-'))).toBe(true)
  })

  test('serves its pages with their scripts and styles, and needs nothing but its dependencies', async () => {
    for (const dev of ['vite', 'react', 'typescript', 'playwright-core'])
      expect(existsSync(join(home, 'node_modules', dev)), dev).toBe(false)
    const child = spawn(join(home, 'node_modules/.bin/parley'), ['serve', '.', '--port', '0', '--json'], {
      cwd: home,
      env: ENV,
    })
    try {
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
      const { address } = JSON.parse(line) as { address: string }
      const found = async (path: string) => {
        const response = await fetch(new URL(path, address))
        expect(response.status, path).toBe(200)
        return { type: response.headers.get('content-type') ?? '', text: await response.text() }
      }
      const page = await found('/')
      const assets = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
      const types = new Set<string>()
      for (const path of assets) types.add((await found(path)).type.split(';')[0]!)
      expect([...types].sort()).toEqual(['text/css', 'text/javascript'])
      const { studies } = JSON.parse((await found('/api/home')).text) as { studies: { study: string }[] }
      expect(studies.map(({ study }) => study)).toContain('concert-tickets')
      // Threads of the package are files of it too.
      const { headline } = JSON.parse((await found('/api/studies/concert-tickets')).text) as {
        headline: string[]
      }
      expect(headline[0]).toContain('40 negotiations were completed')
    } finally {
      child.kill('SIGINT')
      await once(child, 'exit')
    }
  })
})

/** The one program that a page shows. */
const programOf = (page: string): string =>
  /^```ts\n([\s\S]+?)^```$/m.exec(readFileSync(join(ROOT, page), 'utf8'))![1]!
const PROGRAM = programOf('README.md')
const STRICT = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', '']

describe('the library, installed', () => {
  test('plays a negotiation from a program of a few lines', () => {
    // Node strips the types of a program of one's own; only packages have to be JavaScript.
    writeFileSync(join(home, 'program.ts'), PROGRAM)
    expect(run(process.execPath, ['program.ts'])).toMatch(/^agreement \d+\.\d\d\n$/)
  })

  test("seats a negotiator of one's own, as its page shows", () => {
    const own = programOf('docs/negotiators.md')
    writeFileSync(join(home, 'own.ts'), own)
    expect(run(process.execPath, ['own.ts'])).toBe('agreement 47.50 to 72.00\n')
    expect(run(join(ROOT, 'node_modules/.bin/tsc'), [...STRICT, 'own.ts'])).toBe('')
  })

  test('its types resolve in a strict project, its own declarations checked too', () => {
    const more = "import type { Scenario } from 'parley-lab'\nexport const same: Scenario = scenario\n"
    writeFileSync(join(home, 'typed.ts'), PROGRAM + more)
    const tsc = join(ROOT, 'node_modules/.bin/tsc')
    expect(run(tsc, [...STRICT, 'typed.ts'])).toBe('')
    // A wrong use is seen, so the types are more than `any`.
    writeFileSync(join(home, 'wrong.ts'), `${PROGRAM}export const wrong: number = scenario\n`)
    expect(() => run(tsc, [...STRICT, 'wrong.ts'])).toThrow(/TS2322/)
  })

  test('nothing but the public API can be imported', () => {
    const deep = "import('parley-lab/dist/cli/main.js').catch((error) => console.log(error.code))"
    expect(run(process.execPath, ['-e', deep]).trim()).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})
