/**
 * What the rules do, as one hash. Fixed games are drawn by a seeded generator and played through the parser, the
 * protocols and the scorer; whatever these make of them are the golden vectors. So a refactoring gives the same
 * digest, and a changed rule, reading or score another one.
 */
import { randomOf } from '../core/random.ts'
import { exactText } from '../core/rational.ts'
import { readReply } from '../protocols/read.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { parsePack } from '../scenario/pack.ts'
import { gains, scoreEnd } from '../scenario/score.ts'
import { faultText } from './claims.ts'
import type { Sha256 } from './hash.ts'
import { Play } from './play.ts'
import { endRecord, submissionLabel } from './read.ts'

/** How many games are drawn of each pack. */
const GAMES = 12

const SITE = '  - { id: site, type: choice, options: [hill, shore, wood], describe: the place }\n'
const NUMBER = `  - { id: price, type: number, min: 0, max: 10, decimals: 1, describe: the price }\n${SITE}`
const CHOICE = `  - { id: price, type: choice, options: [low, high], describe: the price }\n${SITE}`

const party = (id: string, reservation: string, price: string, site: string, more = ''): string =>
  `  - { id: ${id}, label: ${id}, name: ${id}, about: plays, reservation: ${reservation}, points: { price: ${price}, site: ${site} }${more} }\n`

const TWO =
  party('ann', '2.5', '{ 0: 9, 4: 3, 10: 0 }', '{ hill: 1, shore: 0.125, wood: -3 }') +
  party('bob', '3', '{ 0: 0, 10: 12 }', '{ hill: 0, shore: 7, wood: 2 }')

const THREE =
  party('ann', '2.5', '{ low: 9, high: 0 }', '{ hill: 1, shore: 0.125, wood: -3 }') +
  party('bob', '3', '{ low: 0, high: 12 }', '{ hill: 0, shore: 7, wood: 2 }') +
  party('cid', '1', '{ low: 1, high: 1.5 }', '{ hill: 3, shore: 2, wood: 8 }')

const pack = (parties: string, protocol: string, issues = NUMBER): string =>
  `format: 1\nid: vectors\ntitle: Golden vectors\nsituation: Fixed games.\nissues:\n${issues}parties:\n${parties}protocol: { ${protocol} }\n`

/** Settings that matter most, so that no branch of the rules goes without a game. */
const PACKS: Readonly<Record<string, string>> = {
  'alternating offers': pack(
    TWO,
    'type: alternating-offers, turns: 7, repairs_per_turn: 1, message_words: 12',
  ),
  'alternating offers, no final reply': pack(
    TWO,
    'type: alternating-offers, turns: 4, final_reply: false, repairs_per_turn: 0',
  ),
  'votes of all': pack(THREE, 'type: package-votes, rounds: 3, scratchpad: true', CHOICE),
  'votes of all but one': pack(
    THREE.replace('about: plays, reservation: 3', 'about: plays, veto: true, reservation: 3'),
    'type: package-votes, rounds: 3, accept: all-but-one, reject_kills: true, new_offer_withdraws: true',
    CHOICE,
  ),
}

const talkPack = (protocol: string): string =>
  `format: 1\nid: vectors\ntitle: Golden vectors\nsituation: Fixed talks.\nparties:\n${['ann', 'bob']
    .map((id) => `  - { id: ${id}, label: ${id} }\n`)
    .join(
      '',
    )}protocol: { type: free-talk, ${protocol} }\nobserver:\n  fields: { agreed: boolean, kind: [full, half, none], who: text, sure: { min: 0, max: 1 } }\n`

/** Everything that a message can be held to. */
const LIMITS =
  'message: { words: 12, sentences: { min: 1, max: 2 }, bullets: false, stage_directions: false }'

/** The same for free talk. They have a digest of their own, so that studies of offers keep theirs. */
const TALKS: Readonly<Record<string, string>> = {
  'free talk': talkPack(`turns: 7, ${LIMITS}`),
  'free talk, two of three readings': talkPack(
    'turns: 5, confirm: { readings: 3, needed: 2 }, repairs_per_turn: 0, on_fault: end',
  ),
  'free talk of two turns': talkPack('turns: 2, repairs_per_turn: 0'),
  'free talk with an audit': talkPack(
    `turns: 15, audit: true, repairs_per_turn: 2, on_fault: interrupt, ${LIMITS}`,
  ),
}

