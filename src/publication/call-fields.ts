/** What the fields of public-calls.jsonl mean. */
import type { CallLine } from './call-lines.ts'

export const CALL_FIELDS: Readonly<Record<keyof CallLine, string>> = {
  negotiation: 'The id of the negotiation.',
  seat: 'The party whose turn it was.',
  negotiator: 'Who played it.',
  turn: 'The turn, from 1.',
  repair: '0 for the first try of a turn; a repair counts up.',
  attempt: 'The attempt at this reply, from 1.',
  sent: "The number of its call.sent in the negotiation's stream.",
  ended: 'The number of the event that says what came of it; null where the record does not say.',
  provider: "The provider, by Parley's name for its API.",
  model: 'The model that was asked for.',
  elsewhere: "The variable that sent it to another server than the provider's own; missing where none did.",
  path: "The address below the provider's own.",
  request_sha256: 'The hash of the bytes that were sent, as the chained record holds it.',
  request_complete:
    'Whether `request` is exactly what was sent; false where an earlier reply in it held thinking, ids or a scratchpad.',
  request: 'The request body.',
  result: 'answered, failed, lost (a reply was under way) or open (the record does not say).',
  response:
    'What came, without ids and thinking: the text, why it stopped, tokens, the model and tier that the provider named, milliseconds; of a failure its kind.',
}
