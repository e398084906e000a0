/** From JSON to a submission and back. What is not allowed is a fault that says where, what and what instead. */
import { outcomeRecord, valueText } from '../../core/issue.ts'
import { lazy } from '../../core/lazy.ts'
import type { Ask, Checked } from '../contract.ts'
import { type Fault, fault } from '../faults.ts'
import { describe, isObject } from '../read.ts'
import { countWords, isLonger } from '../words.ts'
import { type Submission, submissionsOf, type View } from './machine.ts'
import { readableTerms, readTerms, termSchema } from './terms.ts'

const FIELDS = ['action', 'offer_id', 'terms', 'message']

/**
 * Reads JSON as a submission: one object, numbers as LosslessNumber (or plain, from programs). A field that is
 * left out counts as null, and a message that is null as no words. Never throws: what is wrong is a fault.
 */
export function check(json: unknown, view: View): Checked<Submission> {
  if (!isObject(json)) return { ok: false, fault: fault('not-object', { found: describe(json) }) }
  const field = (name: string): unknown => (Object.hasOwn(json, name) ? (json[name] ?? null) : null)
  const [action, id, given] = [field('action'), field('offer_id'), field('terms')]
  const bad = (found: Fault): Checked<Submission> => {
    const terms = bindingTerms(action, id, given, view)
    return { ok: false, fault: terms ? fault(found.code, found.detail, terms) : found }
  }

  const unknown = Object.keys(json).find((key) => !FIELDS.includes(key))
  if (unknown !== undefined) {
    return bad(fault('unknown-field', { found: unknown, expected: FIELDS.join(', ') }))
  }
  const allowed = submissionsOf(view)
  if (!isOneOf(allowed, action)) {
    const expected = `${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`
    return bad(fault('unknown-action', { found: describe(action), expected }))
  }
  const message = field('message') ?? ''
  if (typeof message !== 'string') return bad(fault('message-not-text', { found: describe(message) }))
  const most = view.config.messageWords
  if (isLonger(message, most)) {
    return bad(fault('message-too-long', { found: String(countWords(message)), expected: String(most) }))
  }
  if (!message.isWellFormed()) return bad(fault('bad-unicode'))
  if (action !== 'OFFER' && given !== null) return bad(fault('terms-not-null', { action }))
  if (action !== 'ACCEPT' && id !== null) return bad(fault('offer-id-not-null', { action }))

  if (action === 'OFFER') {
    const terms = readTerms(given, view.config.issues)
    return terms.ok ? { ok: true, submission: { action, outcome: terms.outcome, message } } : bad(terms.fault)
  }
  if (action === 'ACCEPT') {
    const found = acceptFault(id, view)
    return found ? bad(found) : { ok: true, submission: { action, offer: view.standing!.id, message } }
  }
  return { ok: true, submission: { action, message } }
}

const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

function acceptFault(id: unknown, view: View): Fault | undefined {
  const { standing, seat } = view
  if (!standing || (standing.by === seat && id !== standing.id)) return fault('no-standing-offer')
  if (standing.by === seat) return fault('own-offer', { found: standing.id })
  if (id !== standing.id) return fault('wrong-offer-id', { found: describe(id), expected: standing.id })
  return undefined
}

/** What a faulty try would have bound its party to, as far as that can be read (see Fault.terms). */
function bindingTerms(action: unknown, id: unknown, given: unknown, view: View): Fault['terms'] {
  const { standing, config } = view
  if (given !== null) return readableTerms(given, config.issues)
  if (action === 'ACCEPT' && standing && id === standing.id) {
    return outcomeRecord(config.issues, standing.outcome)
  }
  return action === 'NONE' || action === 'END' ? {} : undefined
}

/** The reply as the prompt asks for it; numbers with their issue's decimals. */
export function format(submission: Submission, view: View): string {
  const { issues } = view.config
  const text = JSON.stringify(submission.message)
  if (submission.action === 'OFFER') {
    const terms = issues.map((issue, i) => {
      const value = valueText(issue, submission.outcome[i]!)
      return `${JSON.stringify(issue.id)}: ${issue.type === 'choice' ? JSON.stringify(value) : value}`
    })
    return `{"action": "OFFER", "offer_id": null, "terms": {${terms.join(', ')}}, "message": ${text}}`
  }
  const id = submission.action === 'ACCEPT' ? JSON.stringify(submission.offer) : 'null'
  return `{"action": "${submission.action}", "offer_id": ${id}, "terms": null, "message": ${text}}`
}

/** What a turn asks for: the template's name, and the reply's shape as a JSON Schema. */
export function ask(view: View): Ask {
  const template = view.repair > 0 ? 'repair' : view.final ? 'final' : view.turn === 1 ? 'opening' : 'turn'
  // Most prompts go without.
  return lazy({ template } as const, 'schema', () => replySchema(view))
}

function replySchema(view: View): Ask['schema'] {
  const terms = {
    type: ['object', 'null'],
    additionalProperties: false,
    required: view.config.issues.map((issue) => issue.id),
    properties: Object.fromEntries(view.config.issues.map((issue) => [issue.id, termSchema(issue)])),
  }
  return {
    type: 'object',
    additionalProperties: false,
    required: FIELDS,
    properties: {
      action: { enum: submissionsOf(view) },
      offer_id: { type: ['string', 'null'] },
      terms: view.final ? { type: 'null' } : terms,
      message: { type: 'string' },
    },
  }
}
