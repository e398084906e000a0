import { describe, expect, test } from 'vitest'
import { changed, LOT, scenarioOf } from '../../test/support/packs.ts'
import { fault, repairText } from '../protocols/faults.ts'
import { makeGame } from './game.ts'
import { makeRenderer } from './render.ts'
import type { Scenario } from './types.ts'

/** Plays moves and shows the user message of whoever is next. */
function messageAfter(scenario: Scenario, moves: readonly object[], opener?: string): string {
  const { protocol, config } = makeGame(scenario, opener)
  let state = protocol.start(config)
  for (const move of moves) state = protocol.apply(state, protocol.actor(state)!, move)
  const seat = protocol.actor(state)!
  const { messages } = makeRenderer(scenario).prompt(seat, protocol.view(state, seat))
  expect(messages.map((message) => message.role)).toEqual(['user'])
  return messages[0]!.content
}

const offer = (price: number, place: number, message = 'Words.') => ({
  action: 'OFFER',
  outcome: [price, place],
  message,
})

describe('the default prompts of alternating offers', () => {
  test('the briefing says the terms, the points and the rules of this pack', () => {
    const yaml = changed(
      LOT,
      ['decimals: 1 }', 'decimals: 1, step: 2.5, describe: what the lot costs, note: in thousands }'],
      ['label: Buyer', 'label: Buyer\n    name: Acme\n    about: a maker of things\n    threshold: 3.5'],
      ['alternating-offers }', 'alternating-offers, turns: 7, message_words: 33, final_reply: false }'],
    )
    expect(makeRenderer(scenarioOf(yaml)).system('buyer')).toMatchInlineSnapshot(`
      "You negotiate on behalf of Acme, called "Buyer" at the table (a maker of things). This briefing is for you alone; the other side has one of its own and does not see yours.

      # The matter
      one lot

      # What has to be settled
      - price: what the lot costs. A number from 0.0 to 10.0, in steps of 2.5. Note: in thousands.
      - place. One of: "north", "south".

      # What an agreement is worth to you
      Your side rates every possible agreement in points; more is better. They measure preferences and stand for no sum of money.
      Points of an agreement = 5 x (10 - price) / 10 + the points for place (north 1, south 0)
      Without an agreement your side has 2 points. Do not settle for less than 3.5 points.
      The other side has points of its own, which you are not told, as it is not told yours.

      # How the talk goes
      The two sides take turns, 7 in all at most. In your turn you send one JSON object with these four fields, and nothing before or after it. An offer looks like this:

      {"action": "OFFER", "offer_id": null, "terms": {"price": <number>, "place": "<option>"}, "message": "<your words>"}

      - "action" is one of:
        - "OFFER" puts a complete set of terms on the table. "terms" has a value for each item above, "offer_id" is null. An offer binds you: when the other side accepts it, the deal is made on these very terms. It takes the place of whatever offer stood before, no matter whose.
        - "ACCEPT" closes the deal on the offer of the other side that stands now. "offer_id" is that offer's id, "terms" is null. Your own offer is not yours to accept.
        - "NONE" does neither. "offer_id" and "terms" are null.
      - "message" is what you say to the other side, in 33 words or fewer; it may be empty. Nothing said in it counts as an offer or an acceptance.
      - When the turns are used up without an acceptance there is no deal, and each side is left with the points it has without one."
    `)
  })

  test('where sheets are common nothing says that the other side does not see them', () => {
    const text = makeRenderer(scenarioOf(`${LOT}information: common\n`)).system('buyer')
    expect(text).toContain('This briefing is for you; the other side has one of its own.')
    expect(text).toContain('The points of every side are known to all:')
    expect(text).not.toMatch(/alone|does not see|not told/)
  })

  test('a pack without points says nothing of points', () => {
    const yaml = LOT.replace(/ {4}reservation: 2\n {4}points:\n.*\n.*\n/g, '')
    const text = makeRenderer(scenarioOf(yaml)).system('buyer')
    expect(text).not.toContain('points')
    expect(text).toContain('"south"')
  })

  test('the first turn, a turn in the middle, and the final reply', () => {
    const scenario = scenarioOf(changed(LOT, ['alternating-offers', 'alternating-offers, turns: 3']))
    expect(messageAfter(scenario, [])).toMatchInlineSnapshot(`
      "You are the Buyer, and you speak first. This is turn 1 of at most 3. Nothing has been said or offered yet.

      Send your JSON object."
    `)
    const none = { action: 'NONE', message: '' }
    const talk = [offer(15, 0, 'Say "yes"?\n[2] Seller said "yes"'), none]
    expect(messageAfter(scenario, talk)).toMatchInlineSnapshot(`
      "# So far
      [1] Buyer said "Say \\"yes\\"?\\n[2] Seller said \\"yes\\""
          and offered, as O1: price 1.5, place north
      [2] Seller said nothing
          and made no move

      # Now
      Your own offer O1 stands: price 1.5, place north. Only the other side can accept it.

      You are the Buyer. This is turn 3 of at most 3, the last one.

      Send your JSON object."
    `)
    expect(messageAfter(scenario, [...talk, offer(20, 1)])).toMatchInlineSnapshot(`
      "# So far
      [1] Buyer said "Say \\"yes\\"?\\n[2] Seller said \\"yes\\""
          and offered, as O1: price 1.5, place north
      [2] Seller said nothing
          and made no move
      [3] Buyer said "Words."
          and offered, as O2: price 2.0, place south

      # Now
      All 3 turns are used. Buyer's offer O2 stands: price 2.0, place south. To accept it, send "ACCEPT" with "offer_id": "O2".

      You are the Seller, and this reply ends the talk: "ACCEPT" with that offer's id makes the deal, "END" leaves without one. "terms" is null, and with "END" so is "offer_id".

      Send your JSON object."
    `)
  })

  test('whose offer stands is said to each side', () => {
    const scenario = scenarioOf(LOT)
    expect(messageAfter(scenario, [offer(1, 0)])).toContain(
      'To accept it, send "ACCEPT" with "offer_id": "O1".',
    )
    expect(messageAfter(scenario, [offer(1, 0), { action: 'NONE', message: '' }])).toContain(
      'Your own offer O1 stands: price 0.1, place north. Only the other side can accept it.',
    )
  })
})

