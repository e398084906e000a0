/** Talks in the record: any talk replays to itself at every depth that it has, and a change of it shows. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventsOf, seal, stamp } from '../../test/sample-record.ts'
import { scenarioOf } from '../../test/support/packs.ts'
import { NO, ODD, YES } from '../../test/support/talk.ts'
import { isObserver } from '../protocols/seats.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { checkChain } from './chain.ts'
import type { NegotiationEvent, NegotiationStarted, StudyEvent } from './events.ts'
import { sha256 } from './hash.ts'
import { Play } from './play.ts'
import { endRecord, kept, submissionLabel } from './read.ts'
import { replayNegotiation } from './replay.ts'
import { scenarioHash } from './scenario-hash.ts'
import { Verifier } from './verify.ts'

const scenarioWith = (protocol: string) =>
  scenarioOf(
    `format: 1
id: orange
situation: an orange
parties:
  - { id: ann, label: Ann }
  - { id: bob, label: Bob }
protocol: { type: free-talk, ${protocol} }
observer:
  closes: agreed
  fields: { agreed: boolean, kind: [full, half, none], who: text, sure: { min: 0, max: 1 } }
`,
    { system: 'Talk.' },
  )

const SEATS = { ann: 'a', bob: 'b', observer: 'o' }

/** Plays by a list of what happens, and gives the events that a run would write. */
function record(game: Game, moves: readonly string[]): NegotiationEvent[] {
  const play = new Play(game)
  const [start] = eventsOf(game, 'n', [], SEATS) as [NegotiationStarted]
  const events: NegotiationEvent[] = [
    { ...start, ...(game.audit === undefined ? {} : { audit: game.audit }) },
  ]
  for (let i = 0; play.mover !== undefined; i++) {
    const seat = play.mover
    const view = play.view(seat)
    const { turn, repair } = view
    const what = moves[i % moves.length]!
    if (what === 'absent' && isObserver(seat)) {
      play.absent(seat, 'lost')
      events.push({ type: 'seat.absent', seat, turn, code: 'lost' })
      continue
    }
    const words = what === 'fault' ? '' : `Words ${i}.`
    const reading = what === 'fault' ? ODD : what === 'yes' ? YES : NO
    const text = isObserver(seat) ? reading : words
    const checked = play.reply(text, view, events.length)
    const claim = checked.ok ? { read: submissionLabel(play.state) } : { fault: checked.fault }
    events.push({ type: 'reply.received', seat, turn, repair, text, ...claim })
  }
  return [...events, { type: 'negotiation.ended', end: endRecord([], play.end!) }]
}

const moves = fc.array(fc.constantFrom('yes', 'no', 'no', 'fault', 'absent'), { minLength: 1, maxLength: 15 })
const protocols = fc.constantFrom(
  'turns: 6',
  'turns: 6, confirm: { readings: 3, needed: 2 }',
  'turns: 5, repairs_per_turn: 0, on_fault: end',
)

/** A record of one talk, whole: the study's own stream and the talk's. */
function whole(game: Game, talk: readonly NegotiationEvent[]) {
  const { scenario, protocol, audit } = game
  const stored = seal(talk)
  const study: StudyEvent[] = [
    {
      type: 'study.created',
      format: 1,
      study: 'sample',
      title: 'A talk',
      seed: 's',
      scenario: scenarioHash(scenario),
      pack: scenario.files,
      negotiators: { a: {}, b: {}, o: {} },
      assignments: [{ id: 'n', block: 1, position: 1, pairing: 'P', opener: 'ann', seats: SEATS }],
      ...(audit === undefined ? {} : { audit }),
      protocol: protocol.name,
      version: protocol.version,
      parley: '0',
      node: '0',
    },
    { type: 'negotiation.closed', negotiation: 'n', events: stored.length, head: stored.at(-1)!.hash },
  ]
  return { study: seal(study), stored }
}

test('any talk, audited or not, replays to itself and passes as a record', () => {
  fc.assert(
    fc.property(protocols, moves, fc.option(fc.boolean(), { nil: undefined }), (protocol, list, audit) => {
      const game = makeGame(scenarioWith(protocol), 'ann', { audit })
      const events = record(game, list)
      const replayed = replayNegotiation(stamp(events), game)
      expect(replayed.differences).toEqual([])
      expect(replayed.closed).toBe(true)
      const readings = replayed.turns.flatMap((turn) => turn.readings ?? [])
      expect(readings.map(({ reading }) => reading)).toEqual([...kept(replayed.state).readings!])
      expect(replayed.turns.map(({ entry }) => entry)).toEqual([...kept(replayed.state).record])
      const { study, stored } = whole(game, events)
      const verifier = new Verifier(study, sha256)
      verifier.negotiation('n', stored)
      verifier.finish()
      expect(verifier.results().map(({ status, differences }) => [status, differences])).toEqual([
        ['passed', []],
        ['passed', []],
        ['not-applicable', []],
      ])
    }),
    { numRuns: 60 },
  )
})

describe('a talk that was closed and audited', () => {
  const game = makeGame(scenarioWith('turns: 4'), 'ann', { audit: true })
  const events = record(game, ['no', 'no', 'yes', 'no', 'fault', 'no', 'no', 'absent'])

  test('keeps its close, and holds what was read after it', () => {
    expect(events.at(-1)).toMatchObject({ end: { kind: 'settled', turn: 2, by: 'observer', type: 'full' } })
    const { state } = replayNegotiation(stamp(events), game)
    expect(
      kept(state)
        .readings!.slice()
        .map(({ turn, agreed, missing }) => [turn, agreed ?? missing]),
    ).toEqual([
      [2, true],
      [3, false],
      [4, 'absent'],
    ])
    expect(kept(state).closed).toMatchObject({ turn: 2 })
    expect(events.map((event) => ('read' in event ? event.read : event.type))).toEqual([
      'negotiation.started',
      'SAY',
      'SAY',
      'AGREED full',
      'SAY',
      'reply.received',
      'NOT AGREED',
      'SAY',
      'seat.absent',
      'negotiation.ended',
    ])
  })

  test('is no record of a talk without audit, nor of one that the scenario has audited', () => {
    const other = makeGame(scenarioWith('turns: 4'), 'ann')
    const { differences, started } = replayNegotiation(stamp(events), other)
    expect(started).toBe(false)
    expect(differences).toMatchObject([
      { message: 'It was played with another audit.', found: 'true', expected: 'nothing' },
    ])
  })

  test('whose words were changed in one letter fails at the chain, and its readings at the rules', () => {
    const { study, stored } = whole(game, events)
    const check = (change: (body: string) => string) => {
      const verifier = new Verifier(study, sha256)
      const changed = stored.map((one) => ({ ...one, body: change(one.body) }))
      verifier.negotiation('n', changed)
      return verifier.results().map(({ status }) => status)
    }
    expect(check((body) => body)).toEqual(['passed', 'passed', 'not-applicable'])
    expect(check((body) => body.replace('Words 0.', 'Words O.'))).toEqual([
      'failed',
      'passed',
      'not-applicable',
    ])
    expect(check((body) => body.replace('\\"agreed\\": true', '\\"agreed\\": false'))).toEqual([
      'failed',
      'failed',
      'not-applicable',
    ])
    expect(checkChain(stored, sha256)).toBeUndefined()
  })
})
