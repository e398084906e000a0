/** What an observer reports, from the block of a pack: which field closes the talk, and which tells the kind. */
import type { FieldRule, ObserverBlock } from '../contract.ts'
import type { ObserverRules } from './types.ts'

/** The option that means no agreement unless the pack names another. */
const NONE = 'none'

/**
 * Fills in what a pack leaves out: `closes` is the first field that is true or false, `kind` the first that is one of
 * a list, `none` its option `none` where it has one. Throws a RangeError where names do not fit the fields.
 */
export function observerRules(block: ObserverBlock): ObserverRules {
  const { fields } = block
  const names = Object.keys(fields)
  const closes = block.closes ?? names.find((name) => fields[name] === 'boolean')
  if (closes === undefined || fields[closes] !== 'boolean' || !Object.hasOwn(fields, closes)) {
    throw new RangeError(`no field that is true or false closes the talk: ${closes ?? 'there is none'}`)
  }
  const kind = block.kind ?? names.find((name) => isList(fields[name]))
  if (kind === undefined) return { fields, closes }
  const options = Object.hasOwn(fields, kind) ? fields[kind] : undefined
  if (!isList(options)) throw new RangeError(`the kind of agreement must be one of a list: ${kind}`)
  const none = block.none ?? options.find((option) => option === NONE)
  if (none !== undefined && !options.includes(none)) throw new RangeError(`${kind} has no option ${none}`)
  return { fields, closes, kind, ...(none === undefined ? {} : { none }) }
}

/** Whether a field is one of a list. */
export const isList = (rule: FieldRule | undefined): rule is readonly string[] => Array.isArray(rule)
