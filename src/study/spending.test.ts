import { expect, test } from 'vitest'
import { exactText, rational } from '../core/rational.ts'
import { costText } from '../models/cost.ts'
import { negotiatorSpec } from '../negotiators/registry.ts'
import type { CallAnswered, CallFailed, CallSent, NegotiationEvent } from '../record/events.ts'
import { makePricer } from './pricing.ts'
import { type Spent, spentIn, sumBy, sumUp } from './spending.ts'

const specs = {
  opus: negotiatorSpec.parse({ provider: 'anthropic', model: 'claude-opus-5', params: { max_tokens: 1000 } }),
  own: negotiatorSpec.parse({ provider: 'openai-chat', model: 'own', base_url: 'http://localhost:1/v1' }),
  clock: negotiatorSpec.parse({ script: 'linear' }),
}

const place = (attempt: number, seat = 'buyer') => ({ seat, turn: 1, repair: 0, attempt })
const sent = (attempt: number, seat = 'buyer', more: Partial<CallSent> = {}): CallSent => ({
  ...{ type: 'call.sent', ...place(attempt, seat), provider: 'anthropic', model: 'claude-opus-5' },
  ...{ path: '/v1/messages', bytes: 4000, sha256: '', ...more },
})
const response = { status: 200, headers: {}, complete: true, encoding: 'utf-8' } as const
const answered = (attempt: number, usage: CallAnswered['usage'], seat = 'buyer'): CallAnswered => ({
  ...{ type: 'call.answered', ...place(attempt, seat), ...response, stop: 'end', usage, totalMs: 1 },
})
const failed = (attempt: number, more: Partial<CallFailed>): CallFailed => ({
  ...{ type: 'call.failed', ...place(attempt), failure: 'network', lost: false, totalMs: 1, ...more },
})

const spent = (events: NegotiationEvent[], seats = { buyer: 'opus', seller: 'clock' }): Spent[] =>
  spentIn(events, seats, specs, makePricer())

/** 5,000 of input at $5 and 1,000 of output at $25 a million. */
const WORST = '0.05'
const mostOf = (events: NegotiationEvent[]) => {
  const { usd } = sumUp(spent(events)).most
  return usd && exactText(usd)
}

test('a call that was sent and has no end counts at its worst, by a kill or told lost by the next run', () => {
  expect(mostOf([sent(1)])).toBe(WORST)
  expect(mostOf([sent(1), { type: 'call.lost', ...place(1) }])).toBe(WORST)
  expect(sumUp(spent([sent(1)]))).toMatchObject({ attempts: 1, lost: 1, tokens: { untold: 1 } })
})

test('no answer at all counts at its worst; an error, or a server that was not reached, for nothing', () => {
  expect(mostOf([sent(1), failed(1, { failure: 'timeout' })])).toBe(WORST)
  expect(mostOf([sent(1), failed(1, { code: 'ECONNRESET' })])).toBe(WORST)
  expect(mostOf([sent(1), failed(1, { code: 'ECONNREFUSED' })])).toBe('0')
  expect(mostOf([sent(1), failed(1, { failure: 'rate-limited', status: 429 })])).toBe('0')
  // Overloaded, said inside a stream that came to its end; and a stream that broke off before its first event.
  const inside = { failure: 'overloaded', status: 200, complete: true } as const
  expect(mostOf([sent(1), failed(1, inside)])).toBe('0')
  expect(mostOf([sent(1), failed(1, { failure: 'network', status: 200, complete: false })])).toBe(WORST)
  expect(mostOf([sent(1), failed(1, { failure: 'stream-cut', status: 200, lost: true })])).toBe(WORST)
})

test('attempts of one move are told apart, and what was told before a cut is a lower bound', () => {
  const partial = { input: 3000, cacheRead: 0, cacheWrite: 0, output: 1 }
  const full = { input: 3000, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 200, thinking: 150 }
  const all = spent([
    sent(1),
    failed(1, { failure: 'stream-cut', status: 200, lost: true, usage: partial }),
    sent(2),
    answered(2, full),
  ])
  const sum = sumUp(all)
  expect(sum).toMatchObject({ attempts: 2, answered: 1, retries: 1, lost: 1, unanswered: 0, redrawn: 1 })
  expect(sum.tokens.kinds).toMatchObject({ input: 6000, output: 201, thinking: 150 })
  expect(costText(sum.cost)).toBe('at least $0.0350')
  expect(sum.most.usd!.equals(rational(5, 100).add(rational(2, 100)))).toBe(true)
  expect(sum.most.tokens).toBe(6000 + 3200)
})

test('an unknown price leaves the cost unknown and the tokens known', () => {
  const own = { provider: 'openai-chat', model: 'own' } as const
  const all = spent(
    [
      sent(1),
      answered(1, { input: 10, cacheRead: 0, cacheWrite: 0, cacheWriteLong: 0, output: 5 }),
      sent(1, 'seller', own),
      answered(1, { input: 7, output: 3 }, 'seller'),
    ],
    { buyer: 'opus', seller: 'own' },
  )
  const by = sumBy(all, ({ model }) => model)
  expect([...by.keys()]).toEqual(['claude-opus-5', 'own'])
  expect(costText(by.get('own')!.cost)).toBe('unknown')
  expect(by.get('own')!.tokens.kinds).toMatchObject({ input: 7, output: 3 })
  expect(by.get('own')!.most).toEqual({ tokens: 10 })
  expect(costText(sumUp(all).cost)).toBe('at least $0.000175')
})
