import { describe, expect, test } from 'vitest'
import { scenarioOf } from '../../test/support/packs.ts'
import { fault } from '../protocols/faults.ts'
import { makeBrief } from './brief.ts'
import { staticContext } from './context.ts'
import { makeGame } from './game.ts'
import { parsePack } from './pack.ts'
import { makeRenderer } from './render.ts'

/** Numbers and words that appear nowhere by chance. */
const SECRETS = {
  buyer: ['31.337', '41.414', '77.771', '88.883', 'buyer-secret'],
  seller: ['32.338', '42.424', '66.661', '99.997', 'seller-secret'],
} as const

const pack = (information: string): string => `format: 1
id: secrets
situation: a lot
issues:
  - { id: price, type: number, min: 0, max: 10, decimals: 2 }
  - { id: place, type: choice, options: [north, south] }
parties:
  - id: buyer
    label: Buyer
    reservation: 31.337
    threshold: 41.414
    points: { price: { 0: 77.771, 10: 0 }, place: { north: 88.883 } }
    vars: { secret: buyer-secret }
  - id: seller
    label: Seller
    reservation: 32.338
    threshold: 42.424
    points: { price: { 0: 0, 10: 66.661 }, place: { south: 99.997 } }
    vars: { secret: seller-secret }
protocol: { type: alternating-offers, turns: 4 }
information: ${information}
`

/** Prints everything that a template can reach. */
const EVERYTHING = `{{ you | json }} {{ parties | json }} {{ issues | json }} {{ situation }} {{ protocol | json }} {{ information }} {{ vars | json }}`
const TURN = `${EVERYTHING} {{ turn }} {{ turns_left }} {{ record | json }} {{ standing | json }} {{ offers | json }}`
const templates = {
  system: EVERYTHING,
  turn: TURN,
  final: TURN,
  repair: `${TURN} {{ reply }} {{ fault | json }}`,
}

/** Every prompt that each seat is sent in a talk with offers, faults, a lost turn and a final reply. */
function prompts(scenario: ReturnType<typeof scenarioOf>): Record<string, string> {
  const renderer = makeRenderer(scenario)
  const { protocol, config } = makeGame(scenario)
  const seen: Record<string, string> = { buyer: '', seller: '' }
  let state = protocol.start(config)
  const look = (reply?: string): string => {
    const seat = protocol.actor(state)!
    const { system, messages } = renderer.prompt(seat, protocol.view(state, seat), reply)
    seen[seat] += `${system}\n${messages.map((message) => message.content).join('\n')}`
    return seat
  }
  for (let turn = 1; turn <= 4; turn++) {
    const seat = look()
    state = protocol.fault(state, seat, fault('empty'))
    look('a faulty reply')
    const offer = { action: 'OFFER', outcome: [100 * turn, turn % 2], message: `words of turn ${turn}` }
    state = turn === 2 ? protocol.fault(state, seat, fault('empty')) : protocol.apply(state, seat, offer)
  }
  look()
  return seen
}

describe.each([
  ['default templates', {}],
  ['templates that print all they can reach', templates],
])('%s', (_, own) => {
  test('under private information no prompt of one party holds what is the other’s', () => {
    const seen = prompts(scenarioOf(pack('private'), own))
    for (const secret of SECRETS.seller) expect(seen.buyer).not.toContain(secret)
    for (const secret of SECRETS.buyer) expect(seen.seller).not.toContain(secret)
    expect(seen.buyer).toContain(SECRETS.buyer[0])
    expect(seen.seller).toContain(SECRETS.seller[0])
  })

  test('under common information the points are for all, and a party’s own variables still are not', () => {
    const seen = prompts(scenarioOf(pack('common'), own))
    for (const secret of [SECRETS.seller[0], SECRETS.seller[2], SECRETS.seller[3]])
      expect(seen.buyer).toContain(secret)
    expect(seen.buyer).not.toContain('seller-secret')
    expect(seen.seller).not.toContain('buyer-secret')
  })
})

test('a template cannot ask for the other side’s points under private information', () => {
  for (const name of ['reservation', 'threshold', 'sheet', 'formula', 'vars', 'utility']) {
    const { problems } = parsePack({
      'scenario.yaml': pack('private'),
      'prompts/turn.liquid': `{{ parties[1].${name} }}`,
    })
    expect(problems.map(({ found }) => found)).toEqual([`parties.1.${name}`])
  }
})

test('the observer has no seat and sees no points', () => {
  const text = JSON.stringify(staticContext(scenarioOf(pack('private'))))
  for (const secret of [...SECRETS.buyer, ...SECRETS.seller]) expect(text).not.toContain(secret)
})

test('a brief holds the other party whole only where information is common', () => {
  const closed = makeBrief(scenarioOf(pack('private')), 'buyer')
  expect(closed.open).toEqual([])
  expect(closed.parties.map((party) => Object.keys(party))).toEqual(
    Array(2).fill(['id', 'label', 'name', 'about', 'veto']),
  )
  expect(makeBrief(scenarioOf(pack('common')), 'buyer').open.map((party) => party.id)).toEqual(['seller'])
  expect(() => makeBrief(scenarioOf(pack('private')), 'nobody')).toThrow(RangeError)
})
