/** Studies that language models play, against a local server: made in a temporary folder, run, resumed, read. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeClient } from '../../src/models/exchange.ts'
import { openEvent } from '../../src/record/chain.ts'
import type { NegotiationEvent, Stamped } from '../../src/record/events.ts'
import { sha256 } from '../../src/record/hash.ts'
import { type DepthResult, STUDY, Verifier } from '../../src/record/verify.ts'
import { openReader } from '../../src/store/index.ts'
import { loadStudy } from '../../src/study/load.ts'
import { type RunOptions, runStudy } from '../../src/study/run.ts'
import { SCENARIO } from '../study-folder.ts'

/** Never a real one: it must turn up nowhere. */
export const SENTINEL = 'sk-ant-sentinel-0123456789abcdefghijklmnop'

export interface ModelStudy {
  /** Where it is made; a temporary folder unless given. */
  readonly folder?: string
  /** Other text in the negotiator's entry, after provider and model. */
  readonly spec?: string
  readonly provider?: string
  readonly calls?: string
  /** A scenario's folder; the small scenario unless given. */
  readonly scenario?: string
  readonly repetitions?: number
  readonly opener?: string
  /** The text of the small scenario. */
  readonly text?: string
}

/** Makes a study whose two seats are played by one model. */
export function modelStudy(options: ModelStudy = {}): string {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'parley-models-'))
  const { spec = 'params: { max_tokens: 500 }', provider = 'anthropic', calls, repetitions = 1 } = options
  mkdirSync(join(folder, 'scenario'), { recursive: true })
  writeFileSync(join(folder, 'scenario', 'scenario.yaml'), options.text ?? SCENARIO)
  writeFileSync(
    join(folder, 'study.yaml'),
    `format: 1
id: models
title: Models at the table
scenario: ${options.scenario ?? 'scenario'}
seed: seed
negotiators:
  m: { provider: ${provider}, model: claude-opus-5-5, ${spec} }
${calls === undefined ? '' : `calls: ${calls}\n`}pairings:
  Both: { buyer: m, seller: m }
opener: [${options.opener ?? 'buyer'}]
repetitions: ${repetitions}
`,
  )
  return folder
}

let drawn = 0
/** Runs the study in a folder against a server; waits between attempts take no time. */
export async function runModels(folder: string, url: string, more: Partial<RunOptions> = {}) {
  return runStudy(await loadStudy(folder), {
    now: () => new Date(),
    random: () => (++drawn).toString(16).padStart(32, '0'),
    versions: { parley: 'test', node: process.version },
    client: (_name, { provider }) => makeClient(provider, { apiKey: SENTINEL, baseUrl: url }),
    sleep: async () => undefined,
    ...more,
  })
}

export interface Opened {
  readonly event: Stamped<NegotiationEvent>
  readonly sealed: Readonly<Record<string, string>>
}

/** The events of the first negotiation, opened. */
export async function eventsOf(folder: string, id?: string): Promise<Opened[]> {
  const reader = await openReader(join(folder, 'record.sqlite'))
  try {
    const stream = id ?? (await reader.streams()).find((one) => one.stream !== STUDY)?.stream
    if (stream === undefined) return []
    return (await reader.read(stream)).map((stored) => openEvent(stored) as Opened)
  } finally {
    await reader.close()
  }
}

/** The whole record at three depths, as `parley replay` checks it. */
export async function verify(folder: string): Promise<Record<string, DepthResult>> {
  const reader = await openReader(join(folder, 'record.sqlite'))
  try {
    const verifier = new Verifier(await reader.read(STUDY), sha256)
    for (const { stream } of await reader.streams()) {
      if (stream !== STUDY) verifier.negotiation(stream, await reader.read(stream))
    }
    verifier.finish()
    return Object.fromEntries(verifier.results().map((result) => [result.depth, result]))
  } finally {
    await reader.close()
  }
}

/** A reply as Anthropic's Messages API would send it. */
export const message = (text: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-5-5',
    content: text === '' ? [] : [{ type: 'text', text }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 100, output_tokens: 20, service_tier: 'standard' },
    ...more,
  })

/** An offer of the small scenario. */
export const offer = (price: number, date: string, words = 'Well?'): string =>
  JSON.stringify({ action: 'OFFER', offer_id: null, terms: { price, date }, message: words })

export const accept = (id: string): string =>
  JSON.stringify({ action: 'ACCEPT', offer_id: id, terms: null, message: 'Agreed.' })

/** What a model would sensibly say, by what stands in the prompt: an offer, or the acceptance of the third one. */
export function sensible(body: string): string {
  const ids = [...body.matchAll(/\bO(\d+)\b/g)].map(([, id]) => Number(id))
  const last = Math.max(0, ...ids)
  return last >= 3 ? accept(`O${last}`) : offer(2 + last, 'friday', `Offer ${last + 1}.`)
}

export const REFERENCE = fileURLToPath(new URL('../../../shared/reference/', import.meta.url))
