/** What is new in a study or a negotiation since its reader was told last. */

import type { Pricer } from '../../study/pricing.ts'
import { liveTurns, moving } from '../negotiation.ts'
import { progressOf } from '../progress.ts'
import { negotiationOf, readNegotiation } from '../read-negotiation.ts'
import type { RecordIndex } from '../record-index.ts'
import type { NegotiationLive, StudyLive } from '../types.ts'
import type { Open } from './hosts.ts'
import type { StudyHost } from './study-host.ts'

/** Rows in one message of a live view, and messages at a time. */
const ROWS = 100
const MESSAGES = 4
/** Of more negotiations the rows of a first reading are not told one by one. */
const MANY = 1000
/** As long may pass between a page and its live view. */
const AGO_MS = 5000

export interface Changes {
  /** To go on from. */
  readonly version: number
  readonly messages: readonly StudyLive[]
  /** What was told last, to be given back: what is the same is not told again. */
  readonly told: string
}

/** Which version a study had when. */
const seen = new WeakMap<StudyHost, { readonly at: number; readonly version: number }[]>()

/** The version of some seconds ago, from which whoever has just fetched a page misses nothing. */
export function versionOf({ host, index }: Open): number {
  const now = performance.now()
  const list = [...(seen.get(host) ?? []), { at: now, version: index.version }]
  const from = Math.max(
    0,
    list.findLastIndex(({ at }) => now - at > AGO_MS),
  )
  seen.set(host, list.slice(from))
  return list[from]!.version
}

/** How far a study is. `now`: milliseconds. */
export function progressLive({ host, index }: Open, now: number): Extract<StudyLive, { type: 'progress' }> {
  const { cost, until } = host.told(index)
  const { done, all } = index.reading
  return {
    type: 'progress',
    ...progressOf(index, now),
    ...(cost ? { cost } : {}),
    ...(done < all ? { reading: { done, all } } : {}),
    ...(until === undefined ? {} : { results: until }),
  }
}

/** What has changed in a study since a version; `before`: `told` of the last answer. */
export function changesSince(open: Open, version: number, before: string, now: number): Changes {
  const { index } = open
  if (version > index.version) return { version: index.version, messages: [{ type: 'reset' }], told: before }
  const { upTo, messages } = rowsSince(index, version)
  const live = progressLive(open, now)
  // A run that is lost, or results that were made meanwhile, change no row.
  const told = JSON.stringify({ ...live, progress: { ...live.progress, leftMs: undefined } })
  return { version: upTo, messages: upTo > version || before !== told ? [...messages, live] : messages, told }
}

function rowsSince(index: RecordIndex, version: number): { upTo: number; messages: StudyLive[] } {
  // A first reading changes every row: of many, who waits for it fetches the page when it is done.
  const reading = index.places.length > MANY && !index.whole
  const changed = (reading ? [] : index.places)
    .filter((place) => place.changed > version)
    .toSorted((a, b) => a.changed - b.changed)
  const told = changed.slice(0, ROWS * MESSAGES)
  const messages: StudyLive[] = []
  for (let i = 0; i < told.length; i += ROWS)
    messages.push({ type: 'rows', rows: told.slice(i, i + ROWS).map(({ attempt }) => attempt.row) })
  return { upTo: told.length < changed.length ? told.at(-1)!.changed : index.version, messages }
}

/** What is new in a negotiation since it had so many events; undefined where nothing is. */
export async function turnsSince(
  { host, index }: Open,
  about: {
    readonly study: string
    readonly pricer: Pricer
    readonly scenarioKey: (hash: string) => string | undefined
  },
  id: string,
  events: number,
): Promise<NegotiationLive | undefined> {
  if (!index.placeOf(id)) return { type: 'reset' }
  const fresh = await host.reader.read(id, events)
  if (fresh.length === 0) return undefined
  const read = await readNegotiation(host.reader, index, id, about.pricer)
  if (!read || read.events.length < events) return { type: 'reset' }
  const turns = read.events.slice(events).flatMap((event) => ('turn' in event ? [event.turn] : []))
  const now = moving(negotiationOf(index, read, about.study, about.scenarioKey))
  return liveTurns(now, turns.length === 0 ? Infinity : Math.min(...turns))
}
