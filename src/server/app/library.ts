/** Asks the library, which lives in a thread of its own. Answers are JSON texts, ready to be sent. */
import { Worker } from 'node:worker_threads'
import { EXIT, type ExitCode, type Problem, UserError } from '../../core/problem.ts'
import type { Library } from '../../pages/library.ts'

export type Method =
  | 'home'
  | 'study'
  | 'attempts'
  | 'negotiation'
  | 'call'
  | 'negotiationSince'
  | 'studySince'
  | 'version'
  | 'progress'
  | 'runFacts'
  | 'scenario'
  | 'compare'
  | 'place'
  | 'scenarioPlaces'
  | 'file'
  | 'handOver'
  | 'note'

export interface LibraryData {
  readonly folder: string
  /** By which command outcomes are shown; undefined: looks are not noted. */
  readonly command?: string
  /** A file of prices that go before those of Parley. */
  readonly prices?: string
  /** This is the thread behind, which reads large studies for the one that answers. */
  readonly behind?: boolean
}

export interface Asked {
  readonly id: number
  readonly method: Method
  readonly args: readonly unknown[]
}

export interface Told {
  readonly id: number
  /** JSON; undefined where there is no such thing. */
  readonly text?: string
  readonly problems?: readonly Problem[]
  readonly exit?: number
  readonly fault?: string
}

export interface Asking {
  /** The answer as JSON text; undefined where there is no such thing. Rejects with a UserError for what cannot be read. */
  ask<M extends Method>(method: M, ...args: Parameters<Library[M]>): Promise<string | undefined>
  close(): Promise<void>
}

/** Starts the thread. */
export function openLibrary(data: LibraryData): Asking {
  const file = new URL(`./library-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)
  const worker = new Worker(file, { workerData: data })
  // The server keeps the process alive, not this.
  worker.unref()
  const waiting = new Map<
    number,
    { resolve: (text: string | undefined) => void; reject: (error: Error) => void }
  >()
  let next = 0
  let ended: Error | undefined
  worker.on('message', ({ id, text, problems, exit, fault }: Told) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (problems) one?.reject(new UserError([...problems], (exit ?? EXIT.record) as ExitCode))
    else if (fault !== undefined) one?.reject(new Error(fault))
    else one?.resolve(text)
  })
  const end = (error: Error): void => {
    ended ??= error
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  }
  worker.on('error', end)
  worker.on('exit', () => end(new Error('the thread that reads records has ended')))
  return {
    ask(method, ...args) {
      if (ended) return Promise.reject(ended)
      const id = next++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        worker.ref()
        worker.postMessage({ id, method, args } satisfies Asked)
      })
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
