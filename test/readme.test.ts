/**
 * The README is true: every line of its `sh` blocks works as typed in a fresh copy of the repository, and the
 * output it shows (a `text` block after an `sh` block) is what the last of those lines prints.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT, TRACE } from './run-parley.ts'

interface Step {
  readonly line: string
  /** What the README says it prints, line by line; a line with an ellipsis stands for any others. */
  readonly shown: readonly string[]
}

/** Installing and testing from within a test would never end. */
const LEFT_OUT = /^npm (ci|test)$/

function stepsOf(markdown: string): Step[] {
  const steps: Step[] = []
  for (const [, language, body] of markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)) {
    const lines = body!.split('\n').filter((line) => line.trim() !== '')
    if (language === 'text') {
      const last = steps.pop()!
      steps.push({ ...last, shown: lines.filter((line) => !line.includes('…')) })
    }
    if (language !== 'sh') continue
    for (const line of lines.filter((text) => !text.startsWith('#'))) {
      const parts = line.split(' && ').filter((part) => !LEFT_OUT.test(part.trim()))
      if (parts.length > 0) steps.push({ line: parts.join(' && '), shown: [] })
    }
  }
  return steps
}

const STEPS = stepsOf(readFileSync(join(ROOT, 'README.md'), 'utf8'))
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^FORCE_COLOR$/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
}

let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'parley-readme-'))
  const left = /^(?:node_modules|\.git|dist|coverage)$|^studies\/[^/]+\/(?:record|report|dry-run)\./
  cpSync(ROOT, copy, { recursive: true, filter: (file) => !left.test(relative(ROOT, file)) })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe('README.md', () => {
  test('shows every command at work', () => {
    const lines = STEPS.map(({ line }) => line).join('\n')
    for (const name of [
      'validate',
      'analyze',
      'render',
      'run',
      'status',
      'report',
      'show',
      'replay',
      'schema',
    ]) {
      expect(lines).toMatch(name === 'run' ? /npm run demo|parley run/ : new RegExp(`parley ${name}\\b`))
    }
  })

  // In their order: later lines read what earlier ones wrote.
  test.each(STEPS)('$line', ({ line, shown }) => {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], {
      cwd: copy,
      env: ENV,
      encoding: 'utf8',
    })
    expect(stderr).not.toMatch(TRACE)
    expect(status, stderr).toBe(0)
    const printed = stdout.split('\n').map((text) => text.trimEnd())
    for (const text of shown) expect(printed).toContain(text)
  })
})

describe('every page', () => {
  const pages = ['.', 'docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )

  test.each(pages)('%s links to files and headings that are there', (page) => {
    // What stands in code is shown, and leads nowhere.
    const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')
    const dead = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].filter(
      ([, target, heading]) => {
        const file = target === '' ? join(ROOT, page) : join(ROOT, dirname(page), target!)
        return !existsSync(file) || (heading !== undefined && !headings(file).includes(heading))
      },
    )
    expect(dead.map(([link]) => link)).toEqual([])
  })
})

describe('the indexes', () => {
  test.each(['docs', 'docs/decisions'])('%s/README.md names every page beside it', (folder) => {
    const index = readFileSync(join(ROOT, folder, 'README.md'), 'utf8')
    const pages = readdirSync(join(ROOT, folder)).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    )
    expect(pages.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })
})

/** The anchors that GitHub makes of a page's headings. */
const headings = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
