/** What `parley --help` costs beside a Node that does nothing: the price of every command's start. */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compare, type Row } from './harness.ts'

const BIN = fileURLToPath(new URL('../bin/parley.js', import.meta.url))

const start = (args: readonly string[]): void => {
  const { status, error } = spawnSync(process.execPath, args, { stdio: 'ignore' })
  if (error ?? status !== 0) throw error ?? new Error(`node ${args.join(' ')} ended with ${status}`)
}

export default async function (): Promise<Row[]> {
  return [
    await compare({
      what: '`parley --help`, sources as they are',
      ours: () => start([BIN, '--help']),
      baseline: { name: '`node -e 0`', run: () => start(['-e', '0']) },
      bound: { atMost: 2 },
      rounds: 25,
      warmup: 3,
    }),
  ]
}
