/**
 * `node bench/run.ts [filter] [--json file]`: runs every bench file whose name holds the filter, each in a process
 * of its own, and prints one table; `--json` also writes the rows with Node's version and flags. Exits with 1 when
 * a bound does not hold or a bench fails.
 */
import { fork } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { markdownTable } from 'markdown-table'
import type { Bound, Row, Spread } from './harness.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))

/** In the child: one bench file's rows, sent to the parent. */
async function runOne(file: string): Promise<void> {
  const bench = (await import(pathToFileURL(HERE + file).href)) as { default(): Promise<Row[]> }
  process.send!(await bench.default())
  process.disconnect()
}

/** In the parent: the rows of one file; none where its process failed. */
function rowsOf(file: string): Promise<Row[] | undefined> {
  return new Promise((done) => {
    const child = fork(fileURLToPath(import.meta.url), [], {
      env: { ...process.env, PARLEY_BENCH_FILE: file },
    })
    let rows: Row[] | undefined
    child.on('message', (message) => {
      rows = message as Row[]
    })
    child.on('exit', (code) => done(code === 0 ? rows : undefined))
  })
}

const short = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toString() : Number(value.toPrecision(3)).toString()
const spreadText = (spread: Spread): string =>
  spread.min === spread.max
    ? short(spread.median)
    : `${short(spread.median)} (${short(spread.min)} to ${short(spread.max)})`
const boundText = ({ atMost, atLeast }: Bound): string =>
  [atMost !== undefined && `at most ${atMost}`, atLeast !== undefined && `at least ${atLeast}`]
    .filter(Boolean)
    .join(', ')

function printTable(rows: readonly Row[]): void {
  const cells = rows.map((row) => [
    row.what + (row.note === undefined ? '' : ` [${row.note}]`),
    `${spreadText(row.ours)} ${row.unit}`,
    row.baseline ? `${spreadText(row.baseline)} ${row.unit}: ${row.baseline.name}` : '',
    row.ratio ? spreadText(row.ratio) : '',
    row.bound ? boundText(row.bound) : '',
    row.holds === undefined ? '' : row.holds ? 'yes' : 'NO',
  ])
  console.log(markdownTable([['what', 'ours', 'baseline', 'ratio', 'bound', 'holds'], ...cells]))
}

async function runAll(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { json: { type: 'string' } },
  })
  const filter = positionals[0] ?? ''
  const files = readdirSync(HERE)
    .filter((name) => name.endsWith('.bench.ts') && name.includes(filter))
    .sort()
  const rows: (Row & { file: string })[] = []
  const failed: string[] = []
  for (const file of files) {
    process.stderr.write(`${file} …\n`)
    const found = await rowsOf(file)
    if (found) rows.push(...found.map((row) => ({ file, ...row })))
    else failed.push(file)
  }
  const machine = {
    node: process.version,
    flags: { execArgv: process.execArgv, NODE_OPTIONS: process.env.NODE_OPTIONS ?? '' },
    platform: `${platform()} ${arch()}`,
    cpu: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  }
  printTable(rows)
  console.log(
    `\nNode ${machine.node}, flags: ${machine.flags.execArgv.join(' ') || 'none'}, NODE_OPTIONS: ` +
      `${machine.flags.NODE_OPTIONS || 'none'}; ${machine.platform}, ${machine.cpu}. Median (min to max) of rounds.`,
  )
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`)
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ ...machine, rows, failed }, undefined, 2)}\n`)
  }
  process.exitCode = failed.length > 0 || rows.some((row) => row.holds === false) ? 1 : 0
}

const one = process.env.PARLEY_BENCH_FILE
if (one !== undefined && process.send) await runOne(one)
else await runAll()
