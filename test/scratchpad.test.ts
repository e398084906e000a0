/**
 * What is one party's alone stays there, in every condition: a number planted in a scratchpad, and one in a score
 * sheet. The record seals the one and replays without it.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Player } from '../src/negotiators/contract.ts'
import { snapshot } from '../src/protocols/snapshot.ts'
import { openEvent, sealEvent } from '../src/record/chain.ts'
import type { NegotiationEvent, Stamped } from '../src/record/events.ts'
import { sha256 } from '../src/record/hash.ts'
import { replayNegotiation } from '../src/record/replay.ts'
import { scenarioHash } from '../src/record/scenario-hash.ts'
import type { StoredEvent } from '../src/record/stored.ts'
import { type Game, makeGame } from '../src/scenario/game.ts'
import { parsePack } from '../src/scenario/pack.ts'
import { makeRenderer } from '../src/scenario/render.ts'
import { play } from '../src/study/play.ts'

const SEATS = ['ann', 'bob', 'cid'] as const
type Seat = (typeof SEATS)[number]
/** Numbers that stand nowhere by chance: in a sheet, in a reservation value, in a scratchpad. */
const SHEET = { ann: '31.3371', bob: '42.4242', cid: '53.5353' } as const
const RESERVE = { ann: '1.61803', bob: '2.71828', cid: '3.14159' } as const
const NOTE = { ann: '770011', bob: '770022', cid: '770033' } as const

interface Condition {
  readonly information: 'private' | 'common'
  readonly settings: Readonly<Record<string, unknown>>
}

function gameOf({ information, settings }: Condition): Game {
  const parties = SEATS.map(
    (id) => `
  - id: ${id}
    label: ${id.toUpperCase()}
    reservation: ${RESERVE[id]}
    points: { Site: { hill: ${SHEET[id]} }, Pace: { fast: 7 } }
    vars: { own: vars-${NOTE[id]} }${id === 'bob' ? '\n    veto: true' : ''}`,
  )
  const { scenario, problems } = parsePack({
    'scenario.yaml': `format: 1
id: sentinels
situation: a bridge
issues:
  - { id: Site, type: choice, options: [hill, shore] }
  - { id: Pace, type: choice, options: [slow, fast] }
parties:${parties.join('')}
protocol: ${JSON.stringify({ type: 'package-votes', rounds: 2, ...settings })}
information: ${information}
`,
  })
  if (!scenario) throw new Error(JSON.stringify(problems))
  return makeGame(scenario)
}

const note = (seat: Seat): string => `"scratchpad": "I think of ${NOTE[seat]} and \\"} more"`

/** Replies of every kind: sound ones, forbidden ones, and such as cannot be read. */
const REPLIES: readonly ((seat: Seat) => string)[] = [
  (seat) => `{${note(seat)}, "action": "propose", "deal": {"Site": "hill", "Pace": "slow"}}`,
  (seat) =>
    `{"action": "propose", "deal": {"Site": "shore", "Pace": "fast"}, ${note(seat)}, "message": "Here."}`,
  (seat) => `{${note(seat)}, "action": "accept", "offer_id": "P1"}`,
  (seat) => `{${note(seat)}, "action": "accept", "offer_id": "P2", "message": "Yes \\"you\\""}`,
  (seat) => `{${note(seat)}, "action": "reject", "offer_id": "P1"}`,
  (seat) => `{${note(seat)}, "action": "walk"}`,
  (seat) => `\`\`\`json\n{${note(seat)}}\n\`\`\``,
  () => '{"action": "none", "message": "Nothing noted."}',
  (seat) => `{${note(seat)}, "action": "propose", "deal": {"Site": "hill"}}`,
  (seat) => `{${note(seat)}, "action": "propose", "deal": {"Site": 1.50, "Pace": [1e2, {"a": null}]}}`,
  (seat) => `{${note(seat)}, "action": "maybe"}`,
  (seat) => `{"scratchpad": ["${NOTE[seat]}"], "action": "none"}`,
  (seat) => `{"scratchpad": ${NOTE[seat]}, "action": "none"}`,
  (seat) => `{"scratch": "${NOTE[seat]}", "action": "none"}`,
  (seat) => `{"action": "none", ${note(seat)}`,
  (seat) => `{"action": none, ${note(seat)}}`,
  (seat) => `{${note(seat)}, ${note(seat)}}`,
  (seat) => `I note ${NOTE[seat]}: {"action": "none"}`,
  (seat) => `{${note(seat)}, "message": "half \\ud83d", "action": "none"}`,
  (seat) => `{${note(seat)}, "action": "none"}\ud83d`,
  () => '',
]

const condition: fc.Arbitrary<Condition> = fc.record({
  information: fc.constantFrom('private', 'common'),
  settings: fc.record({
    scratchpad: fc.boolean(),
    chat: fc.boolean(),
    votes_seen: fc.constantFrom('all', 'own'),
    accept: fc.constantFrom('all', 'all-but-one'),
    agreement: fc.constantFrom('votes', 'sheets'),
    reject_kills: fc.boolean(),
    new_offer_withdraws: fc.boolean(),
    repairs_per_turn: fc.constantFrom(0, 1),
    strict: fc.boolean(),
  }),
})

interface Played {
  readonly game: Game
  readonly state: unknown
  readonly stored: readonly StoredEvent[]
  readonly prompts: Readonly<Record<Seat, string>>
}

