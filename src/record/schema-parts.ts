/** What fields of several events have in common: shapes that `schema.ts` puts together. */
import { z } from 'zod'
import { FAULT_CODES } from '../protocols/faults.ts'

export const text = z.string()
export const count = z.int().nonnegative()
export const texts = z.record(text, text)
export const hash = z.string().regex(/^[0-9a-f]{64}$/)
export const fault = z.looseObject({ code: z.enum(FAULT_CODES), detail: texts, terms: texts.optional() })
export const end = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('agreement'),
    offer: text,
    by: text,
    turn: count,
    outcome: texts,
    parties: z.array(text).optional(),
    supporters: z.array(text).optional(),
  }),
  z.looseObject({
    kind: z.literal('settled'),
    turn: count,
    by: text,
    type: text,
    fields: z.record(text, z.union([text, z.number(), z.boolean()])),
  }),
  z.looseObject({ kind: z.literal('no-agreement'), reason: text, turn: count }),
  z.looseObject({ kind: z.literal('interrupted'), reason: text, turn: count }),
])
export const assignment = z.looseObject({
  id: text,
  block: count,
  position: count,
  pairing: text,
  opener: text,
  seats: texts,
  assignment: text.optional(),
  levels: texts.optional(),
  variant: text.optional(),
  extension: text.optional(),
})
export const packs = z.record(text, z.looseObject({ scenario: hash, pack: texts }))
export const settings = z.record(text, z.unknown())
export const changed = {
  reason: text,
  seen: z.enum(['nothing-run', 'run-not-seen', 'seen']),
  begun: count,
  closed: count,
}

export const place = { seat: text, turn: count, repair: count, attempt: z.int().positive() }
export const milliseconds = z.number().nonnegative()
export const usage = z.looseObject({
  input: count.optional(),
  cacheRead: count.optional(),
  cacheWrite: count.optional(),
  cacheWriteLong: count.optional(),
  output: count.optional(),
  thinking: count.optional(),
})
export const response = {
  status: z.int(),
  headers: texts,
  complete: z.boolean(),
  encoding: z.enum(['utf-8', 'base64']),
  redacted: z.literal(true).optional(),
}
export const times = { firstByteMs: milliseconds.optional(), totalMs: milliseconds }

export const halt = z.looseObject({
  code: text,
  scope: z.enum(['negotiation', 'model', 'study']),
  negotiator: text.optional(),
  model: text.optional(),
  negotiations: z.array(text),
})
