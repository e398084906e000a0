/**
 * The hash chain, made for publishing. An event's body is its public JSON; a sealed field enters it as a
 * commitment, so that its value can be left out, or opened later, and the chain stays whole:
 *
 *     commitment = SHA-256("parley:sealed:1\n" + salt + "\n" + value)
 *     body       = JSON of { seq, at, …event, sealed: { name: commitment } }
 *     hash       = SHA-256("parley:link:1\n" + hash of the event before + "\n" + body)
 *
 * Hashes and salts are lower-case hex of a fixed length, so no two inputs read alike, and no commitment can pass
 * for a link. docs/events.md says the same for strangers.
 */
import { EXIT, UserError } from '../core/problem.ts'
import { type Difference, eventPlace } from './difference.ts'
import type { ParleyEvent, Stamped } from './events.ts'
import type { Sha256 } from './hash.ts'
import { checkEvent } from './schema.ts'
import { commitment, hashOf, isSalt, readObject, readSealed, type SealedField, sealedText } from './sealed.ts'
import type { StoredEvent } from './stored.ts'

export type { SealedField } from './sealed.ts'

/** Stands for the hash before a stream's first event. */
export const GENESIS = '0'.repeat(64)

/** The hash of an event: of the hash before it (64 hex digits) and its body. */
export const link = (previous: string, body: string, sha256: Sha256): string =>
  sha256(`parley:link:1\n${previous}\n${body}`)

/**
 * Makes an event ready to be stored. `previous`: the hash of the event before it in its stream, or GENESIS.
 * A sealed value is kept as its UTF-8 bytes: half a character (a lone surrogate) has none and becomes U+FFFD.
 * Throws a RangeError for a salt or a previous hash of another form, and for an event with a field `sealed`.
 */
export function sealEvent(
  event: Stamped,
  previous: string,
  sha256: Sha256,
  sealed?: Readonly<Record<string, SealedField>>,
): StoredEvent {
  if (previous.length !== 64) throw new RangeError('the hash before must be 64 hex digits')
  if (Object.hasOwn(event, 'sealed')) throw new RangeError('no event has a field "sealed" of its own')
  const { seq } = event
  const names = sealed === undefined ? [] : Object.keys(sealed)
  if (sealed === undefined || names.length === 0) {
    const body = JSON.stringify(inOrder(event))
    return { seq, body, hash: link(previous, body, sha256) }
  }
  const kept: [string, SealedField][] = names.map((name) => {
    const { salt, value } = sealed[name]!
    if (!isSalt(salt)) throw new RangeError(`the salt of "${name}" must be 32 hex digits`)
    return [name, { salt, value: value.toWellFormed() }]
  })
  const commitments = Object.fromEntries(kept.map(([name, field]) => [name, commitment(field, sha256)]))
  const body = JSON.stringify({ ...inOrder(event), sealed: commitments })
  return { seq, body, hash: link(previous, body, sha256), sealed: sealedText(kept) }
}

/** Number and time first, so that every body begins alike. */
function inOrder(event: Stamped): object {
  const [first, second] = Object.keys(event)
  if (first === 'seq' && second === 'at') return event
  const { seq, at, ...rest } = event
  return { seq, at, ...rest }
}

export interface OpenedEvent<E extends ParleyEvent = ParleyEvent> {
  readonly event: Stamped<E>
  /** The values of the sealed fields that the record still holds; a field that was left out is missing. */
  readonly sealed: Readonly<Record<string, string>>
}

/**
 * Reads a stored event, which may come from a stranger. It does not check the chain.
 * Throws a UserError (EXIT.differs) where the body is no event, and one (EXIT.record) for a newer format.
 */
export function openEvent(stored: StoredEvent): OpenedEvent {
  const opened = tryOpenEvent(stored)
  if ('event' in opened) return opened
  const { place, message, found, expected, newer } = opened
  throw new UserError(
    [{ file: 'the record', path: place, message, ...(found && { found }), ...(expected && { expected }) }],
    newer ? EXIT.record : EXIT.differs,
  )
}

/** A stored body as JSON. */
export type Body = Readonly<Record<string, unknown>>

/**
 * As `openEvent`, but returns the difference instead of throwing; `newer` marks a format of a later version.
 * `body`: the stored body as JSON, where it has been read already.
 */