/** Plays a condition by replies drawn beforehand; keeps the record, and all that each seat was shown. */
function played(given: Condition, choices: readonly number[]): Played {
  const game = gameOf(given)
  const renderer = makeRenderer(game.scenario)
  const shown: Record<Seat, string> = { ann: '', bob: '', cid: '' }
  let turn = 0
  const players = Object.fromEntries(
    SEATS.map((seat): [Seat, Player] => {
      let last = ''
      const reply = (view: Parameters<Player['reply']>[0]) => {
        shown[seat] += snapshot([view, renderer.prompt(seat, view, last), game.protocol.ask(view)])
        last = REPLIES[choices[turn++ % choices.length]!]!(seat)
        return { kind: 'text', text: last } as const
      }
      return [seat, { reply }]
    }),
  )
  const stored: StoredEvent[] = []
  const record = (event: NegotiationEvent, sealed: Readonly<Record<string, string>> = {}): void => {
    const stamped = { ...event, seq: stored.length, at: '2025-01-01T00:00:00.000Z' } as Stamped
    const salted = Object.entries(sealed).map(([name, value]) => [name, { salt: 'a'.repeat(32), value }])
    stored.push(sealEvent(stamped, stored.at(-1)?.hash ?? '0'.repeat(64), sha256, Object.fromEntries(salted)))
  }
  const { scenario, protocol, opener } = game
  record({
    type: 'negotiation.started',
    ...{ format: 1, study: 's', negotiation: 'n', scenario: scenarioHash(scenario), opener, seed: '1' },
    ...{ protocol: protocol.name, version: protocol.version, seats: { ann: 'a', bob: 'b', cid: 'c' } },
  })
  const done = play(game, players, { record })
  if ('then' in done) throw new Error('nobody waits here')
  return { game, state: done.state, stored, prompts: shown }
}

const open = (stored: readonly StoredEvent[]) => stored.map((event) => openEvent(event))

describe('in every condition', () => {
  const choices = fc.array(fc.nat(REPLIES.length - 1), { minLength: 12, maxLength: 12 })

  test('no prompt, view or question of one party holds what another wrote for itself or has in its sheet', () => {
    fc.assert(
      fc.property(condition, choices, (given, replies) => {
        const { prompts } = played(given, replies)
        for (const seat of SEATS) {
          for (const other of SEATS.filter((one) => one !== seat)) {
            expect(prompts[seat]).not.toContain(NOTE[other])
            if (given.information === 'private') {
              expect(prompts[seat]).not.toContain(SHEET[other])
              expect(prompts[seat]).not.toContain(RESERVE[other])
            }
          }
          if (prompts[seat] !== '') expect(prompts[seat]).toContain(SHEET[seat])
        }
      }),
      { numRuns: 150 },
    )
  })

  test('where chat is off no words reach anybody', () => {
    const given: Condition = { information: 'private', settings: { chat: false, repairs_per_turn: 0 } }
    const { stored, prompts } = played(given, [7])
    expect(open(stored).some(({ event }) => 'fault' in event && event.fault?.code === 'chat-off')).toBe(true)
    for (const seat of SEATS) expect(prompts[seat]).not.toContain('Nothing noted')
  })

  test('where there are scratchpads the public part of the record holds none, and replays to the same state', () => {
    fc.assert(
      fc.property(condition, choices, (given, replies) => {
        const { game, state, stored } = played(
          { ...given, settings: { ...given.settings, scratchpad: true } },
          replies,
        )
        for (const { body } of stored) {
          for (const seat of SEATS) expect(body).not.toContain(NOTE[seat])
        }
        const opened = open(stored)
        const events = opened.map(({ event }) => event as Stamped<NegotiationEvent>)
        const whole = replayNegotiation(
          events,
          game,
          opened.map(({ sealed }) => sealed),
        )
        const bare = replayNegotiation(events, game)
        expect([whole.differences, bare.differences]).toEqual([[], []])
        expect(snapshot(whole.state)).toBe(snapshot(state))
        expect(snapshot(bare.state)).toBe(snapshot(state))
      }),
      { numRuns: 150 },
    )
  })
})

describe('the record of a scratchpad', () => {
  const given: Condition = { information: 'private', settings: { scratchpad: true, repairs_per_turn: 1 } }
  const { game, stored } = played(given, [1, 10, 0, 16, 7, 2])
  const opened = open(stored)
  const events = opened.map(({ event }) => event as Stamped<NegotiationEvent>)
  const sealed = opened.map((one) => one.sealed)
  const replies = events.flatMap((event) => (event.type === 'reply.received' ? [event] : []))

  test('keeps the whole reply sealed and publishes the move', () => {
    expect(replies.slice(0, 5).map(({ text, withheld, fault }) => [text, withheld, fault?.code])).toEqual([
      [
        '{"message": "Here.", "action": "propose", "deal": {"Site": "shore", "Pace": "fast"}}',
        'part',
        undefined,
      ],
      ['{"action": "maybe"}', 'part', 'unknown-action'],
      ['{"action": "propose", "deal": {"Site": "hill", "Pace": "slow"}}', 'part', undefined],
      ['', 'whole', 'duplicate-key'],
      ['{"action": "none", "message": "Nothing noted."}', undefined, undefined],
    ])
    expect(JSON.parse(sealed[1]!.text!)).toBe(REPLIES[1]!('ann'))
    expect(sealed[5]).toEqual({})
  })

  test('tells where public part and whole do not belong together', () => {
    const changed = events.map((event, i) =>
      i === 1
        ? {
            ...event,
            text: '{"message": "There.", "action": "propose", "deal": {"Site": "shore", "Pace": "fast"}}',
          }
        : event,
    ) as typeof events
    const { differences } = replayNegotiation(changed, game, sealed)
    expect(differences.map(({ message }) => message)).toEqual([
      'The public part of the reply is another than its whole has.',
    ])
    const tries = replayNegotiation(events, game).turns.flatMap((turn) => turn.tries)
    expect(tries.map(({ leftOut }) => leftOut)).toContain(true)
  })
})
