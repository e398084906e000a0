/** The stub server of a dry run, in a thread of its own: its work does not slow the run down, and it ends with it. */
import { parentPort, workerData } from 'node:worker_threads'
import { parsePack } from '../scenario/pack.ts'
import { type FaultRates, type StubStats, startStub } from '../server/stub/index.ts'

export interface StubWork {
  /** The texts of each scenario by path. */
  readonly packs: readonly Readonly<Record<string, string>>[]
  readonly seed: string
  readonly faults: FaultRates
}

/** The first message says where the server listens; each message to the worker is answered with counts. */
export type StubMessage =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'stats'; readonly stats: StubStats }

const { packs, seed, faults } = workerData as StubWork
const scenarios = packs.map((pack) => {
  const { scenario } = parsePack({ ...pack })
  if (!scenario) throw new Error('the pack of a study that was loaded cannot be read')
  return scenario
})
const server = await startStub({ scenarios, seed, faults })
const say = (message: StubMessage): void => parentPort!.postMessage(message)
parentPort!.on('message', () => say({ kind: 'stats', stats: server.stats() }))
say({ kind: 'listening', url: server.url })
