/**
 * Scripted negotiations and offers a second, without and with the record on disk, beside a bare loop that keeps no
 * events; what words and text cost.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Random, randomOf } from '../src/core/random.ts'
import type { Player } from '../src/negotiators/contract.ts'
import { stanceOf } from '../src/negotiators/scripts/stance.ts'
import { aspiration } from '../src/negotiators/scripts/time-dependent.ts'
import { kept } from '../src/record/read.ts'
import type { Scenario } from '../src/scenario/types.ts'
import { negotiationSeed } from '../src/study/design.ts'
import type { Study } from '../src/study/load.ts'
import { type Played, play } from '../src/study/play.ts'
import { runStudy } from '../src/study/run.ts'
import { seatPlayers } from '../src/study/table.ts'
import { type BareParty, bareConcert, bareListed, bareNegotiation } from './bare-loop.ts'
import { compare, type Row } from './harness.ts'
import { concert, scenarioOf, studyOf } from './play-support.ts'

const EXPONENT = 0.2
const TURNS = 12

/** Three issues of ten options, points drawn once. */
const random = randomOf('bench', 'play')
const TABLES = ['a', 'b'].map(() =>
  [0, 1, 2].map(() => Array.from({ length: 10 }, () => random.int(0, 1000) / 10)),
)
const options = Array.from({ length: 10 }, (_, k) => `option ${k}`)
const FLOOR = 60
const listed = (): Scenario =>
  scenarioOf(
    JSON.stringify({
      format: 1,
      id: 'thousand',
      title: 'A thousand outcomes',
      situation: 'Two sides agree on three things.',
      issues: [0, 1, 2].map((i) => ({ id: `issue_${i}`, type: 'choice', options })),
      parties: ['a', 'b'].map((id, p) => ({
        id,
        label: id.toUpperCase(),
        name: id,
        about: 'a side',
        reservation: FLOOR,
        points: Object.fromEntries(
          [0, 1, 2].map((i) => [
            `issue_${i}`,
            Object.fromEntries(options.map((o, k) => [o, TABLES[p]![i]![k]])),
          ]),
        ),
      })),
      protocol: { type: 'alternating-offers', turns: TURNS },
      information: 'private',
    }),
  )

const SILENT = { script: 'boulware', exponent: EXPONENT, speech: 'none' }
const SPEAKING = { script: 'boulware', exponent: EXPONENT }

/** Plays every assignment without a record; returns how many offers were made. */
function playSilently(study: Study, change: (player: Player) => Player = (player) => player): number {
  let offers = 0
  for (const assignment of study.assignments) {
    const players = seatPlayers(study, assignment)
    const changed = Object.fromEntries(
      Object.entries(players).map(([seat, player]) => [seat, change(player)]),
    )
    const { state } = play(study.game(assignment.opener), changed) as Played
    offers += kept(state).record.length - 1
  }
  return offers
}

/**
 * The bare loop by the scripts' own decision rule: the same demands, the same outcomes just worth them, the same
 * draws; its state is the standing offer and a plain list of outcomes. Gives the very offers that play gives.
 */
function playBare(study: Study): number[][][] {
  const { scenario, seed } = study
  const [first, second] = scenario.parties.map(({ id }) => id) as [string, string]
  const stances = Object.fromEntries([first, second].map((seat) => [seat, stanceOf(study.brief(seat))]))
  const curve = { exponent: EXPONENT, start: 0, keep: 0 }
  return study.assignments.map((assignment) => {
    const words = negotiationSeed(seed, assignment)
    const directionOf = (seat: string) =>
      stances[seat]!.space.direction(randomOf(words, seat, 'direction'), SKEW)
    const directions = { [first]: directionOf(first), [second]: directionOf(second) }
    const offers: (readonly number[])[] = []
    let standing: readonly number[] | undefined
    for (let turn = 1; turn <= TURNS; turn++) {
      const seat = (turn % 2 === 1) === (assignment.opener === first) ? first : second
      const stance = stances[seat]!
      const target = aspiration(stance, curve, (turn - 1) / (TURNS - 1))
      const planned = stance.space.near(target, drawnLate(words, seat, turn), directions[seat]!)
      const { utility } = stance
      if (standing && utility.scaled(standing) >= Math.max(stance.floor, utility.scaled(planned))) break
      offers.push(planned)
      standing = planned
    }
    return offers as number[][]
  })
}

/** A generator made at its first draw, as the scripts have it; only whole numbers are drawn here. */
function drawnLate(seed: string, seat: string, turn: number): Random {
  let made: Random | undefined
  const int = (from: number, to: number): number => {
    made ??= randomOf(seed, seat, turn)
    return made.int(from, to)
  }
  return { int } as Random
}

/** As in the registry of negotiators: how lopsided the drawn directions are. */
const SKEW = 0.5

