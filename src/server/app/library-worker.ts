/** The library in a thread of its own: reading a large record holds up no page and nobody at a table. */
import { parentPort, workerData } from 'node:worker_threads'
import { UserError } from '../../core/problem.ts'
import { Library } from '../../pages/library.ts'
import { makePricer } from '../../study/pricing.ts'
import type { Asked, LibraryData, Told } from './library.ts'
import { randomText } from './random.ts'

const { folder, command } = workerData as LibraryData
const library = new Library(folder, {
  pricer: makePricer(),
  now: () => new Date(),
  random: randomText,
  ...(command === undefined ? {} : { command }),
})

/** How long is worked at a time, while somebody may ask. */
const SLICE_MS = 15
/** How often results that are old are looked at. */
const REST_MS = 250

/** How many are waiting for an answer: nothing is read ahead meanwhile. */
let waiting = 0

parentPort!.on('message', ({ id, method, args }: Asked) => {
  waiting++
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

/** Who opens a page at once does not wait for all the others. */
const AHEAD_MS = 500

/** Opens everything when nobody asks for anything, so that the first page of a large study finds it read. */
function openAhead(): void {
  if (waiting > 0) setTimeout(openAhead, AHEAD_MS)
  else void library.home().catch(() => undefined)
}

void library.scenarioPlaces()
setTimeout(openAhead, AHEAD_MS)
void work()
