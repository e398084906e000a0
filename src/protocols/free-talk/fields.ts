/** A reading as JSON: read, written, as a JSON Schema, and every agreement and disagreement that can be reported. */
import type { FieldRule } from '../contract.ts'
import { type Fault, fault } from '../faults.ts'
import { describe, isObject, numberText } from '../read.ts'
import { isList } from './observer-rules.ts'
import type { Fields, ObserverRules } from './types.ts'

export type ReadFields =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly fault: Fault }

/**
 * Reads JSON as a reading: every declared field and no other, each as its rule says, and no agreement of the kind
 * that means none. Never throws: what is wrong is a fault.
 */
export function readFields(json: unknown, rules: ObserverRules): ReadFields {
  const bad = (found: Fault): ReadFields => ({ ok: false, fault: found })
  if (!isObject(json)) return bad(fault('not-object', { found: describe(json) }))
  const names = Object.keys(rules.fields)
  const unknown = Object.keys(json).find((key) => !Object.hasOwn(rules.fields, key))
  if (unknown !== undefined) {
    return bad(fault('unknown-field', { found: unknown, expected: names.join(', ') }))
  }
  const missing = names.filter((name) => !Object.hasOwn(json, name))
  if (missing.length > 0) return bad(fault('field-missing', { missing: missing.join(', ') }))
  const fields: Record<string, string | number | boolean> = {}
  for (const name of names) {
    const read = readField(name, json[name], rules.fields[name]!)
    if (typeof read === 'object') return bad(read)
    fields[name] = read
  }
  const { closes, kind, none } = rules
  if (kind !== undefined && none !== undefined && fields[closes] === true && fields[kind] === none) {
    return bad(fault('agreed-without-kind', { closes, kind, none }))
  }
  return { ok: true, fields }
}

function readField(name: string, json: unknown, rule: FieldRule): string | number | boolean | Fault {
  const found = describe(json)
  if (rule === 'boolean')
    return typeof json === 'boolean' ? json : fault('field-not-boolean', { field: name, found })
  if (rule === 'text') {
    if (typeof json !== 'string') return fault('field-not-text', { field: name, found })
    return json.isWellFormed() ? json : fault('bad-unicode')
  }
  if (isList(rule)) {
    if (typeof json === 'string' && rule.includes(json)) return json
    const expected = rule.map((option) => JSON.stringify(option)).join(', ')
    return fault('field-unknown-option', { field: name, found, expected })
  }
  const { min, max } = rule as Exclude<FieldRule, string | readonly string[]>
  const text = numberText(json)
  if (text === undefined) return fault('field-not-number', { field: name, found })
  const value = Number(text)
  if (value >= min && value <= max) return value
  return fault('field-out-of-range', { field: name, found: text, min: String(min), max: String(max) })
}

/** A reading as the reply that is asked for, its fields in the pack's order. */
export const formatFields = (fields: Fields, rules: ObserverRules): string =>
  `{${Object.keys(rules.fields)
    .map((name) => `${JSON.stringify(name)}: ${JSON.stringify(fields[name])}`)
    .join(', ')}}`

/** The JSON Schema of a reading. */
export const fieldsSchema = ({ fields }: ObserverRules): Record<string, unknown> => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(fields),
  properties: Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, fieldSchema(rule)])),
})

function fieldSchema(rule: FieldRule): Record<string, unknown> {
  if (rule === 'boolean') return { type: 'boolean' }
  if (rule === 'text') return { type: 'string' }
  if (isList(rule)) return { type: 'string', enum: rule }
  const { min, max } = rule as Exclude<FieldRule, string | readonly string[]>
  // Not every provider takes bounds in a schema; the check holds them.
  return { type: 'number', description: `from ${min} to ${max}` }
}

/**
 * The readings that differ in what they report of the agreement: no agreement first, then one for each kind that is
 * none of the kind `none`. Their other fields hold the least that is allowed.
 */
export function plainReadings(rules: ObserverRules): readonly Fields[] {
  const { fields, closes, kind, none } = rules
  const least = Object.fromEntries(Object.entries(fields).map(([name, rule]) => [name, leastOf(rule)]))
  const no = {
    ...least,
    [closes]: false,
    ...(kind !== undefined && none !== undefined ? { [kind]: none } : {}),
  }
  if (kind === undefined) return [no, { ...least, [closes]: true }]
  const kinds = (fields[kind] as readonly string[]).filter((option) => option !== none)
  return [no, ...kinds.map((option) => ({ ...least, [closes]: true, [kind]: option }))]
}

function leastOf(rule: FieldRule): string | number | boolean {
  if (rule === 'boolean') return false
  if (rule === 'text') return ''
  return isList(rule) ? rule[0]! : (rule as { min: number }).min
}
