/** Replay against a bare JSON.parse of the same events: the chain alone, and the rules with it. */

import { makeNegotiator, negotiatorSpec } from '../src/negotiators/registry.ts'
import { type Body, checkChain, GENESIS, sealEvent } from '../src/record/chain.ts'
import type { NegotiationEvent, Stamped } from '../src/record/events.ts'
import { FORMAT } from '../src/record/events.ts'
import { openStream } from '../src/record/open.ts'
import { endRecord, pointsRecord } from '../src/record/read.ts'
import { replayNegotiation } from '../src/record/replay.ts'
import { scenarioHash } from '../src/record/scenario-hash.ts'
import { makeBrief } from '../src/scenario/brief.ts'
import { loadScenario } from '../src/scenario/folder.ts'
import { type Game, makeGame } from '../src/scenario/game.ts'
import { scoreEnd } from '../src/scenario/score.ts'
import type { StoredEvent } from '../src/store/contract.ts'
import { nodeSha256 } from '../src/store/node-hash.ts'
import { play } from '../src/study/play.ts'
import { compare, type Row } from './harness.ts'

const NEGOTIATIONS = 60

export default async function (): Promise<Row[]> {
  const scenario = await loadScenario('scenarios/concert-tickets')
  const game = makeGame(scenario)
  const streams = await Promise.all(
    Array.from({ length: NEGOTIATIONS }, (_, i) => playOne(game, `bench-${i}`)),
  )
  const bodies = streams.flat().map(({ body }) => body)
  const baseline = {
    name: 'JSON.parse of the same events',
    run: () => {
      for (const body of bodies) JSON.parse(body)
    },
  }
  const count = bodies.length
  const note = `${NEGOTIATIONS} scripted negotiations, ${count} events, ${Math.round(bodies.join('').length / count)} characters each`
  const chain = (): void => {
    for (const stream of streams) {
      if (checkChain(stream, nodeSha256)) throw new Error('the chain must hold')
    }
  }
  const rules = (stream: readonly StoredEvent[], bodies?: readonly Body[]): void => {
    const { events } = openStream<NegotiationEvent>(stream, 'bench', bodies)
    const { differences, closed } = replayNegotiation(events, game)
    if (differences.length > 0 || !closed) throw new Error('the rules must agree')
  }
  const both = (): void => {
    for (const stream of streams) {
      const bodies: Body[] = []
      if (checkChain(stream, nodeSha256, GENESIS, 'bench', bodies)) throw new Error('the chain must hold')
      rules(stream, bodies)
    }
  }
  const shared = { unit: 'events/s', count, baseline, warmup: 6, roundMs: 250, note }
  return [
    await compare({ ...shared, what: 'Replay, the chain', ours: chain, bound: { atLeast: 0.3 } }),
    await compare({
      ...shared,
      what: 'Replay, the rules with the chain',
      ours: both,
      bound: { atLeast: 0.1 },
    }),
    await compare({
      ...shared,
      what: 'Replay, the rules alone',
      ours: () => {
        for (const stream of streams) rules(stream)
      },
    }),
  ]
}

/** Plays one negotiation of scripts that speak, and stores its events as a run would. */
async function playOne(game: Game, id: string): Promise<StoredEvent[]> {
  const { scenario, protocol, opener } = game
  const negotiator = makeNegotiator('trader', negotiatorSpec.parse({ script: 'frequency', exponent: 0.2 }))
  const parties = scenario.parties.map((party) => party.id)
  const stored: StoredEvent[] = []
  const record = (event: NegotiationEvent): void => {
    const seq = stored.length
    const at = `2026-01-01T00:00:00.${String(seq).padStart(3, '0')}Z`
    stored.push(sealEvent({ ...event, seq, at } as Stamped, stored.at(-1)?.hash ?? GENESIS, nodeSha256))
  }
  record({
    type: 'negotiation.started',
    format: FORMAT,
    study: 'bench',
    negotiation: id,
    scenario: scenarioHash(scenario),
    protocol: protocol.name,
    version: protocol.version,
    opener,
    seats: Object.fromEntries(parties.map((party) => [party, 'trader'])),
    seed: id,
  })
  const players = Object.fromEntries(
    parties.map((party) => [party, negotiator.sit(makeBrief(scenario, party), id)]),
  )
  const { state } = await play(game, players, { record })
  const end = protocol.outcome(state)
  if (!end) throw new Error('a played negotiation must end')
  const points = scoreEnd(scenario, end)
  record({
    type: 'negotiation.ended',
    end: endRecord(scenario.issues, end),
    ...(points ? { points: pointsRecord(points) } : {}),
  })
  return stored
}
