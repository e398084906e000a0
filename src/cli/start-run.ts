/** Starts runs for `parley serve`: each in a thread of its own, so that pages stay quick while it plays. */
import { Worker } from 'node:worker_threads'
import { UserError } from '../core/problem.ts'
import type { Running, StartRun } from '../server/app/control.ts'
import type { RunMessage, RunWork } from './serve-worker.ts'

/** How long a stop waits for calls in flight. What is cut off then is a lost run in the record, and counted so. */
const PATIENCE_MS = 5000

const FILE = new URL(`./serve-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

/** Files of keys and of prices, as for `parley run`. */
export const startRuns =
  ({ keys, prices }: Pick<RunWork, 'keys' | 'prices'> = {}): StartRun =>
  (folder, { capUsd }): Running => {
    const data: RunWork = {
      folder,
      ...(keys === undefined ? {} : { keys }),
      ...(prices === undefined ? {} : { prices }),
      ...(capUsd === undefined ? {} : { capUsd }),
    }
    const worker = new Worker(FILE, { workerData: data })
    let cut = false
    const ended = new Promise<string>((resolve, reject) => {
      worker.on('message', (message: RunMessage) => {
        if (message.kind === 'ended') resolve(message.message)
        else reject(new UserError([...message.problems], message.exit))
      })
      worker.on('error', reject)
      worker.on('exit', () => {
        if (cut)
          resolve(
            'It was cut off while calls were in flight; they count at their worst, and it can be gone on with.',
          )
        else reject(new Error('the run ended without a word'))
      })
    })
    // Whoever started it is told; nobody else has to listen.
    ended.catch(() => undefined)
    return {
      ended,
      pause: () => worker.postMessage('stop'),
      stop() {
        worker.postMessage('stop')
        const timer = setTimeout(() => {
          cut = true
          void worker.terminate()
        }, PATIENCE_MS)
        void ended.catch(() => undefined).finally(() => clearTimeout(timer))
      },
    }
  }
