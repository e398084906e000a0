/** What `parley --help` costs beside a Node that does nothing: the price of every command's start. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compare, type Row } from './harness.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const start = (args: readonly string[]): void => {
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (error ?? status !== 0) throw error ?? new Error(`node ${args.join(' ')} ended with ${status}`)
}

const helpOf = (what: string, folder: string): Promise<Row> =>
  compare({
    what,
    ours: () => start([join(folder, 'bin/parley.js'), '--help']),
    baseline: { name: '`node -e 0`', run: () => start(['-e', '0']) },
    bound: { atMost: 2 },
    rounds: 25,
    warmup: 3,
  })

/** The package as it is published, in a folder of its own. */
function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const options = ['-p', join(ROOT, 'tsconfig.build.json'), '--outDir', join(folder, 'dist')]
  execFileSync(process.execPath, [tsc, ...options], { stdio: 'inherit' })
  for (const part of ['bin', 'package.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export default async function (): Promise<Row[]> {
  const built = build()
  try {
    return [
      await helpOf('`parley --help`, the sources as they are', ROOT),
      await helpOf('`parley --help`, as published', built),
    ]
  } finally {
    rmSync(built, { recursive: true, force: true })
  }
}
