/** A person's label of a talk, as the text of a reply in the person's own stream. The last one of a stream counts. */
import { z } from 'zod'

export const VERDICTS = ['yes', 'no', 'unsure'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Label {
  /** Whether they have agreed, as far as the transcript was shown; undefined: the person passed it over. */
  readonly agreed?: Verdict
  /** Which kind of agreement, one of the observer's options; undefined where the person did not say. */
  readonly kind?: string
  readonly note?: string
}

const schema = z.strictObject({
  agreed: z.enum(VERDICTS).optional(),
  kind: z.string().min(1).optional(),
  note: z.string().optional(),
})

/** The text that stands in the record. */
export const labelText = ({ agreed, kind, note }: Label): string =>
  JSON.stringify({
    ...(agreed === undefined ? {} : { agreed }),
    ...(kind === undefined ? {} : { kind }),
    ...(note === undefined || note === '' ? {} : { note }),
  })

/**
 * Reads a label. `kinds`: the options there are, without the one that means no agreement. Returns what is wrong where
 * it is none: a kind needs an agreement, and must be one of those.
 */
export function readLabel(text: string, kinds: readonly string[]): Label | { readonly problem: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { problem: 'it is no JSON' }
  }
  const { data, error } = schema.safeParse(json)
  if (!data) return { problem: error.issues[0]?.message ?? 'it is no label' }
  const { agreed, kind, note } = data
  if (kind !== undefined && !kinds.includes(kind)) return { problem: `there is no kind "${kind}"` }
  if (kind !== undefined && agreed !== 'yes') return { problem: 'a kind of agreement needs an agreement' }
  return {
    ...(agreed === undefined ? {} : { agreed }),
    ...(kind === undefined ? {} : { kind }),
    ...(note === undefined ? {} : { note }),
  }
}

/** What the record claims that a label says: `yes integrative_full`, `no`, `skipped`. */
export const labelRead = ({ agreed, kind }: Label): string =>
  agreed === undefined ? 'skipped' : kind === undefined ? agreed : `${agreed} ${kind}`
