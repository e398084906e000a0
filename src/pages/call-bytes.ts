/** The exact bytes of one attempt at calling a model, put together again from what the record keeps. */
import { wireOf } from '../models/wire/registry.ts'
import type { OpenedEvent } from '../record/chain.ts'
import { applyDelta, readDelta } from '../record/delta.ts'
import type { CallAnswered, CallFailed } from '../record/events.ts'
import type { Sha256 } from '../record/hash.ts'
import { decodeRecorded } from '../record/response.ts'
import { given } from './figure.ts'
import type { CallBytes } from './types.ts'

/** `sent`: the number of its `call.sent` in the stream. Undefined where there is none of that number. */
export function callBytes(
  events: readonly OpenedEvent[],
  sent: number,
  sha256: Sha256,
): CallBytes | undefined {
  const asked = events[sent]?.event
  if (asked?.type !== 'call.sent') return undefined
  const { seat, turn, repair, attempt, provider, model, path, bytes } = asked
  const request = requestOf(events, sent, seat)
  const end = endOf(events, sent)
  return given({
    kind: 'call' as const,
    ...{ seat, turn, repair, attempt, provider, model, path, bytes, sha256: asked.sha256 },
    sentAt: asked.at,
    request,
    exact: request === undefined ? undefined : sha256(request) === asked.sha256,
    status: end?.event.status,
    headers: end?.event.headers,
    response: end?.sealed.response,
    responseEncoding: end?.event.encoding,
    reply: end && replyOf(provider, end),
    usage: end?.event.usage && { ...end.event.usage },
    failure: failureOf(end),
  })
}

/** Bodies are kept as changes of the seat's body before. */
function requestOf(events: readonly OpenedEvent[], sent: number, seat: string): string | undefined {
  let body = ''
  for (const { event, sealed } of events.slice(0, sent + 1)) {
    if (event.type !== 'call.sent' || event.seat !== seat) continue
    const delta = sealed.request === undefined ? undefined : readDelta(sealed.request)
    if (!delta) return undefined
    try {
      body = applyDelta(body, delta)
    } catch {
      return undefined
    }
  }
  return body
}

type End = OpenedEvent<CallAnswered | CallFailed>

/** What came of it, where the record says so. */
function endOf(events: readonly OpenedEvent[], sent: number): End | undefined {
  const asked = events[sent]!.event as { readonly seat: string; readonly attempt: number }
  for (const opened of events.slice(sent + 1)) {
    const { event } = opened
    if (!('attempt' in event) || event.seat !== asked.seat) continue
    if (event.type === 'call.sent') return undefined
    return event.type === 'call.lost' ? undefined : (opened as End)
  }
  return undefined
}

function replyOf(provider: Parameters<typeof wireOf>[0], { event, sealed }: End): string | undefined {
  const decoded = decodeRecorded(wireOf(provider), event, sealed.response)
  if (decoded?.kind === 'answer') return decoded.text
  return decoded?.kind === 'failure' ? decoded.partial?.text : undefined
}

function failureOf(end: End | undefined): string | undefined {
  if (end?.event.type !== 'call.failed') return undefined
  const { failure, code } = end.event
  const words = end.sealed.message
  return [failure, code, words].filter((part) => part !== undefined).join(': ')
}
