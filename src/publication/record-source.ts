/** A publication's source from the record itself: what is sealed stays here, but for what is opened. */

import { wireOf } from '../models/wire/registry.ts'
import { openEvent } from '../record/chain.ts'
import type { CallAnswered, CallSent, NegotiationEvent, Stamped } from '../record/events.ts'
import { decodeRecorded } from '../record/response.ts'
import { readSealed } from '../record/sealed.ts'
import { STUDY } from '../record/verify.ts'
import type { RecordReader, StoredEvent } from '../store/contract.ts'
import type { Opening } from './opening.ts'
import type { Negotiation, Source } from './source.ts'

/** `study`: the study's own stream as far as it is published. */
export async function recordSource(
  reader: RecordReader,
  study: readonly StoredEvent[],
  opening: Opening,
): Promise<Source> {
  const left = new Set((await reader.streams()).map(({ stream }) => stream).filter((name) => name !== STUDY))
  const take = async (id: string): Promise<Negotiation> => {
    left.delete(id)
    const stored = await reader.read(id)
    const texts = unreadTexts(stored)
    return {
      id,
      stored: stored.map((event) => opening.published(id, event)),
      unread: (seq) => texts.get(seq),
    }
  }
  return {
    study: study.map((event) => opening.published(STUDY, event)),
    negotiation: async (id) => (left.has(id) ? take(id) : undefined),
    async *rest() {
      for (const id of [...left]) yield take(id)
    },
  }
}

/** The texts of answers that became no reply: cut off, refused, or the last that a killed run had received. */
function unreadTexts(stored: readonly StoredEvent[]): Map<number, string> {
  const texts = new Map<number, string>()
  const sent = new Map<string, CallSent>()
  const open = new Map<string, { seq: number; event: Stamped<CallAnswered>; sealed: string }>()
  for (const one of stored) {
    // Most events are of no concern here, and reading them all as JSON costs more than the rest.
    if (one.sealed === undefined && !one.body.includes('"reply.received"')) continue
    const event = openEvent(one).event as Stamped<NegotiationEvent>
    if (event.type === 'call.sent') sent.set(event.seat, event)
    if (event.type === 'call.answered') {
      open.set(event.seat, { seq: event.seq, event, sealed: one.sealed ?? '{}' })
    }
    if (event.type === 'reply.received') open.delete(event.seat)
    if (event.type === 'call.sent') {
      const before = open.get(event.seat)
      if (before) decode(before, sent.get(event.seat)!, texts)
      open.delete(event.seat)
    }
  }
  for (const [seat, answer] of open) decode(answer, sent.get(seat)!, texts)
  return texts
}

function decode(
  { seq, event, sealed }: { seq: number; event: CallAnswered; sealed: string },
  sent: CallSent,
  texts: Map<number, string>,
): void {
  const response = readSealed(sealed)?.response?.value
  const decoded = decodeRecorded(wireOf(sent.provider), event, response)
  if (decoded?.kind === 'answer') texts.set(seq, decoded.text)
}
