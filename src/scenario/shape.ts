/** What a zod schema finds wrong, as problems with their places and in plain words. */
import type { ZodError, z } from 'zod'
import type { Problem } from '../core/problem.ts'
import { meant } from './nearest.ts'
import type { Path, Source } from './source.ts'

type Issue = ZodError['issues'][number]
type Told = Omit<Problem, 'file' | 'line' | 'column' | 'path'>

/**
 * Checks `data` (the part of the source at `path`) against a schema.
 * Returns what the schema made of it, or undefined, with the problems pushed to `problems`.
 */
export function fitTo<T extends z.ZodType>(
  schema: T,
  data: unknown,
  source: Source,
  path: Path,
  problems: Problem[],
): z.output<T> | undefined {
  const result = schema.safeParse(data)
  if (result.success) return result.data
  for (const issue of tightest(result.error.issues)) problems.push(...told(issue, schema, data, source, path))
  return undefined
}

/** Of several upper bounds that one value breaks only the least: zod holds whole numbers to one of its own as well. */
const tightest = (issues: readonly Issue[]): Issue[] =>
  issues.filter(
    (issue) =>
      issue.code !== 'too_big' ||
      !issues.some(
        (other) =>
          other.code === 'too_big' &&
          other.maximum < issue.maximum &&
          other.path.join('\n') === issue.path.join('\n'),
      ),
  )

/** A file whose `format` is newer than the one that is read here: told alone, since nothing else of it is known. */
export function newerFormat(source: Source, known: number): Problem | undefined {
  const { format } = (source.data ?? {}) as { format?: unknown }
  if (typeof format !== 'number' || format <= known) return undefined
  return source.problem(['format'], {
    message: 'This file is in a format newer than this version of Parley reads.',
    found: `format ${source.text(['format'])}`,
    expected: `format ${known}`,
    mend: 'update Parley',
  })
}

function told(issue: Issue, schema: z.ZodType, data: unknown, source: Source, base: Path): Problem[] {
  const inner = issue.path.filter((part) => typeof part !== 'symbol')
  const path = [...base, ...inner]
  const value = valueAt(data, inner)
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, inner, data)
    return issue.keys.map((key) =>
      source.problem(
        [...path, key],
        { message: `The key "${key}" is not known here.`, found: key, mend: meant(key, known) },
        'key',
      ),
    )
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    // The branch that got furthest says most: deepest place first, then fewest complaints.
    const best = [...issue.errors].sort((a, b) => depth(b) - depth(a) || a.length - b.length)[0]!
    if (depth(best) > 0) {
      return best.flatMap((one) =>
        told({ ...one, path: [...inner, ...one.path] } as Issue, schema, data, source, base),
      )
    }
  }
  return [source.problem(path, sentence(issue, value, source.text(path), path))]
}

const depth = (issues: readonly { path: PropertyKey[] }[]): number =>
  Math.max(0, ...issues.map((issue) => issue.path.length))

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
  readonly innerType?: z.ZodType
  readonly options?: readonly z.ZodType[]
  /** The key by which the branches of a union are told apart. */
  readonly discriminator?: string
}

/** The keys that the schema knows at a path: of every branch that could hold there. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[], data: unknown): readonly string[] {
  const { shape, element, valueType, innerType, options, discriminator } = definition(schema)
  if (innerType) return keysAt(innerType, path, data)
  if (options) {
    const fitting = options.filter((option) => isMeant(option, discriminator ?? 'type', data))
    return [...new Set((fitting.length > 0 ? fitting : options).flatMap((one) => keysAt(one, path, data)))]
  }
  const [next, ...rest] = path
  if (next === undefined)
    return Object.entries(shape ?? {}).flatMap(([key, one]) => (isNever(one) ? [] : [key]))
  const inner = shape?.[String(next)] ?? element ?? valueType
  return inner ? keysAt(inner, rest, (data as Record<PropertyKey, unknown> | undefined)?.[next]) : []
}

const definition = (schema: z.ZodType): Definition => schema.def as unknown as Definition

/** Whether a key is known only so that nobody may set it. */
function isNever(schema: z.ZodType): boolean {
  const { type, innerType } = definition(schema)
  return type === 'undefined' || (innerType !== undefined && isNever(innerType))
}

