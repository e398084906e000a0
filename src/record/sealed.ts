/**
 * Sealed fields: values that are private, or went over the wire. The body of an event holds a commitment to each;
 * the value and its salt lie beside the body and can be left out, or opened to a referee.
 */
import type { Sha256 } from './hash.ts'

/** A sealed field: its value (text) and the salt, 32 hex digits (128 bits) drawn for it alone. */
export interface SealedField {
  readonly salt: string
  readonly value: string
}

const SALT = /^[0-9a-f]{32}$/

/** Whether a salt has the one form that it may have. */
export const isSalt = (text: string): boolean => SALT.test(text)

/** What stands in the body for a sealed field. */
export const commitment = (field: SealedField, sha256: Sha256): string =>
  sha256(`parley:sealed:1\n${field.salt}\n${field.value}`)

/** The one text that holds these sealed fields: anything else in its place was written by another hand. */
export const sealedText = (fields: readonly (readonly [string, SealedField])[]): string =>
  JSON.stringify(Object.fromEntries(fields.map(([name, { salt, value }]) => [name, { salt, value }])))

/** Reads what `sealedText` wrote; undefined where it is something else. */
export function readSealed(text: string): Record<string, SealedField> | undefined {
  const fields = readObject(text)
  const sound =
    fields !== undefined &&
    Object.values(fields).every(
      (field) => isObject(field) && typeof field.salt === 'string' && typeof field.value === 'string',
    )
  return sound ? (fields as Record<string, SealedField>) : undefined
}

/** The commitment to a sealed field, from a body's `sealed`; undefined where there is none. */
export function hashOf(commitments: unknown, name: string): string | undefined {
  const found = isObject(commitments) && Object.hasOwn(commitments, name) ? commitments[name] : undefined
  return typeof found === 'string' ? found : undefined
}

/** A JSON object from text; undefined for anything else. */
export function readObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
