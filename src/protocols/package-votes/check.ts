/** From JSON to a submission and back, and what of a reply may be published. */
import { outcomeRecord } from '../../core/issue.ts'
import type { Ask, Checked } from '../contract.ts'
import { type Fault, fault } from '../faults.ts'
import { describe, isObject, numberText } from '../read.ts'
import { countWords, isLonger } from '../words.ts'
import { actionsOf } from './legal.ts'
import { packageText, readablePackage, readPackage } from './package.ts'
import type { Submission, View } from './types.ts'

const fieldsOf = ({ rules }: View): string[] => [
  ...(rules.scratchpad ? ['scratchpad'] : []),
  ...(rules.chat ? ['message'] : []),
  'action',
  'deal',
  'offer_id',
]

/** Known at every table, so that a person who writes them where they are not asked for is told more than that. */
const ALWAYS_KNOWN = ['message']

/**
 * Reads JSON as a submission. A field that is left out counts as null, an action that is left out as `none`.
 * Never throws: what is wrong is a fault.
 */
export function check(json: unknown, view: View): Checked<Submission> {
  if (!isObject(json)) return { ok: false, fault: fault('not-object', { found: describe(json) }) }
  const field = (name: string): unknown => (Object.hasOwn(json, name) ? (json[name] ?? null) : null)
  const { rules } = view
  const [given, id] = [field('deal'), field('offer_id')]
  const action = field('action') ?? 'none'
  const bad = (found: Fault): Checked<Submission> => {
    const terms = bindingTerms(action, id, given, view)
    return { ok: false, fault: terms ? fault(found.code, found.detail, terms) : found }
  }

  const fields = fieldsOf(view)
  const unknown = Object.keys(json).find((key) => !fields.includes(key) && !ALWAYS_KNOWN.includes(key))
  if (unknown !== undefined) {
    return bad(fault('unknown-field', { found: unknown, expected: fields.join(', ') }))
  }
  const scratchpad = field('scratchpad') ?? undefined
  if (scratchpad !== undefined && (typeof scratchpad !== 'string' || !scratchpad.isWellFormed())) {
    // Of what it held nothing is told: a fault is for everybody who reads the record.
    return bad(
      fault('scratchpad-not-text', {
        found: typeof scratchpad === 'string' ? 'half a character' : 'no text',
      }),
    )
  }
  const allowed = actionsOf(view)
  if (!isOneOf(allowed, action)) {
    const expected = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`
    return bad(fault('unknown-action', { found: describe(action), expected }))
  }
  const message = field('message') ?? ''
  if (!rules.chat && message !== '') return bad(fault('chat-off'))
  if (typeof message !== 'string') return bad(fault('message-not-text', { found: describe(message) }))
  if (isLonger(message, rules.messageWords)) {
    const words = { found: String(countWords(message)), expected: String(rules.messageWords) }
    return bad(fault('message-too-long', words))
  }
  if (!message.isWellFormed()) return bad(fault('bad-unicode'))
  const votes = action === 'accept' || action === 'reject'
  if (action !== 'propose' && given !== null) return bad(fault('deal-not-null', { action }))
  if (!votes && id !== null) return bad(fault('vote-id-not-null', { action }))

  const words = { message, ...(scratchpad === undefined ? {} : { scratchpad }) }
  if (action === 'propose') {
    const read = readPackage(given, rules.issues)
    return read.ok ? { ok: true, submission: { action, outcome: read.outcome, ...words } } : bad(read.fault)
  }
  if (action === 'walk' || action === 'none') return { ok: true, submission: { action, ...words } }
  const offer = view.offers.find((one) => one.id === id)
  if (offer) return { ok: true, submission: { action, offer: offer.id, ...words } }
  return bad(fault('no-live-offer', { found: describe(id), expected: liveText(view) }))
}

const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

function liveText({ offers }: View): string {
  const ids = offers.map(({ id }) => id)
  if (ids.length === 0) return 'no offer is on the table'
  return ids.length === 1 ? `the only live offer is ${ids[0]}` : `the live offers are ${ids.join(', ')}`
}

/** What a faulty try would have bound its party to, as far as that can be read (see Fault.terms). */
function bindingTerms(action: unknown, id: unknown, given: unknown, view: View): Fault['terms'] {
  if (given !== null) return readablePackage(given, view.rules.issues)
  const offer = action === 'accept' ? view.offers.find((one) => one.id === id) : undefined
  if (offer) return outcomeRecord(view.rules.issues, offer.outcome)
  return action === 'none' || action === 'walk' || action === 'reject' ? {} : undefined
}

/** The reply as the prompt asks for it; what is not asked for, or would be empty, is left out. */
export function format(submission: Submission, view: View): string {
  const { scratchpad, message, action } = submission
  const parts = [
    ...(scratchpad === undefined ? [] : [`"scratchpad": ${JSON.stringify(scratchpad)}`]),
    ...(message === '' ? [] : [`"message": ${JSON.stringify(message)}`]),
    `"action": "${action}"`,
  ]
  if (submission.action === 'propose') {
    parts.push(`"deal": ${packageText(view.rules.issues, submission.outcome)}`)
  } else if (submission.action === 'accept' || submission.action === 'reject') {
    parts.push(`"offer_id": ${JSON.stringify(submission.offer)}`)
  }
  return `{${parts.join(', ')}}`
}

/**
 * A reply without its scratchpad. What could not be read may hold a scratchpad anywhere, so nothing of it is
 * published; nor is what stands in a field that was not asked for, where a scratchpad may have been meant.
 */
export function publicText(json: unknown, view: View): string | undefined {
  if (!view.rules.scratchpad) return undefined
  if (!isObject(json)) return ''
  const fields = fieldsOf(view)
  const secret = Object.keys(json).some((key) => key === 'scratchpad' || !fields.includes(key))
  if (!secret) return undefined
  const checked = check(json, view)
  if (checked.ok) {
    const { scratchpad: _, ...submission } = checked.submission
    return format(submission, view)
  }
  const kept = Object.entries(json).filter(([key]) => key !== 'scratchpad')
  return writeJson(Object.fromEntries(kept.map(([key, value]) => [key, fields.includes(key) ? value : null])))
}

/** JSON text, numbers as they were written. */
function writeJson(value: unknown): string {
  const number = numberText(value)
  if (number !== undefined) return number
  if (Array.isArray(value)) return `[${value.map(writeJson).join(', ')}]`
  if (!isObject(value)) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${writeJson(part)}`)
  return `{${fields.join(', ')}}`
}

/** What a turn asks for: the template's name, and the reply's shape as a JSON Schema. */
export function ask(view: View): Ask {
  const template = view.repair > 0 ? 'repair' : view.final ? 'final' : view.turn === 1 ? 'opening' : 'turn'
  const { issues } = view.rules
  const actions = actionsOf(view)
  const deal = {
    type: ['object', 'null'],
    additionalProperties: false,
    required: issues.map(({ id }) => id),
    properties: Object.fromEntries(issues.map(({ id, options }) => [id, { enum: options }])),
  }
  const text = { type: ['string', 'null'] }
  const properties: Record<string, unknown> = {
    scratchpad: text,
    message: text,
    action: { enum: actions },
    deal: actions.includes('propose') ? deal : { type: 'null' },
    offer_id: actions.includes('accept') ? text : { type: 'null' },
  }
  const required = fieldsOf(view)
  const asked = Object.fromEntries(required.map((name) => [name, properties[name]]))
  return { template, schema: { type: 'object', additionalProperties: false, required, properties: asked } }
}