/** Whether a branch, or one of its own, has this key with the data's value, or does without as the data does. */
function isMeant(option: z.ZodType, key: string, data: unknown): boolean {
  const { shape, options } = definition(option)
  if (options) return options.some((one) => isMeant(one, key, data))
  const value = (data as Readonly<Record<string, unknown>> | null | undefined)?.[key]
  return shape?.[key]?.safeParse(value).success === true
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  let value = data
  for (const part of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[part]
  return value
}

function sentence(issue: Issue, value: unknown, text: string | undefined, path: Path): Told {
  const name = path.at(-1)
  const found = value === null ? 'nothing' : (text ?? kindOf(value))
  switch (issue.code) {
    case 'invalid_type':
    case 'invalid_union': {
      const types = optionsOf(issue)
      if (types && typeof value === 'string') {
        const expected = `one of ${types.join(', ')}`
        return { message: 'This type is not known.', found, expected, mend: meant(value, types) }
      }
      if (value === undefined || value === null) {
        const lack = value === null ? 'has no value' : 'is missing'
        return { message: `"${name}" ${lack}.`, found: 'nothing', expected: expectation(issue) }
      }
      return {
        message: 'This is not what belongs here.',
        found:
          text === undefined || typeof value === 'string'
            ? `${kindOf(value)}${text ? ` "${text}"` : ''}`
            : found,
        expected: expectation(issue),
        ...mendType(issue, value, text),
      }
    }
    case 'invalid_value': {
      const values = issue.values.map(String)
      const expected = values.length === 1 ? values[0]! : `one of ${values.join(', ')}`
      if (value === undefined) return { message: `"${name}" is missing.`, found: 'nothing', expected }
      return {
        message: 'This value is not known here.',
        found: typeof value === 'string' && typeof issue.values[0] === 'number' ? `text "${value}"` : found,
        expected,
        ...(typeof value === 'string' && values.length > 1 ? { mend: meant(value, values) } : {}),
      }
    }
    case 'too_small':
      return {
        message: `This ${size(issue.origin, 'small')}.`,
        found,
        expected: bound(issue.minimum, issue.origin, 'least'),
      }
    case 'too_big':
      return {
        message: `This ${size(issue.origin, 'large')}.`,
        found,
        expected: bound(issue.maximum, issue.origin, 'most'),
      }
    default:
      return { message: issue.message, found }
  }
}

/** What the key may be that tells the branches of a union apart; one that goes without it is not listed. */
const optionsOf = (issue: Issue): readonly string[] | undefined =>
  (issue as { options?: readonly unknown[] }).options?.filter((option) => typeof option === 'string')

const size = (origin: string, which: 'small' | 'large'): string => {
  if (origin === 'string') return which === 'small' ? 'text is too short' : 'text is too long'
  if (origin === 'array' || origin === 'record')
    return `list has too ${which === 'small' ? 'few' : 'many'} entries`
  return `number is too ${which}`
}

function bound(limit: number | bigint, origin: string, which: 'least' | 'most'): string {
  const unit =
    origin === 'string' ? ' characters' : origin === 'array' || origin === 'record' ? ' entries' : ''
  return `at ${which} ${limit}${unit}`
}

const KINDS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys to values',
  record: 'a mapping of keys to values',
  nan: 'no number',
  null: 'nothing',
}

function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? issue.expected
  const options = optionsOf(issue)
  if (options) return `one of ${options.join(', ')}`
  if (issue.code === 'invalid_union') {
    const kinds = issue.errors.flatMap((list) => list.map((one) => expectation(one as Issue)))
    return [...new Set(kinds)].filter((kind) => kind !== '').join(', or ') || 'another kind of value'
  }
  return ''
}

function mendType(issue: Issue, value: unknown, text: string | undefined): { mend?: string } {
  const expected = issue.code === 'invalid_type' ? issue.expected : ''
  const number = expected === 'number' || expected === 'int'
  if (number && typeof value === 'string' && /^[-\d.,_ ]+$/.test(value)) {
    return { mend: 'write it as a plain number, without quotes, spaces or separators' }
  }
  const scalar = typeof value === 'number' || typeof value === 'boolean'
  return expected === 'string' && scalar ? { mend: `put it in quotes: "${text ?? String(value)}"` } : {}
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value === 'string') return 'text'
  return typeof value === 'number' ? 'a number' : 'true or false'
}
