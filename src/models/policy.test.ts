/** The classes of attempts: which may be made again, which must not. */
import { expect, test } from 'vitest'
import type { Exchange, ExchangeFailure } from './exchange.ts'
import { type AttemptClass, type AttemptCode, classify } from './policy.ts'
import {
  type Answer,
  type Decoded,
  FAILURES,
  type Failure,
  type FailureKind,
  type Stop,
} from './wire/contract.ts'

const exchange = (
  status: number | undefined,
  body = '',
  failure?: ExchangeFailure['kind'],
  ended = failure === undefined,
): Exchange => ({
  ...(status !== undefined && { received: { status, headers: {}, body: Buffer.from(body), ended } }),
  ...(failure && { failure: { kind: failure, message: '' } }),
  totalMs: 1,
  kept: {},
})
const failed = (failure: FailureKind, partial?: string): Failure => ({
  kind: 'failure',
  failure,
  message: '',
  ...(partial !== undefined && { partial: { text: partial, usage: {} } }),
})
const answer = (stop: Stop): Answer => ({ kind: 'answer', text: 'x', stop, usage: {}, items: [] })

test.each<[string, Exchange, Decoded | undefined, AttemptClass, AttemptCode]>([
  ['a reply', exchange(200, 'x'), answer('end'), 'answered', 'answered'],
  [
    'a reply that stopped for a reason we do not know',
    exchange(200, 'x'),
    answer('other'),
    'answered',
    'answered',
  ],
  ['cut off at max_tokens', exchange(200, 'x'), answer('length'), 'outcome', 'truncated'],
  ['a refusal', exchange(200, 'x'), answer('refusal'), 'outcome', 'refusal'],
  ['a content filter', exchange(400, 'x'), answer('content-filter'), 'outcome', 'content-filter'],
  ['a full context', exchange(200, 'x'), answer('context-exceeded'), 'outcome', 'context-exceeded'],
  [
    'a full context as an error',
    exchange(400, 'x'),
    failed('context-exceeded'),
    'outcome',
    'context-exceeded',
  ],
  ['a paused turn', exchange(200, 'x'), answer('paused'), 'outcome', 'paused'],
  ['a tool call', exchange(200, 'x'), answer('tool'), 'outcome', 'tool-call'],
  [
    'a whole reply, then a broken connection',
    exchange(200, 'x', 'network'),
    answer('end'),
    'answered',
    'answered',
  ],

  ['429', exchange(429, 'x'), failed('rate-limited'), 'retry-free', 'rate-limited'],
  ['529', exchange(529, 'x'), failed('overloaded'), 'retry-free', 'overloaded'],
  [
    'overloaded inside a stream, before a word',
    exchange(200, 'x'),
    failed('overloaded'),
    'retry-free',
    'overloaded',
  ],
  [
    'overloaded inside a stream, after some',
    exchange(200, 'x'),
    failed('overloaded', 'Hel'),
    'lost-reply',
    'overloaded',
  ],
  ['an error after thinking alone', exchange(200, 'x'), failed('server', ''), 'lost-reply', 'server'],
  ['500', exchange(500, 'x'), failed('server'), 'retry-free', 'server'],
  ['502, broken off', exchange(502, '<ht', 'network'), failed('server'), 'retry-free', 'server'],
  ['nobody there', exchange(undefined, '', 'network'), undefined, 'retry-free', 'network'],
  ['no answer in time', exchange(undefined, '', 'timeout'), undefined, 'retry-free', 'timeout'],
  [
    'headers and no more in time',
    exchange(200, '', 'timeout'),
    failed('stream-cut'),
    'retry-free',
    'timeout',
  ],
  [
    'headers, then a broken connection',
    exchange(200, '', 'network'),
    failed('stream-cut'),
    'retry-free',
    'stream-cut',
  ],
  ['given up without a byte', exchange(undefined, '', 'aborted'), undefined, 'retry-free', 'aborted'],

  [
    'a stream cut short',
    exchange(200, 'data', 'network'),
    failed('stream-cut', 'Hel'),
    'lost-reply',
    'stream-cut',
  ],
  [
    'a stream without its closing event',
    exchange(200, 'data'),
    failed('stream-cut'),
    'lost-reply',
    'stream-cut',
  ],
  ['half a reply in time', exchange(200, '{"co', 'timeout'), failed('stream-cut'), 'lost-reply', 'timeout'],
  ['half a reply, given up', exchange(200, '{"co', 'aborted'), failed('stream-cut'), 'lost-reply', 'aborted'],
  ['a body that is no reply', exchange(200, '<html>'), failed('unreadable'), 'lost-reply', 'unreadable'],
  ['invalid UTF-8', exchange(200, 'x'), failed('unreadable', 'Hel'), 'lost-reply', 'unreadable'],

  ['a bad request', exchange(400, 'x'), failed('bad-request'), 'halt', 'bad-request'],
  ['a bad key', exchange(401, 'x'), failed('authentication'), 'halt', 'authentication'],
  ['an unknown model', exchange(404, 'x'), failed('unknown-model'), 'halt', 'unknown-model'],
  ['no credit', exchange(429, 'x'), failed('no-quota'), 'halt', 'no-quota'],
])('%s', (_what, made, decoded, expected, code) => {
  expect(classify(made, decoded)).toEqual({ class: expected, code })
})

test('every failure has a class', () => {
  for (const failure of FAILURES) {
    expect(classify(exchange(500, 'x'), failed(failure)).class).toMatch(/^(retry-free|halt|outcome)$/)
    expect(classify(exchange(200, 'x'), failed(failure, 'some')).class).toMatch(/^(lost-reply|halt|outcome)$/)
  }
})