/** Texts that are read as JSON in ways that a parser could change: fences, numbers, doubles, what is none. */
const REPLIES: readonly string[] = [
  '{"a":1}',
  ' {"a":1.50,"b":[true,null]} ',
  '```json\n{"a":1}\n```',
  'Here it is:\n```\n{"a":1}\n```\nBye.',
  '{"a":1,"a":1}',
  '{"a":1,"a":2}',
  '{"a":1e3,"b":-0.0}',
  '{"a":01}',
  '{"a":NaN}',
  "{'a':1}",
  '{"a":"\\ud83d\\ude00\\u0000"}',
  '{"a":1}{"a":2}',
  '[1,2]',
  '"text"',
  '{"a":1,}',
  'no JSON at all',
  '',
]

/** Replies that are no submission, put in now and then. */
const FAULTY: readonly string[] = [
  'Let me think about it.',
  '{}',
  '{"action":"OFFER","message":"so","offer_id":null,"terms":{"price":99,"site":"hill"}}',
  '{"action":"ACCEPT","message":"yes","offer_id":"O99","terms":null}',
  '{"action":"propose","deal":{"price":3,"site":"moon"}}',
  '{"action":"accept","offer_id":"P99"}',
  '',
]

/** The same for talk: words that limits forbid, and readings that are none. */
const FAULTY_TALK: readonly string[] = [
  '*nods* I see.',
  'So:\n- one\n- two',
  'One. Two. Three. Four, e.g. this.',
  'One two three four five six seven eight nine ten eleven twelve thirteen.',
  '{"agreed": true, "kind": "none", "who": "", "sure": 1}',
  '{"agreed": "yes", "kind": "full", "who": "", "sure": 1}',
  '{"agreed": false, "kind": "none", "who": "", "sure": 1.5}',
  'They have agreed.',
  '',
]

/**
 * The digest, as 64 hex digits. It takes some tens of milliseconds. `protocol`: whose rules; offers and votes have one
 * digest together, as they had before there was talk.
 */
export function rulesDigest(sha256: Sha256, protocol?: string): string {
  return sha256(JSON.stringify(goldenVectors(protocol)))
}

/** Everything that the digest is taken of: for each game its replies and what became of them. */
export function goldenVectors(protocol?: string): unknown {
  const talk = protocol === 'free-talk'
  return {
    readings: REPLIES.flatMap((text) =>
      [false, true].map((strict) => [text, strict, plain(readReply(text, strict))]),
    ),
    games: Object.entries(talk ? TALKS : PACKS).map(([name, text]) => {
      const { scenario, problems } = parsePack({
        'scenario.yaml': text,
        ...(talk ? { 'prompts/system.liquid': 'Talk.' } : {}),
      })
      if (!scenario)
        throw new Error(`the pack of the golden vectors "${name}" is wrong: ${problems[0]?.message}`)
      const openers = scenario.parties.map(({ id }) => id)
      const plays = Array.from({ length: talk ? 2 * GAMES : GAMES }, (_, i) =>
        playOne(makeGame(scenario, openers[i % openers.length]), `${name} ${i}`, talk ? FAULTY_TALK : FAULTY),
      )
      const { name: protocol, version } = makeGame(scenario).protocol
      return { name, protocol, version, plays }
    }),
  }
}

/** Numbers as their text, however the parser keeps them. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(
      value,
      (_, part: { readonly isLosslessNumber?: boolean; readonly value?: string } | null) =>
        part?.isLosslessNumber === true ? `number ${part.value}` : part,
    ),
  )

function playOne(game: Game, seed: string, spoilt: readonly string[]): unknown {
  const { protocol, scenario } = game
  const random = randomOf('golden vectors', seed)
  const play = new Play(game)
  const moves: unknown[] = []
  for (let seat = play.mover; seat !== undefined; seat = play.mover) {
    const view = play.view(seat)
    if (random.int(0, 39) === 0) {
      play.absent(seat, 'lost')
      moves.push([seat, view.turn, 'absent'])
      continue
    }
    const faulty = random.int(0, 7) === 0
    const { count, at } = protocol.actions(view)
    const move = at(BigInt(random.int(0, Number(count > 1000n ? 1000n : count) - 1)))
    const words = { ...(move as object), message: `Word ${moves.length}.` }
    const text = faulty ? random.pick(spoilt) : protocol.format(words, view)
    const checked = play.reply(text, view, moves.length)
    moves.push([
      seat,
      view.turn,
      view.repair,
      text,
      checked.ok ? submissionLabel(play.state) : faultText(checked.fault),
    ])
  }
  const end = play.end!
  const points = scoreEnd(scenario, end)
  const exact = (record: Readonly<Record<string, Parameters<typeof exactText>[0]>>) =>
    Object.entries(record).map(([party, value]) => [party, exactText(value)])
  return {
    moves,
    end: endRecord(scenario.issues, end),
    points: points ? [exact(points), exact(gains(scenario, points))] : null,
  }
}
