/**
 * The library in a thread of its own: reading a record holds up nobody at a table. Large studies are read and analysed
 * in a second one behind it, so that their pages are answered meanwhile too.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { UserError } from '../../core/problem.ts'
import { Library } from '../../pages/library.ts'
import { readPrices } from '../../study/price-file.ts'
import { makePricer } from '../../study/pricing.ts'
import { behindOf } from './behind.ts'
import type { Asked, LibraryData, Told } from './library.ts'
import { randomText } from './random.ts'

const data = workerData as LibraryData
const { folder, command, prices } = data
const library = new Library(folder, {
  pricer: makePricer(prices === undefined ? undefined : await readPrices(prices)),
  now: () => new Date(),
  random: randomText,
  ...(command === undefined ? {} : { command }),
  ...(data.behind ? {} : { behind: behindOf(data) }),
})

/** How long is worked at a time, while somebody may ask. */
const SLICE_MS = 15
/** How often results that are old are looked at. */
const REST_MS = 250

/** How many are waiting for an answer: nothing is read ahead meanwhile. */
let waiting = 0

/** What a live view asks again and again: behind it nobody waits for a page. */
const LIVE: readonly string[] = [
  'studySince',
  'negotiationSince',
  'progress',
  'runFacts',
  'place',
  'handOver',
]
/** When somebody asked for a page last. */
let asked = performance.now()

parentPort!.on('message', ({ id, method, args }: Asked) => {
  waiting++
  if (!LIVE.includes(method)) asked = performance.now()
  const answered = answer(method, args).finally(() => waiting--)
  void answered.then(
    (text) => tell({ id, ...(text === undefined ? {} : { text }) }),
    (error: unknown) =>
      tell(
        error instanceof UserError
          ? { id, problems: error.problems, exit: error.exit }
          : { id, fault: error instanceof Error ? (error.stack ?? error.message) : String(error) },
      ),
  )
})

const tell = (told: Told): void => parentPort!.postMessage(told)

/** As JSON, so that the other thread has nothing to do but to send it. */
async function answer(method: Asked['method'], args: readonly unknown[]): Promise<string | undefined> {
  const found: unknown = await (library[method] as (...args: unknown[]) => Promise<unknown>).apply(library, [
    ...args,
  ])
  return found === undefined ? undefined : JSON.stringify(found)
}

async function work(): Promise<void> {
  let more = waiting > 0
  try {
    if (!more) more = await library.work(SLICE_MS)
  } catch {
    // Whoever asks for the page is told.
  }
  setTimeout(() => void work(), more ? 1 : REST_MS)
}

/** Who turns pages does not wait for the opening of others. */
const AHEAD_MS = 500
/** Between two studies whoever asks for something gets in. */
const BETWEEN_MS = 25

/** Opens one study after the other while nobody asks for anything, so that the first page of each finds it read. */
async function openAhead(): Promise<void> {
  const busy = waiting > 0 || performance.now() - asked < AHEAD_MS
  const more = busy || (await library.openNext().catch(() => false))
  if (more) setTimeout(() => void openAhead(), busy ? AHEAD_MS : BETWEEN_MS)
}

if (!data.behind) {
  void library.scenarioPlaces()
  setTimeout(() => void openAhead(), AHEAD_MS)
}
void work()