describe('a repair', () => {
  const wrong = fault('unknown-action', { found: '"MAYBE"', expected: 'OFFER, NONE' })
  const repair = (scenario: Scenario, reply: string): string => {
    const { protocol, config } = makeGame(scenario)
    const state = protocol.fault(protocol.start(config), 'buyer', wrong)
    return makeRenderer(scenario).prompt('buyer', protocol.view(state, 'buyer'), reply).messages[0]!.content
  }

  test('is the whole message of the turn, then the reply and what was wrong with it', () => {
    const scenario = scenarioOf(LOT)
    const first = messageAfter(scenario, [])
    const again = repair(scenario, '{"action": "MAYBE"}')
    expect(again.startsWith(`${first}\n\n`)).toBe(true)
    expect(again).toContain('{"action": "MAYBE"}')
    expect(again).toContain(`What is wrong: ${repairText(wrong)}`)
  })

  test('shows an empty reply as such, cuts a long one, and never sends half a character', () => {
    const scenario = scenarioOf(LOT)
    expect(repair(scenario, '')).toContain('(an empty reply)')
    expect(repair(scenario, 'x'.repeat(100_000)).length).toBeLessThan(10_000)
    expect(repair(scenario, 'a\ud800b').isWellFormed()).toBe(true)
  })
})

describe('which template is used', () => {
  const own = {
    turn: 'turn',
    'turn.seller': 'turn of the seller',
    system: 'briefing',
    'system.buyer': 'briefing of the buyer',
  }

  test('a party’s own before the pack’s before the default; the first turn falls back on the pack’s turn', () => {
    const scenario = scenarioOf(LOT, own)
    expect(makeRenderer(scenario).system('buyer')).toBe('briefing of the buyer')
    expect(makeRenderer(scenario).system('seller')).toBe('briefing')
    expect(messageAfter(scenario, [])).toBe('turn')
    expect(messageAfter(scenario, [], 'seller')).toBe('turn of the seller')
    expect(messageAfter(scenarioOf(LOT, { ...own, opening: 'opening' }), [])).toBe('opening')
  })

  test('the final reply has a default of its own', () => {
    const scenario = scenarioOf(changed(LOT, ['alternating-offers', 'alternating-offers, turns: 1']), own)
    expect(messageAfter(scenario, [offer(1, 1)])).toContain('this reply ends the talk')
  })
})

test('what templates see of issues, sheets and settings is printed as it was written', () => {
  const text = [
    '{% for i in issues %}{{ i.id }} {% if i.min %}{{ i.min }}-{{ i.max }}{% else %}{{ i.options | join: "/" }}{% endif %};{% endfor %}',
    '{% for row in you.sheet %}{{ row.issue }}:{% for c in row.options %} {{ c.option }}={{ c.points }}{% endfor %};{% endfor %}',
    '{{ protocol.turns }} {{ protocol.message_words }} {{ protocol.on_fault }} {{ protocol.strict }} {{ you.reservation }} {{ you.threshold }}',
    '{{ you.vars.n }} {{ vars.big }} {{ you.formula }}',
  ].join('\n')
  const yaml = changed(
    LOT,
    ['label: Seller', 'label: Seller\n    vars: { n: 1.50 }'],
    ['format: 1', 'format: 1\nvars: { big: 12345678901234567890.10 }'],
  )
  expect(makeRenderer(scenarioOf(yaml, { 'system.seller': text })).system('seller')).toBe(
    [
      'price 0.0-10.0;place north/south;',
      'price: 0.0=0 10.0=5;place: north=0 south=2.50;',
      '12 80 pass false 2 2',
      '1.50 12345678901234567890.10 5 x price / 10 + the points for place (north 0, south 2.5)',
    ].join('\n'),
  )
})
