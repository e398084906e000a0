/**
 * seal.json: the events of the study's own stream that follow the published record. The last of them holds the hash
 * of the manifest, and so stands for every byte of the folder.
 */
import { checkChain, tryOpenEvent } from '../record/chain.ts'
import type { Sha256 } from '../record/hash.ts'
import type { StoredEvent } from '../record/stored.ts'
import { STUDY } from '../record/verify.ts'
import type { Finding } from './finding.ts'
import { FILES } from './names.ts'
import { parsed } from './record-lines.ts'

/** How many events of the study's stream are published: exports at its end are not part of what they export. */
export function publishedLength(study: readonly StoredEvent[]): number {
  let length = study.length
  while (length > 0 && manifestOf(study[length - 1]!) !== undefined) length--
  return length
}

/** The manifest's hash that an event holds; undefined where it is no export. */
export function manifestOf(stored: StoredEvent): string | undefined {
  const opened = tryOpenEvent(stored, STUDY)
  return 'event' in opened && opened.event.type === 'study.exported' ? opened.event.manifest : undefined
}

export const sealText = (events: readonly StoredEvent[]): string =>
  `${JSON.stringify({ events: events.map(({ seq, hash, body }) => ({ seq, hash, body })) }, null, 2)}\n`

/** Reads seal.json; undefined where it is none. */
export function readSeal(text: string): StoredEvent[] | undefined {
  const { events } = (parsed(text) ?? {}) as { events?: unknown }
  if (!Array.isArray(events)) return undefined
  const list = events as StoredEvent[]
  const sound = list.every((one) => {
    const { seq, hash, body } = (one ?? {}) as Partial<StoredEvent>
    return Number.isSafeInteger(seq) && typeof hash === 'string' && typeof body === 'string'
  })
  return sound && sealText(list) === text ? list : undefined
}

/** Everything that is wrong with a seal of a record whose last hash is `head`, and a manifest of this hash. */
export function sealFindings(
  events: readonly StoredEvent[],
  record: { readonly head: string; readonly length: number },
  manifest: string,
  sha256: Sha256,
): Finding[] {
  const file = FILES.seal
  const [first] = events
  const last = events.at(-1)
  if (!first || !last) return [{ file, message: 'The seal is empty.' }]
  if (first.seq !== record.length) {
    const contrast = { found: `event ${first.seq}`, expected: `event ${record.length}` }
    return [{ file, message: 'The seal does not follow the published record.', ...contrast }]
  }
  const broken = checkChain(events, sha256, record.head, STUDY)
  if (broken) {
    const { place, message, found, expected } = broken
    return [
      {
        file,
        place,
        message,
        ...(found === undefined ? {} : { found }),
        ...(expected === undefined ? {} : { expected }),
      },
    ]
  }
  const odd = events.find((event) => manifestOf(event) === undefined)
  if (odd) return [{ file, place: `event ${odd.seq}`, message: 'The event is no export.' }]
  const found = manifestOf(last)!
  if (found === manifest) return []
  return [
    { file, message: 'The manifest is not the one that the record holds.', found: manifest, expected: found },
  ]
}
