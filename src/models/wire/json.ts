/** Careful looks into JSON that a stranger sent: nothing here throws, and nothing is taken for what it is not. */
export type Json = Readonly<Record<string, unknown>>

const NOTHING: Json = Object.freeze({})

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value where it is an object, else an empty one: for reading fields that may be missing. */
export const record = (value: unknown): Json => (isRecord(value) ? value : NOTHING)

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The value where it is text, as it stands. */
export const string = (value: unknown): string => (typeof value === 'string' ? value : '')

/**
 * A short text that names something (a code, a model, an id), undefined where there is none. Lone surrogates are
 * replaced, since labels are stored as UTF-8.
 */
export const label = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.toWellFormed() : undefined

/** Parses JSON; undefined where it is none (JSON itself has no undefined). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The fields that have a value, so that optional ones are left out rather than undefined. */
export function told<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {}
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name]
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** The fields whose value is not null: in a later event, null says nothing about an earlier value. */
export const toldOnes = (fields: Json): Json =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
