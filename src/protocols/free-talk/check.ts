/** From a reply to a submission and back: a party's words as they stand, an observer's reading from its JSON. */
import { lazy } from '../../core/lazy.ts'
import type { Ask, Checked } from '../contract.ts'
import { type Fault, fault } from '../faults.ts'
import { describe } from '../read.ts'
import { fieldsSchema, formatFields, readFields } from './fields.ts'
import type { Submission, View } from './machine.ts'
import { messageFault } from './message.ts'

/** Reads a party's text (a string) or an observer's JSON (an object). Never throws: what is wrong is a fault. */
export function check(json: unknown, view: View): Checked<Submission> {
  if (view.role === 'observer') {
    const read = readFields(json, view.observer)
    return read.ok ? { ok: true, submission: { action: 'READ', fields: read.fields } } : read
  }
  const bad = (found: Fault): Checked<Submission> => ({ ok: false, fault: found })
  if (typeof json !== 'string') return bad(fault('message-not-text', { found: describe(json) }))
  const found = messageFault(json, view.rules.message)
  return found ? bad(found) : { ok: true, submission: { action: 'SAY', message: json } }
}

/** A message as its words, a reading as the JSON that is asked for. */
export function format(submission: Submission, view: View): string {
  if (submission.action === 'SAY') return submission.message
  if (view.role !== 'observer') throw new RangeError('a party writes no reading')
  return formatFields(submission.fields, view.observer)
}

/** A party replies in words, an observer in JSON. */
export const readsText = (view: View): boolean => view.role === 'party'

/** A party is asked for words, an observer for the fields that the pack declares. */
export function ask(view: View): Ask {
  if (view.role === 'party') {
    const template = view.repair > 0 ? 'repair' : view.turn === 1 ? 'opening' : 'turn'
    return { template, schema: {}, reply: 'text' }
  }
  const template = view.repair > 0 ? 'repair' : 'transcript'
  // Most prompts go without.
  return lazy({ template } as const, 'schema', () => fieldsSchema(view.observer))
}
