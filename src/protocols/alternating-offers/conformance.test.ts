import { describe, expect, test } from 'vitest'
import { choices, DAYS, DELIVERY, game, PRICE } from '../../../test/support/offers.ts'
import { conformance } from '../conformance.ts'
import { alternatingOffers, type Config } from './index.ts'

const checks = conformance({
  protocol: alternatingOffers,
  configs: {
    'the usual rules': game([PRICE, DAYS, DELIVERY]),
    'few outcomes': game([DAYS, DELIVERY], { turns: 6 }),
    'one turn': game([DELIVERY], { turns: 1 }),
    'no final reply, no repair': game([choices(3)], { turns: 5, final_reply: false, repairs_per_turn: 0 }),
    'two repairs, then the end': game([choices(2)], { repairs_per_turn: 2, on_fault: 'end', strict: true }),
    'interrupted by faults': game([PRICE], { turns: 4, on_fault: 'interrupt' }),
    'a space too large for a number': game(
      Array.from({ length: 8 }, (_, k) => ({ ...PRICE, id: `price ${k}` })),
      { turns: 3 },
    ),
  },
  seats: ['buyer', 'seller'],
  bound: (config: Config) => config.turns + (config.finalReply ? 1 : 0),
  repairs: (config: Config) => config.repairs,
  say: (submission, message) => ({ ...submission, message }),
  shared: (state, view) => [
    [state.record, view.record],
    [state.config, view.config],
    [state.standing, view.standing],
  ],
})

describe('alternating offers keep to the contract', () => {
  expect(checks.length).toBeGreaterThan(9)
  for (const { name, run } of checks) test(name, run)
})
