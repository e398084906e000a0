/**
 * Six parties over discrete issues: the whole analysis (counts by coalition, frontier, every solution point, opposition,
 * trades) against one bare pass that only sums each outcome's points from the tables. Drawn games, and ones where
 * three parties want what the other three do not, so that a large share of the outcomes is on the frontier.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Issue } from '../src/core/issue.ts'
import { compileUtility } from '../src/core/points.ts'
import { randomOf } from '../src/core/random.ts'
import { rational } from '../src/core/rational.ts'
import { analyzeMany } from '../src/core/space/many/analysis.ts'
import type { ManySpace } from '../src/core/space/many/game.ts'
import { makeTables } from '../src/core/space/tables.ts'
import { compare, figure, type Row } from './harness.ts'

const PARTIES = 6

type Kind = 'drawn' | 'opposed'

/** A game with so many options an issue; a deal passes with all but one party, the first of which has a veto. */
function makeGame(kind: Kind, options: readonly number[]): ManySpace {
  const random = randomOf('bench', 'many', kind)
  const issues = options.map(
    (count, i): Issue => ({
      type: 'choice',
      id: `issue ${i}`,
      options: Array.from({ length: count }, (_, k) => `option ${k}`),
    }),
  )
  const worth = (p: number, i: number, k: number, count: number): number =>
    kind === 'drawn'
      ? random.int(0, 100)
      : (p % 2 === 0 ? k : count - 1 - k) * (3 + ((p * 7 + i * 5) % 11)) + random.int(0, 2)
  const parties = Array.from({ length: PARTIES }, (_, p) => {
    const tables = options.map((count, i) => Array.from({ length: count }, (_, k) => worth(p, i, k, count)))
    const most = tables.reduce((sum, own) => sum + Math.max(...own), 0)
    return {
      id: `party ${p}`,
      veto: p === 0,
      reservation: rational(Math.floor(most * 0.4)),
      utility: compileUtility(
        issues,
        tables.map((own) => ({ type: 'options' as const, points: own.map((points) => rational(points)) })),
      ),
    }
  })
  return { issues, parties, needed: PARTIES - 1 }
}

/** Sums every outcome's points, party by party, and nothing else. */
function barePass(space: ManySpace): () => unknown {
  const { cells } = makeTables(space)
  const sizes = cells[0]!.map((cell) => cell.length)
  const count = sizes.reduce((product, size) => product * size, 1)
  const sums = cells.map(() => new Float64Array(count))
  return () => {
    cells.forEach((row, p) => {
      const own = sums[p]!
      const at = new Uint32Array(sizes.length)
      for (let k = 0; k < count; k++) {
        let sum = 0
        for (let i = 0; i < sizes.length; i++) sum += row[i]![at[i]!]!
        own[k] = sum
        for (let i = sizes.length - 1; i >= 0 && ++at[i]! === sizes[i]; i--) at[i] = 0
      }
    })
    return sums
  }
}

const SIZES = {
  '243': [3, 3, 3, 3, 3],
  '10^4': [10, 10, 10, 10],
  '10^5': [10, 10, 10, 10, 10],
  '10^7': [10, 10, 10, 10, 10, 10, 10],
} as const

/** The memory of a process that analyses ten million outcomes once, by the kernel's own mark; MB. */
function residentMb(kind: Kind | 'nothing'): number {
  const run = spawnSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url)], {
    env: { ...process.env, PARLEY_BENCH_MANY: kind, PARLEY_BENCH_FILE: '' },
    encoding: 'utf8',
  })
  return Number(run.stdout)
}

function highWaterMb(): number {
  const status = existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''
  const mark = /^VmHWM:\s+(\d+) kB$/m.exec(status)
  return (mark ? Number(mark[1]) : process.resourceUsage().maxRSS) / 1024
}

export default async function (): Promise<Row[]> {
  const rows: Row[] = []
  for (const kind of ['drawn', 'opposed'] as const) {
    const small = makeGame(kind, SIZES['243'])
    rows.push(
      await compare({
        what: `six parties, 243 outcomes, ${kind}: every figure`,
        ours: () => analyzeMany(small),
        bound: { atMost: 2 },
        roundMs: 50,
      }),
    )
    for (const [size, bound] of [
      ['10^4', 30],
      ['10^5', 100],
    ] as const) {
      const space = makeGame(kind, SIZES[size])
      const { efficient } = analyzeMany(space)
      rows.push(
        await compare({
          what: `six parties, ${size} outcomes, ${kind}: every figure`,
          ours: () => analyzeMany(space),
          baseline: { name: 'bare pass that sums the points', run: barePass(space) },
          bound: { atMost: bound },
          roundMs: 50,
          note: `${efficient.places.length} on the frontier`,
        }),
      )
    }
  }
  rows.push(
    figure({
      what: 'six parties, 10^7 outcomes, drawn: resident memory',
      unit: 'MB',
      ours: [residentMb('drawn'), residentMb('drawn')],
      bound: { atMost: 1000 },
      note: `bare process ${residentMb('nothing').toFixed(0)} MB`,
    }),
  )
  return rows
}

// In the fresh process that `residentMb` starts.
const kind = process.env.PARLEY_BENCH_MANY
if (kind !== undefined) {
  if (kind !== 'nothing') analyzeMany(makeGame(kind as Kind, SIZES['10^7']))
  process.stdout.write(String(highWaterMb()))
}
