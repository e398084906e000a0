/**
 * Export and check of a study of models that was played against the stub server, each in a fresh process: memory,
 * turns a second, and whether the time grows with the calls. PARLEY_BENCH_NEGOTIATIONS sets the size (1600 unless
 * given; the figures of the issue are for 10000, whose play alone takes some minutes).
 */
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDryRun } from '../src/cli/dry-run.ts'
import { loadStudy } from '../src/study/load.ts'
import { runStudy } from '../src/study/run.ts'
import { figure, type Row } from './harness.ts'

const NEGOTIATIONS = Number(process.env.PARLEY_BENCH_NEGOTIATIONS ?? 1600)

/** Named in the docs: the heap is made to stay small rather than to be collected late. */
const FLAGS = ['--max-old-space-size=160', '--max-semi-space-size=4']

/** Both pairings with both openers, so that a block is four negotiations. */
const PER_BLOCK = 4

interface Measured {
  readonly turns: number
  readonly ms: number
  readonly peak: number
}

async function measure(...args: string[]): Promise<Measured> {
  const child = fork(fileURLToPath(new URL('publication-child.ts', import.meta.url)), args, {
    execArgv: FLAGS,
  })
  const exit = once(child, 'exit')
  const said = await Promise.race([
    once(child, 'message'),
    exit.then(([code]) => {
      throw new Error(`the child ended with ${code}`)
    }),
  ])
  await exit
  return said[0] as Measured
}

/** Plays the shipped study of models so many times against the stub server; returns its record. */
async function record(folder: string, negotiations: number): Promise<string> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const text = readFileSync(join(root, 'studies/concert-models/study.yaml'), 'utf8')
    .replace(/^scenario: .*$/m, `scenario: ${JSON.stringify(join(root, 'scenarios/concert-tickets'))}`)
    .replace(/^repetitions: .*$/m, `repetitions: ${Math.ceil(negotiations / PER_BLOCK)}`)
  writeFileSync(join(folder, 'study.yaml'), text)
  const dry = await openDryRun(await loadStudy(folder), {})
  try {
    const { ended } = await runStudy(dry.study, {
      now: () => new Date(),
      random: () => randomBytes(16).toString('hex'),
      versions: { parley: 'bench', node: process.version },
      client: dry.client,
    })
    if (ended !== 'complete') throw new Error(`the run ended as ${ended}`)
    return dry.study.record
  } finally {
    await dry.close()
  }
}

export default async function (): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    const sizes = [Math.ceil(NEGOTIATIONS / 4), NEGOTIATIONS]
    const found: { exported: Measured; checked: Measured }[] = []
    for (const size of sizes) {
      const path = await record(join(home, `study-${size}`), size)
      const folder = join(home, `published-${size}`)
      found.push({
        exported: await measure('export', path, folder),
        checked: await measure('verify', folder),
      })
    }
    const [small, large] = found as [(typeof found)[0], (typeof found)[0]]
    const each = ({ ms, turns }: Measured): number => (ms * 1000) / turns
    const note = `${NEGOTIATIONS} negotiations, ${large.checked.turns} turns with a call each; ${FLAGS.join(' ')}`
    const growth = (what: string, a: Measured, b: Measured): Row =>
      figure({
        what: `${what}: time a turn, of the whole beside a quarter of it`,
        unit: 'µs',
        ours: [each(b)],
        baseline: { name: 'a quarter of the negotiations', values: [each(a)] },
        bound: { atMost: 1.3 },
      })
    return [
      figure({
        what: 'Export of a study: peak of resident memory',
        unit: 'MB',
        ours: [large.exported.peak],
        bound: { atMost: 300 },
        note,
      }),
      figure({
        what: 'Check of a published study: peak of resident memory',
        unit: 'MB',
        ours: [large.checked.peak],
        bound: { atMost: 300 },
      }),
      figure({ what: 'Export of a study', unit: 'turns/s', ours: [1e6 / each(large.exported)] }),
      figure({
        what: 'Check of a published study, requests rendered again',
        unit: 'turns/s',
        ours: [1e6 / each(large.checked)],
        bound: { atLeast: 2000 },
      }),
      growth('Export', small.exported, large.exported),
      growth('Check', small.checked, large.checked),
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