/** Throws where the bare loop's offers are not the very ones that play makes. */
function mustAgree(study: Study): void {
  const bare = playBare(study)
  for (const [i, assignment] of study.assignments.entries()) {
    const { state } = play(study.game(assignment.opener), seatPlayers(study, assignment)) as Played
    const entries = kept(state)
      .record.slice()
      .filter(({ action }) => action === 'OFFER')
    const offers = JSON.stringify(entries.map(({ offer }) => offer!.outcome))
    if (offers !== JSON.stringify(bare[i])) throw new Error(`${assignment.id}: the bare loop plays otherwise`)
  }
}

async function playOnDisk(study: (folder: string) => Study): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  try {
    let drawn = 0
    await runStudy(study(folder), {
      now: () => new Date(),
      random: () => (++drawn).toString(16).padStart(32, '0'),
      versions: { parley: 'bench', node: process.version },
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const BATCH = 400

async function speeds(
  name: string,
  scenario: Scenario,
  parties: readonly [BareParty, BareParty],
): Promise<Row[]> {
  const silent = studyOf(scenario, { negotiator: SILENT, negotiations: BATCH })
  const speaking = studyOf(scenario, { negotiator: SPEAKING, negotiations: BATCH })
  const bare = (): number => {
    let offers = 0
    for (let k = 0; k < BATCH; k++) offers += bareNegotiation(parties, TURNS, EXPONENT, k)
    return offers
  }
  mustAgree(silent)
  const ourOffers = playSilently(silent)
  const without = await compare({
    what: `${name}: without the record`,
    unit: 'negotiations/s',
    count: BATCH,
    roundMs: 200,
    ours: () => playSilently(silent),
    baseline: { name: 'a bare loop without events, the same offers', run: () => playBare(silent) },
    bound: { atLeast: 1 / 6 },
    note: `${(ourOffers / BATCH).toFixed(1)} offers a negotiation`,
  })
  const offers = await compare({
    what: `${name}: without the record`,
    unit: 'offers/s',
    count: ourOffers,
    roundMs: 200,
    ours: () => playSilently(silent),
    baseline: { name: 'a bare loop without events, the same offers', run: () => playBare(silent) },
    bound: { atLeast: 1 / 6 },
  })
  const plain = await compare({
    what: `${name}: without the record`,
    unit: 'negotiations/s',
    count: BATCH,
    roundMs: 200,
    ours: () => playSilently(silent),
    baseline: { name: 'a loop written for this scenario alone, with a poorer rule', run: bare },
    note: 'no round numbers, quick draws, nothing checked or kept: far below what any scenario-blind program costs',
  })
  const onDisk = await compare({
    what: `${name}: with the record on disk, words in it`,
    unit: 'negotiations/s',
    count: BATCH,
    ours: () =>
      playOnDisk((folder) => studyOf(scenario, { negotiator: SPEAKING, negotiations: BATCH, folder })),
    baseline: { name: 'the same without the record', run: () => playSilently(speaking) },
  })
  const words = await compare({
    what: `${name}: with a message to each move`,
    unit: 'negotiations/s',
    count: BATCH,
    roundMs: 200,
    ours: () => playSilently(speaking),
    baseline: { name: 'the same moves without a word', run: () => playSilently(silent) },
  })
  const text = await compare({
    what: `${name}: replies as text, to be read`,
    unit: 'negotiations/s',
    count: BATCH,
    roundMs: 200,
    ours: () => playSilently(speaking, (player) => asText(speaking, player)),
    baseline: { name: 'the same replies as submissions', run: () => playSilently(speaking) },
  })
  return [without, offers, plain, onDisk, words, text]
}

/** The same player, speaking in text as a model does. */
function asText(study: Study, player: Player): Player {
  const { protocol } = study.game(study.opener[0]!)
  return {
    reply: (view) => {
      const reply = player.reply(view)
      if ('then' in reply || reply.kind !== 'submission') return reply
      return { kind: 'text', text: protocol.format(reply.submission, view) }
    },
  }
}

export default async function (): Promise<Row[]> {
  const range = [
    { min: 6000, max: 10000 },
    { min: 0, max: 10000 },
    { min: 0, max: 9600 },
  ]
  const buyer = bareConcert(range.map((r, i) => ({ ...r, most: [50, 30, 20][i]!, top: r.min })))
  const seller = bareConcert(range.map((r, i) => ({ ...r, most: [20, 30, 50][i]!, top: r.max })))
  return [
    ...(await speeds('Concert tickets', concert(), [buyer, seller])),
    ...(await speeds('1,000 outcomes', listed(), [
      bareListed(TABLES[0]!, FLOOR),
      bareListed(TABLES[1]!, FLOOR),
    ])),
  ]
}
