/**
 * Two parties over a million discrete outcomes: points of all, frontier, Nash and Kalai-Smorodinsky (and the other
 * solutions that come with them), against sorting as many random numbers.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Issue } from '../src/core/issue.ts'
import { compileUtility } from '../src/core/points.ts'
import { randomOf } from '../src/core/random.ts'
import { rational } from '../src/core/rational.ts'
import { solveDiscrete } from '../src/core/space/discrete.ts'
import { pointsOfAll } from '../src/core/space/points-of-all.ts'
import type { Space } from '../src/core/space/space.ts'
import { makeTables } from '../src/core/space/tables.ts'
import { compare, figure, type Row } from './harness.ts'

const SIX = 6
const TEN = 10
const MILLION = 1_000_000

const issues: readonly Issue[] = Array.from({ length: SIX }, (_, i) => ({
  type: 'choice' as const,
  id: `issue ${i}`,
  options: Array.from({ length: TEN }, (_, k) => `option ${k}`),
}))

/** Points drawn at random, one digit of decimals. */
function randomSpace(): Space {
  const random = randomOf('bench', 'frontier')
  const party = (id: string) => ({
    id,
    reservation: rational(150),
    utility: compileUtility(
      issues,
      issues.map(() => ({
        type: 'options' as const,
        points: Array.from({ length: TEN }, () => rational(random.int(0, 1000), 10)),
      })),
    ),
  })
  return { issues, parties: [party('a'), party('b')] }
}

/** What one gets the other loses, and no two outcomes are worth the same: every outcome is on the frontier. */
function opposedSpace(): Space {
  const party = (id: string, worth: (digit: number) => number) => ({
    id,
    reservation: rational(100_000),
    utility: compileUtility(
      issues,
      issues.map((_, i) => ({
        type: 'options' as const,
        points: Array.from({ length: TEN }, (_, k) => rational(worth(k) * TEN ** i)),
      })),
    ),
  })
  return { issues, parties: [party('a', (k) => k), party('b', (k) => TEN - 1 - k)] }
}

const solve = (space: Space) => solveDiscrete(pointsOfAll(makeTables(space)))

/** The memory of a process that does this once. */
function residentMb(which: 'random' | 'opposed' | 'nothing'): number {
  const run = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url)], {
    env: { ...process.env, PARLEY_BENCH_FRONTIER: which, PARLEY_BENCH_FILE: '' },
    encoding: 'utf8',
  })
  return Number(run.stdout)
}

/**
 * The most memory this process held. Linux lets `maxRSS` start from the parent's, since it survives exec; the
 * kernel's own mark of the new program does not.
 */
function highWaterMb(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const mark = /^VmHWM:\s+(\d+) kB$/m.exec(status)
  return (mark ? Number(mark[1]) : process.resourceUsage().maxRSS) / 1024
}

export default async function (): Promise<Row[]> {
  const random = randomOf('numbers')
  const numbers = Float64Array.from({ length: MILLION }, () => random.unit())
  const sorted = { name: 'Float64Array.sort of 10^6 numbers', run: () => numbers.slice().sort() }
  const cloud = randomSpace()
  const opposed = opposedSpace()
  if (solve(opposed).frontier.length !== MILLION) throw new Error('the opposed space is not all frontier')
  const times = (count: number, run: () => number): number[] => Array.from({ length: count }, run)
  return [
    await compare({
      what: '10^6 discrete outcomes: points, frontier, solutions',
      ours: () => solve(cloud),
      baseline: sorted,
      bound: { atMost: 0.3 },
      rounds: 11,
    }),
    await compare({
      what: '10^6 outcomes, all on the frontier',
      ours: () => solve(opposed),
      baseline: sorted,
      bound: { atMost: 8 },
    }),
    figure({
      what: '10^6 outcomes: resident memory',
      unit: 'MB',
      ours: times(3, () => residentMb('random')),
      bound: { atMost: 160 },
      note: `bare process ${residentMb('nothing').toFixed(0)} MB`,
    }),
    figure({
      what: '10^6 outcomes, all on the frontier: resident memory',
      unit: 'MB',
      ours: times(3, () => residentMb('opposed')),
      bound: { atMost: 160 },
    }),
  ]
}

// In the fresh process that `residentMb` starts.
const which = process.env.PARLEY_BENCH_FRONTIER
if (which !== undefined) {
  if (which !== 'nothing') solve(which === 'random' ? randomSpace() : opposedSpace())
  process.stdout.write(String(highWaterMb()))
}
