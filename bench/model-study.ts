/** A whole study of models for the benches: rendered, called, recorded; the server is another process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeFresh } from '../src/cli/fresh.ts'
import { makeClient } from '../src/models/exchange.ts'
import type { Scenario } from '../src/scenario/types.ts'
import { runStudy } from '../src/study/run.ts'
import { studyOf } from './play-support.ts'

const negotiator = { provider: 'anthropic', model: 'claude-haiku-5-5', params: { max_tokens: 4096 } }

export interface ModelPlay {
  readonly url: string
  readonly scenario: Scenario
  /** Even, since each party opens half of them. */
  readonly negotiations: number
  /** How many at a time. */
  readonly width: number
  /** Where the record lies while it is played; it is thrown away afterwards. */
  readonly within?: string
  /** Called before each call, with the number of those before it. */
  readonly seen?: (calls: number) => void
}

/** Plays a study to its end and returns how many calls were made: repairs and final replies are calls too. */
export async function playModels({
  url,
  scenario,
  negotiations,
  width,
  within,
  seen,
}: ModelPlay): Promise<number> {
  const folder = mkdtempSync(join(within ?? tmpdir(), 'parley-bench-'))
  let calls = 0
  try {
    const { ended } = await runStudy(studyOf(scenario, { negotiator, negotiations, folder }), {
      now: () => new Date(),
      random: makeFresh(),
      versions: { parley: 'bench', node: process.version },
      client: async () => {
        const client = await makeClient('anthropic', { apiKey: 'sk-bench-0123456789', baseUrl: url })
        const send: typeof client.send = (...call) => {
          seen?.(calls)
          calls++
          return client.send(...call)
        }
        return { ...client, send }
      },
      concurrency: width,
    })
    if (ended !== 'complete') throw new Error(`the study is ${ended}`)
    return calls
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
