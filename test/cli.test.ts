/** The command line as a whole: help, wrong command lines, exit codes, and that nothing but text is printed. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../src/cli/command.ts'
import { EXIT_WORDS } from '../src/cli/help.ts'
import { EXIT } from '../src/core/problem.ts'
import { VERSION } from '../src/core/version.ts'
import { ESCAPE, type Outcome, parley, ROOT, TRACE } from './run-parley.ts'

const NAMES = COMMANDS.map(({ name }) => name)

/** Commands that have commands of their own: what is asked of a command's line is asked of these. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  generate: ['package-votes', 'alternating-offers'],
  import: ['llm-deliberation'],
}
/** A command's help, asked for once. */
const helps = new Map<string, Outcome>()
const helpOf = (...names: readonly string[]): Outcome => {
  const line = names.join(' ')
  const help = helps.get(line) ?? parley([...names, '--help'])
  helps.set(line, help)
  return help
}
const lineOf = (name: string): string[] => [name, ...(KINDS[name] ?? []).slice(0, 1)]

describe('help and version', () => {
  test('the version is that of package.json', () => {
    const pack = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as { version: string }
    expect(VERSION).toBe(pack.version)
    expect(parley(['--version'])).toEqual({ code: 0, out: `${VERSION}\n`, err: '' })
  })

  test('without arguments, with --help and with help: the same, every command in it', () => {
    const bare = parley([])
    expect(bare.code).toBe(0)
    expect(bare.err).toBe('')
    for (const { name, summary } of COMMANDS) {
      expect(bare.out.replace(/\s+/g, ' ')).toContain(`${name} ${summary}`)
    }
    expect(parley(['--help'])).toEqual(bare)
    expect(parley(['help'])).toEqual(bare)
  })

  test.each(NAMES)('parley %s --help: usage, examples, exit codes', (name) => {
    const help = helpOf(name)
    expect(help.code).toBe(0)
    expect(help.err).toBe('')
    expect(help.out).toMatch(new RegExp(`^Usage: parley ${name}\\b`))
    expect(help.out).toMatch(/^Examples?:\n {2}parley /m)
    expect(help.out).toMatch(/^Exit codes:\n {4}0 {2}\w/m)
    expect(help.out).not.toContain(ESCAPE)
    expect(parley(['help', name])).toEqual(help)
  })

  test('a wrong line shows the same overview where it shows one', () => {
    const { code, out } = parley(['--help', 'no-such-command'])
    expect(code).toBe(0)
    expect(out).toBe(parley([]).out)
  })

  test('no line of the help is wider than a small terminal', () => {
    for (const line of parley([]).out.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    for (const name of NAMES) {
      const long = helpOf(name)
        .out.split('\n')
        .filter((line) => line.length > 100)
      expect(long).toEqual([])
    }
  })
})

describe('a wrong command line', () => {
  test('an unknown command: exit 2, and what was probably meant', () => {
    for (const args of [['rn'], ['rn', '--help'], ['help', 'rn'], ['rn', 'x', '--json']]) {
      const { code, out, err } = parley(args)
      expect(code).toBe(EXIT.usage)
      expect(out).toBe('')
      expect(err).toContain("unknown command 'rn'")
      expect(err).toContain('Did you mean run?')
      expect(err).toContain('parley --help')
    }
  })

  test('an escape in it is shown harmless', () => {
    const { code, err } = parley([`${ESCAPE}[2J`])
    expect(code).toBe(EXIT.usage)
    expect(err).toContain("unknown command '<U+001B>[2J'")
    expect(err).not.toContain(ESCAPE)
  })

  test('an unknown option of the program: exit 2, and what was probably meant', () => {
    const { code, err } = parley(['--versoin'])
    expect(code).toBe(EXIT.usage)
    expect(err).toContain('Did you mean --version?')
  })

  test.each(NAMES)('parley %s --hlep: exit 2, and what was probably meant', (name) => {
    const { code, out, err } = parley([name, '--hlep'])
    expect(code).toBe(EXIT.usage)
    expect(out).toBe('')
    expect(err).toContain("unknown option '--hlep'")
    expect(err).toContain('Did you mean --help?')
    expect(err).toContain(`parley ${name} --help`)
    expect(err).not.toMatch(TRACE)
  })

  test.each(NAMES)('parley %s with a superfluous argument: exit 2', (name) => {
    const { code, err } = parley([...lineOf(name), ...Array.from({ length: 9 }, (_, i) => `extra${i}`)])
    expect(code).toBe(EXIT.usage)
    expect(err).toMatch(/too many arguments/)
    expect(err).not.toMatch(TRACE)
  })
})

describe('files that are not there', () => {
  const NEEDS_PATH = NAMES.filter(
    (name) => !['init', 'schema', 'stub-server', 'generate', 'power'].includes(name),
  )
  const REST: Readonly<Record<string, readonly string[]>> = {
    render: ['--party', 'buyer'],
    import: ['no/such/place/either'],
    export: ['no/such/place/either'],
    site: ['no/such/place/either'],
  }

  test.each(NEEDS_PATH)('parley %s on a path that does not exist: told with its name, no trace', (name) => {
    const { code, out, err } = parley([...lineOf(name), 'no/such/place', ...(REST[name] ?? [])])
    expect([EXIT.usage, EXIT.invalid, EXIT.record]).toContain(code)
    expect(out).toBe('')
    expect(err).toContain('no/such/place')
    expect(err).not.toMatch(TRACE)
    expect(err).not.toContain(ESCAPE)
    expect(err).not.toContain('fault of Parley itself')
  })

  test.each(NEEDS_PATH)('parley %s --json on a path that does not exist: the same as data', (name) => {
    const { code, out } = parley([...lineOf(name), 'no/such/place', '--json', ...(REST[name] ?? [])])
    const told = JSON.parse(out) as { ok: boolean; exit: number; problems: { file: string }[] }
    expect(told.ok).toBe(false)
    expect(told.exit).toBe(code)
    expect(told.problems[0]!.file).toContain('no/such/place')
  })

  test('a name with terminal escapes in it is shown harmless', () => {
    const { err } = parley(['validate', `${ESCAPE}[2Jx`])
    expect(err).toContain('<U+001B>[2Jx')
    expect(err).not.toContain(ESCAPE)
  })
})

describe('a study with mistakes of every kind', () => {
  test('all are told at once, each at its line, and nothing is run', () => {
    const home = mkdtempSync(join(tmpdir(), 'parley-cli-'))
    try {
      const text = readFileSync(`${ROOT}/studies/concert-tickets/study.yaml`, 'utf8')
        .replace('../../scenarios', `${ROOT}/scenarios`)
        .replace('script: boulware', 'script: bowlware')
        .replace('buyer: clock, seller: clock', 'buyer: clok, seler: clock')
        .replace('opener: [buyer', 'opener: [bayer')
      writeFileSync(join(home, 'study.yaml'), text)
      for (const command of ['validate', 'run']) {
        const { code, out, err } = parley([command, home])
        expect(code).toBe(EXIT.invalid)
        expect(out).toBe('')
        for (const word of ['boulware', 'clok', 'seler', 'bayer']) expect(err).toContain(`"${word}"`)
        expect(err).toMatch(/study\.yaml:\d+:\d+: /)
        expect(err).toMatch(/\n5 problems\n$/)
        expect(err).not.toMatch(TRACE)
      }
      expect(readdirSync(home)).toEqual(['study.yaml'])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  })
})

describe('as a program sees it', () => {
  test('a reader that is gone ends it quietly', () => {
    const line = `"${process.execPath}" bin/parley.js schema scenario | true`
    // Node itself warns where colours are both asked for and refused.
    const env = { ...process.env, FORCE_COLOR: undefined }
    expect(execFileSync('sh', ['-c', `{ ${line}; } 2>&1`], { cwd: ROOT, env, encoding: 'utf8' })).toBe('')
  })

  test('every exit code has its words', () => {
    expect(Object.keys(EXIT_WORDS).sort()).toEqual(Object.keys(EXIT).sort())
  })
})

describe('docs/cli.md', () => {
  const page = (): string => readFileSync(`${ROOT}/docs/cli.md`, 'utf8')

  test('has a section for every command, with every option of it', () => {
    const sections = new Map(
      page()
        .split(/^## /m)
        .map((text) => [/^`parley ([\w-]+)`/.exec(text)?.[1] ?? '', text] as const),
    )
    for (const name of NAMES) {
      const section = sections.get(name)
      expect(section, `a section "## \`parley ${name}\`"`).toBeDefined()
      const lines = KINDS[name]?.map((kind) => [name, kind]) ?? [[name]]
      const options = lines.flatMap((line) =>
        [...helpOf(...line).out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, o]) => o!),
      )
      for (const option of options.filter((o) => o !== '--help')) {
        expect(section, `${name} ${option}`).toContain(`\`${option}`)
      }
    }
  })

  test('names every exit code with the words of the help', () => {
    for (const [name, code] of Object.entries(EXIT)) {
      expect(page()).toContain(`| ${code} | ${EXIT_WORDS[name as keyof typeof EXIT]}`)
    }
  })
})
