/**
 * A dry run: the study as it is, over HTTP, against a server on this machine in whose replies no model has a part.
 * It keeps a record of its own beside the study's, asks for no key and costs nothing.
 */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { EXIT, UserError } from '../core/problem.ts'
import { makeClient } from '../models/exchange.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import { type FaultRates, type StubStats, stubBaseUrl } from '../server/stub/index.ts'
import { lockHolder } from '../store/index.ts'
import type { Study } from '../study/load.ts'
import type { ModelOptions } from '../study/models.ts'
import type { StubMessage, StubWork } from './stub-worker.ts'

export interface DryRun {
  /** The study with the dry run's record. */
  readonly study: Study
  readonly client: NonNullable<ModelOptions['client']>
  /** What the server has been asked so far. */
  stats(): Promise<StubStats>
  close(): Promise<void>
}

/** The dry run's record, beside the study's own. */
const RECORD = 'dry-run.sqlite'

/** Goes where a key would. */
const NO_KEY = 'dry-run'

/** Where calls are made to fail, some get no answer at all: nobody waits minutes for those. */
const PATIENCE_SECONDS = 5

/**
 * Starts the server and makes room for a fresh record. Throws a UserError where another dry run of the study is
 * under way, or the old record cannot be removed.
 */
export async function openDryRun(study: Study, faults: FaultRates): Promise<DryRun> {
  const record = join(study.folder, RECORD)
  await clear(record)
  const data: StubWork = {
    packs: distinct(study),
    seed: study.seed,
    faults,
  }
  const worker = new Worker(besides('stub-worker'), { workerData: data })
  const url = await listening(worker)
  const failing = Object.values(faults).some((rate) => rate > 0)
  const { calls } = study
  const attempt_seconds = failing ? Math.min(PATIENCE_SECONDS, calls.attempt_seconds) : calls.attempt_seconds
  return {
    study: { ...study, title: `${study.title} (dry run)`, record, calls: { ...calls, attempt_seconds } },
    client: (_name, { provider }) =>
      makeClient(provider, { apiKey: NO_KEY, baseUrl: stubBaseUrl(provider, url) }),
    async stats() {
      worker.postMessage('stats')
      const [message] = (await once(worker, 'message')) as [Extract<StubMessage, { kind: 'stats' }>]
      return message.stats
    },
    close: () => worker.terminate().then(() => undefined),
  }
}

/** Every scenario of the study, equal ones once. */
const distinct = ({ variants }: Study): StubWork['packs'] => [
  ...new Map(variants.map(({ scenario }) => [scenarioHash(scenario), scenario.files])).values(),
]

/** A file of this folder, as it is here: source in a checkout, compiled elsewhere. */
const besides = (name: string): URL =>
  new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url)

async function listening(worker: Worker): Promise<string> {
  const [message] = (await once(worker, 'message')) as [StubMessage]
  if (message.kind !== 'listening') throw new Error('the stub server said nothing of where it listens')
  return message.url
}

/** A dry run tells of the study as it is now: what an earlier one left is removed. */
async function clear(record: string): Promise<void> {
  const holder = lockHolder(record)
  if (holder) {
    const message = `Another dry run of this study is under way (process ${holder.pid}).`
    throw new UserError([{ file: record, message }], EXIT.busy)
  }
  try {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(record + end, { force: true })
  } catch (error) {
    const message = `The record of an earlier dry run cannot be removed: ${(error as Error).message}`
    throw new UserError([{ file: record, message }], EXIT.record)
  }
}
