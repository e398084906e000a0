/** A whole study of models for the benches: rendered, called, recorded on disk; the server is another process. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeClient } from '../src/models/exchange.ts'
import { runStudy } from '../src/study/run.ts'
import { concert, studyOf } from './play-support.ts'

/** Calls of one negotiation: nobody accepts, so all turns are taken. */
export const TURNS = 10

const negotiator = { provider: 'anthropic', model: 'claude-haiku-5-5', params: { max_tokens: 4096 } }

/** Plays so many negotiations, `width` at a time, into a record on disk that is thrown away. Returns the calls. */
export async function playModels(url: string, negotiations: number, width: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    const study = studyOf(concert(TURNS), { negotiator, negotiations, folder })
    const summary = await runStudy(study, {
      now: () => new Date(),
      random: () => randomBytes(16).toString('hex'),
      versions: { parley: 'bench', node: process.version },
      client: () => makeClient('anthropic', { apiKey: 'sk-bench-0123456789', baseUrl: url }),
      concurrency: width,
    })
    if (summary.ended !== 'complete') throw new Error(JSON.stringify(summary))
    return negotiations * TURNS
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
