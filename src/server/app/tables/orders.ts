/** What an owner asks for, checked: a table, or a class of them. Whatever comes from a page is read here first. */
import { z } from 'zod'
import { parseRational } from '../../../core/rational.ts'
import { Refused } from './refused.ts'

/** A name or a title: one line, of characters that can be seen. */
const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .transform((text) =>
      text
        .toWellFormed()
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )

const party = z.string().min(1).max(80)
/** Not the braces of a study.yaml: a page chooses, it does not configure. */
const who = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[A-Za-z0-9]/, 'person, a script, or <provider>:<model>')
const usd = z
  .string()
  .max(12)
  .refine((text) => /^\d{1,6}(\.\d{1,4})?$/.test(text) && parseRational(text)!.compare(0) > 0, {
    error: 'an amount of US dollars: 0.50',
  })

export const tableOrder = z.strictObject({
  scenario: z.string().min(1).max(200),
  title: line(120).optional(),
  opener: party.optional(),
  seats: z.record(party, z.strictObject({ who, name: line(80).optional() })),
  capUsd: usd.optional(),
  capTokens: z.int().min(1).max(1_000_000_000).optional(),
})

/** Nobody teaches more at once; and every table is a folder. */
const MOST_NAMES = 400

export const classOrder = z.strictObject({
  scenario: z.string().min(1).max(200),
  title: line(120).optional(),
  names: z
    .array(line(80).refine((name) => name !== '', 'a name'))
    .min(1)
    .max(MOST_NAMES),
  opener: party.optional(),
  spare: who.optional(),
  observer: who.optional(),
  beside: z.array(z.record(party, who)).max(50).optional(),
  capUsd: usd.optional(),
})

export const moveBody = z.strictObject({
  turn: z.int().min(0),
  repair: z.int().min(0),
  move: z.unknown(),
})

/** Throws a Refused with everything that is wrong. */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (!error) return data as T
  const told = error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  )
  throw new Refused(400, 'invalid', told.join('; '))
}
