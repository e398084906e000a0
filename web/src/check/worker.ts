/// <reference path="../../../src/scenario/liquid-browser.d.ts" />
/// <reference path="../../../src/study/inference/jstat.d.ts" />
/**
 * The check of a published study in a reader's browser: the very function of `parley verify`, over files that are
 * fetched from beside the page. In a worker, so that the page stays responsive.
 */
import { UserError } from '../../../src/core/problem.ts'
import { checkPublication } from '../../../src/publication/verify.ts'
import { hasher, sha256 } from '../../../src/record/hash.ts'
import { blobFolder } from './blob-folder.ts'
import { fetchFolder, NotFetched } from './fetch-folder.ts'
import type { CheckMessage, CheckTask } from './messages.ts'

const tell = (message: CheckMessage): void => self.postMessage(message)

/** Often enough for a moving bar, and seldom enough to cost nothing. */
const EVERY_MS = 40
let toldAt = 0

function tellNowAndThen(last: boolean, make: () => CheckMessage): void {
  const now = performance.now()
  if (!last && now - toldAt < EVERY_MS) return
  toldAt = now
  tell(make())
}

async function check({ base, head }: CheckTask): Promise<void> {
  const from = performance.now()
  const files = await fetchFolder(base, (done, all, bytes) =>
    tellNowAndThen(done === all, () => ({ step: 'fetch', done, all, bytes })),
  )
  const found = await checkPublication(blobFolder('data', files), {
    sha256,
    hasher,
    ...(head === undefined ? {} : { head }),
    progress: (done, all, depths) =>
      tellNowAndThen(done === all, () => ({ step: 'replay', done, all, depths: depths() })),
  })
  tell({ step: 'done', check: found, ms: performance.now() - from })
}

self.onmessage = ({ data }: MessageEvent<CheckTask>): void => {
  check(data).catch((error: unknown) => {
    const told =
      error instanceof UserError
        ? error.problems.map((problem) => `${problem.file}: ${problem.message}`).join(' ')
        : error instanceof NotFetched
          ? error.message
          : `The check itself failed: ${(error as Error).message}`
    tell({ step: 'failed', message: told })
  })
}
