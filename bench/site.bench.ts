/**
 * The site of 1,000 negotiations of two models: how long it takes to write, and how large the largest page of each
 * kind is with what it loads at once, compressed; beside that of a small study, since a page's size must not follow the
 * study's. PARLEY_BENCH_NEGOTIATIONS sets another size.
 */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { openDryRun } from '../src/cli/dry-run.ts'
import { verifierText } from '../src/publication/verifier.ts'
import { webBuild } from '../src/site/web-build.ts'
import { writeSite } from '../src/site/write.ts'
import { loadStudy } from '../src/study/load.ts'
import { runStudy } from '../src/study/run.ts'
import { figure, type Row } from './harness.ts'

const NEGOTIATIONS = Number(process.env.PARLEY_BENCH_NEGOTIATIONS ?? 1000)
const FEW = 40
/** Both pairings with both openers, so that a block is four negotiations. */
const PER_BLOCK = 4
const KB = 1000

/** Plays the shipped study of models so many times against the stub server. */
async function play(folder: string, negotiations: number): Promise<{ folder: string; record: string }> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const text = readFileSync(join(root, 'studies/concert-models/study.yaml'), 'utf8')
    .replace(/^scenario: .*$/m, `scenario: ${JSON.stringify(join(root, 'scenarios/concert-tickets'))}`)
    .replace(/^repetitions: .*$/m, `repetitions: ${Math.ceil(negotiations / PER_BLOCK)}`)
  writeFileSync(join(folder, 'study.yaml'), text)
  const dry = await openDryRun(await loadStudy(folder), {})
  try {
    await runStudy(dry.study, {
      now: () => new Date(),
      random: () => randomBytes(16).toString('hex'),
      versions: { parley: 'bench', node: process.version },
      client: dry.client,
    })
    return { folder, record: dry.study.record }
  } finally {
    await dry.close()
  }
}

/** The largest page of the site, with style sheet and script, in compressed bytes; the check and filters come later. */
function largest(site: string, atOnce: readonly string[]): { page: string; bytes: number } {
  const size = (path: string): number => gzipSync(readFileSync(join(site, path))).length
  const assets = atOnce.reduce((sum, path) => sum + size(path), 0)
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && !path.startsWith('data'),
  )
  const sizes = pages.map((page) => ({ page, bytes: size(page) + assets }))
  return sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most))
}

export default async function (): Promise<Row[]> {
  const home = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    // Both are bundled once, before anything is measured.
    const verifier = await verifierText()
    const { styles, atOnce } = await webBuild()
    const write = async (negotiations: number) => {
      const place = await play(join(home, `study-${negotiations}`), negotiations)
      const site = join(home, `site-${negotiations}`)
      const from = performance.now()
      const { pages } = await writeSite(place, site, { seal: true, verifier })
      return { seconds: (performance.now() - from) / 1000, pages, ...largest(site, [...styles, ...atOnce]) }
    }
    const few = await write(FEW)
    const many = await write(NEGOTIATIONS)
    return [
      figure({
        what: `Site of ${NEGOTIATIONS} negotiations of models`,
        unit: 's',
        ours: [many.seconds],
        bound: { atMost: (60 * NEGOTIATIONS) / 1000 },
        note: `${many.pages} pages, export and archive with them`,
      }),
      figure({
        what: 'Largest page, style sheet and script with it, gzip',
        unit: 'KB',
        ours: [many.bytes / KB],
        bound: { atMost: 200 },
        note: many.page,
      }),
      figure({
        what: `Largest page: ${NEGOTIATIONS} negotiations beside ${FEW}`,
        unit: 'KB',
        ours: [many.bytes / KB],
        baseline: { name: `of ${FEW}`, values: [few.bytes / KB] },
        bound: { atMost: 2.5 },
      }),
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