export function tryOpenEvent(
  stored: StoredEvent,
  stream?: string,
  body: Body | undefined = readObject(stored.body),
): OpenedEvent | (Difference & { readonly newer?: true }) {
  const place = (): string => eventPlace(stored.seq, stream)
  if (!body) {
    return { depth: 'chain', place: place(), message: 'The body is no JSON object.', found: cut(stored.body) }
  }
  const { commitments, event } = splitBody(body)
  const wrong = checkEvent(event)
  if (wrong) return { depth: 'chain', place: place(), ...wrong }
  if (event.seq !== stored.seq) return wrongNumber(stored.seq, event.seq, place())
  if (stored.sealed === undefined) return { event: event as unknown as Stamped, sealed: {} }
  const fields = readSealed(stored.sealed)
  if (!fields) return badSealed(stored.sealed, place())
  const known = Object.entries(fields).filter(([name]) => hashOf(commitments, name) !== undefined)
  return {
    event: event as unknown as Stamped,
    sealed: Object.fromEntries(known.map(([name, field]) => [name, field.value])),
  }
}

/** The event's own fields, and the commitments beside them; most events have none and need no copy. */
function splitBody(body: Body): { event: Body; commitments?: unknown } {
  if (!Object.hasOwn(body, 'sealed')) return { event: body }
  const { sealed: commitments, ...event } = body
  return { event, commitments }
}

/**
 * Checks a stream, or the part of it that follows the event whose hash is `from`: that numbers have no gap, that
 * every hash follows from the one before and the body, and that sealed values match their commitments.
 * Returns the first difference. `stream` is put into its place. `bodies` takes up each sound event's body as JSON,
 * for a caller that goes on to read them.
 */
export function checkChain(
  events: readonly StoredEvent[],
  sha256: Sha256,
  from: string = GENESIS,
  stream?: string,
  bodies?: Body[],
): Difference | undefined {
  let previous = from
  let seq = from === GENESIS ? 0 : (events[0]?.seq ?? 0)
  for (const [index, stored] of events.entries()) {
    if (stored.seq !== seq) return gap(seq, stored.seq, eventPlace(seq, stream))
    const hash = link(previous, stored.body, sha256)
    if (hash !== stored.hash) {
      return broken(stored, events[index + 1], hash, eventPlace(seq, stream), sha256)
    }
    const body = readObject(stored.body)
    if (!body || body.seq !== seq || stored.sealed !== undefined) {
      const difference = checkBody(stored, body, eventPlace(seq, stream), sha256)
      if (difference) return difference
    }
    bodies?.push(body!)
    previous = hash
    seq++
  }
  return undefined
}

function checkBody(
  stored: StoredEvent,
  body: Body | undefined,
  place: string,
  sha256: Sha256,
): Difference | undefined {
  if (!body) return { depth: 'chain', place, message: 'The body is no JSON object.', found: cut(stored.body) }
  if (body.seq !== stored.seq) return wrongNumber(stored.seq, body.seq, place)
  if (stored.sealed === undefined) return undefined
  const fields = readSealed(stored.sealed)
  if (!fields || sealedText(Object.entries(fields)) !== stored.sealed) return badSealed(stored.sealed, place)
  for (const [name, field] of Object.entries(fields)) {
    const expected = hashOf(body.sealed, name)
    const sound = isSalt(field.salt) && field.value.isWellFormed()
    const found = sound ? commitment(field, sha256) : 'a salt or value that cannot have been sealed'
    if (found !== expected) {
      return {
        depth: 'chain',
        place,
        message: `The sealed value "${name}" does not match its commitment in the body.`,
        found,
        expected: expected ?? 'no such field',
      }
    }
  }
  return undefined
}

const gap = (expected: number, found: number, place: string): Difference => ({
  depth: 'chain',
  place,
  message:
    found > expected ? 'An event is missing here.' : 'An event stands here twice, or out of its order.',
  found: `event ${found}`,
  expected: `event ${expected}`,
})

/** Which of the two was changed shows in the event after: it was linked to the hash as it first stood. */
function broken(
  stored: StoredEvent,
  next: StoredEvent | undefined,
  hash: string,
  place: string,
  sha256: Sha256,
): Difference {
  const follows = (previous: string): boolean =>
    next !== undefined && link(previous, next.body, sha256) === next.hash
  const message = follows(stored.hash)
    ? 'The body was changed, or the event before it: its hash does not follow from them, and the next event holds to it.'
    : follows(hash)
      ? 'The stored hash was changed: the body and the next event agree on another.'
      : 'The hash does not follow from the event before and the body.'
  return { depth: 'chain', place, message, found: stored.hash, expected: hash }
}

const wrongNumber = (seq: number, found: unknown, place: string): Difference => ({
  depth: 'chain',
  place,
  message: 'The body holds the number of another event.',
  found: cut(JSON.stringify(found) ?? 'no number'),
  expected: String(seq),
})

const badSealed = (text: string, place: string): Difference => ({
  depth: 'chain',
  place,
  message: 'The sealed fields are not the JSON of { name: { salt, value } }, written as JSON.stringify does.',
  found: cut(text),
})

const cut = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 120).toWellFormed()}…`)
