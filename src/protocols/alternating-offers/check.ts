/** From JSON to a submission and back. What is not allowed is a fault that says where, what and what instead. */
import { LosslessNumber } from 'lossless-json'
import { type Issue, isAllowed, type NumberIssue, type Outcome, valueText } from '../../core/issue.ts'
import { exactText, fixed, parseRational, parts } from '../../core/rational.ts'
import type { Ask, Checked } from '../contract.ts'
import { type Fault, fault } from '../faults.ts'
import { describe } from '../read.ts'
import type { Submission, View } from './machine.ts'

const FIELDS = ['action', 'offer_id', 'terms', 'message']

/** Reads JSON (numbers as LosslessNumber) as a submission. A field that is left out counts as null. */
export function check(json: unknown, view: View): Checked<Submission> {
  const reply = json as Record<string, unknown>
  const field = (name: string): unknown => (Object.hasOwn(reply, name) ? (reply[name] ?? null) : null)
  const terms = readTerms(field('terms'), view.config.issues)
  const readable = terms.ok ? JSON.stringify(terms.outcome) : undefined
  const bad = (found: Fault): Checked<Submission> => ({
    ok: false,
    fault: readable === undefined ? found : { ...found, terms: readable },
  })

  const unknown = Object.keys(reply).find((key) => !FIELDS.includes(key))
  if (unknown !== undefined) {
    return bad(fault('unknown-field', { found: unknown, expected: FIELDS.join(', ') }))
  }
  const allowed = view.final ? ['ACCEPT', 'END'] : ['OFFER', 'ACCEPT', 'NONE']
  const action = field('action')
  if (typeof action !== 'string' || !allowed.includes(action)) {
    return bad(fault('unknown-action', { found: describe(action), expected: allowed.join(', ') }))
  }
  const message = field('message') ?? ''
  if (typeof message !== 'string') return bad(fault('message-not-text', { found: describe(message) }))
  const words = countWords(message)
  const most = view.config.messageWords
  if (words > most) {
    return bad(fault('message-too-long', { found: String(words), expected: String(most) }))
  }
  if (action !== 'OFFER' && field('terms') !== null) return bad(fault('terms-not-null', { action }))
  if (action !== 'ACCEPT' && field('offer_id') !== null) return bad(fault('offer-id-not-null', { action }))

  if (action === 'OFFER') {
    return terms.ok
      ? { ok: true, submission: { action, outcome: terms.outcome, message } }
      : { ok: false, fault: terms.fault }
  }
  if (action === 'ACCEPT') {
    const found = acceptFault(field('offer_id'), view)
    return found
      ? { ok: false, fault: found }
      : { ok: true, submission: { action, offer: view.standing!.id, message } }
  }
  return { ok: true, submission: { action: action as 'NONE' | 'END', message } }
}

/** Words are runs of characters that are not white space. */
export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

function acceptFault(id: unknown, view: View): Fault | undefined {
  const { standing, seat } = view
  if (!standing) return fault('no-standing-offer')
  if (standing.by === seat) return fault('own-offer', { found: standing.id })
  if (id !== standing.id) return fault('wrong-offer-id', { found: describe(id), expected: standing.id })
  return undefined
}

type Terms = { readonly ok: true; readonly outcome: Outcome } | { readonly ok: false; readonly fault: Fault }

function readTerms(terms: unknown, issues: readonly Issue[]): Terms {
  const names = issues.map((issue) => issue.id).join(', ')
  const bad = (found: Fault): Terms => ({ ok: false, fault: found })
  if (
    typeof terms !== 'object' ||
    terms === null ||
    Array.isArray(terms) ||
    terms instanceof LosslessNumber
  ) {
    return bad(fault('terms-missing', { found: describe(terms), expected: names }))
  }
  const given = terms as Record<string, unknown>
  const extra = Object.keys(given).find((key) => !issues.some((issue) => issue.id === key))
  if (extra !== undefined) return bad(fault('term-unknown', { found: extra, expected: names }))
  const outcome: number[] = []
  for (const issue of issues) {
    if (!Object.hasOwn(given, issue.id)) return bad(fault('term-missing', { issue: issue.id }))
    const value = readTerm(issue, given[issue.id])
    if (typeof value !== 'number') return bad(value)
    outcome.push(value)
  }
  return { ok: true, outcome }
}

function readTerm(issue: Issue, json: unknown): number | Fault {
  const found = describe(json)
  if (issue.type === 'choice') {
    const place = typeof json === 'string' ? issue.options.indexOf(json) : -1
    const expected = issue.options.join(', ')
    return place >= 0 ? place : fault('term-unknown-option', { issue: issue.id, found, expected })
  }
  if (!(json instanceof LosslessNumber)) return fault('term-not-number', { issue: issue.id, found })
  const exact = parseRational(json.value)
  const [min, max] = [valueText(issue, issue.min), valueText(issue, issue.max)]
  if (!exact) return fault('term-out-of-range', { issue: issue.id, found, min, max })
  const [numerator, denominator] = parts(exact.mul(10n ** BigInt(issue.decimals)))
  const scaled = numerator / denominator
  if (scaled < BigInt(issue.min) || scaled > BigInt(issue.max) || beyond(issue, numerator, denominator)) {
    return fault('term-out-of-range', { issue: issue.id, found, min, max })
  }
  if (denominator !== 1n) {
    return fault('term-too-fine', { issue: issue.id, found, decimals: String(issue.decimals) })
  }
  const value = Number(scaled)
  if (isAllowed(issue, value)) return value
  return fault('term-off-step', { issue: issue.id, found, min, step: fixed(issue.step, issue.decimals) })
}

const beyond = (issue: NumberIssue, numerator: bigint, denominator: bigint): boolean =>
  numerator < BigInt(issue.min) * denominator || numerator > BigInt(issue.max) * denominator

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
  const terms = {
    type: ['object', 'null'],
    additionalProperties: false,
    required: view.config.issues.map((issue) => issue.id),
    properties: Object.fromEntries(view.config.issues.map((issue) => [issue.id, termSchema(issue)])),
  }
  const schema = {
    type: 'object',
    additionalProperties: false,
    required: FIELDS,
    properties: {
      action: { enum: view.final ? ['ACCEPT', 'END'] : ['OFFER', 'ACCEPT', 'NONE'] },
      offer_id: { type: ['string', 'null'] },
      terms: view.final ? { type: 'null' } : terms,
      message: { type: 'string' },
    },
  }
  return { template, schema }
}

function termSchema(issue: Issue): Record<string, unknown> {
  if (issue.type === 'choice') return { enum: issue.options }
  const [minimum, maximum] = [issue.min, issue.max].map((value) => Number(exactText(bound(issue, value))))
  return { type: 'number', minimum, maximum }
}

const bound = (issue: NumberIssue, value: number) => parseRational(valueText(issue, value))!
