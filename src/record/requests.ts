/**
 * The third depth of replay: does the scenario, given the replies so far, lead to each request as it was sent?
 * The replies go through the rules; every request is rendered and encoded again and compared with the one that
 * was kept, key for key and character for character.
 */
import { encode } from '../models/anthropic/wire.ts'
import type { End, SeatView } from '../protocols/contract.ts'
import { repairText } from '../protocols/faults.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { makeRenderer } from '../scenario/render.ts'
import type { Scenario } from '../scenario/types.ts'
import { type Call, type CallFile, linePlace, readCalls } from './calls.ts'
import { compareJson, type JsonDifference } from './compare-json.ts'
import type { Difference } from './difference.ts'
import { oddReplies, oddSettings } from './oddities.ts'
import { Play, type Turn } from './play.ts'

export interface CallsCheck {
  readonly file: CallFile
  readonly game: Game
  /** How many requests were rendered again, and how many of them came out the same. */
  readonly compared: number
  readonly identical: number
  /** By line; empty where the file and the scenario agree on everything. */
  readonly differences: readonly Difference[]
  /**
   * What nothing in the file contradicts, and what all the same looks changed. Where the whole file is known to be
   * as it was (by its hash), there is nothing to suspect.
   */
  readonly suspicions: readonly Difference[]
  /** What a reader should know that is no difference. */
  readonly notes: readonly string[]
  readonly state: unknown
  readonly turns: readonly Turn[]
  /** Undefined where a move is still due after the last call. */
  readonly end?: End
}

/** A call and what replay made of it: for the checks that look at several calls together. */
export interface Played {
  readonly call: Call
  readonly seat: string
  /** The text that the protocol itself would write for this reply; undefined for a reply with a fault. */
  readonly plain?: string
}

/** A request that came out otherwise. */
interface Odd {
  readonly call: Call
  readonly at: JsonDifference
}

/**
 * Checks the text of a file of calls against a scenario. `opener`: who has the first turn; found out by the
 * prompts where it is not given. Never throws on what the file holds; throws a UserError where the scenario
 * cannot be played by this version.
 */
export function checkCalls(text: string, scenario: Scenario, opener?: string): CallsCheck {
  const file = readCalls(text)
  const renderer = makeRenderer(scenario)
  const game = makeGame(scenario, opener ?? findOpener(file.calls, scenario, renderer))
  const play = new Play(game)
  const odd: Odd[] = []
  const rules: Difference[] = []
  const played: Played[] = []
  for (const call of file.calls) {
    const seat = play.mover
    if (seat === undefined) {
      rules.push(afterEnd(call, play.end!))
      break
    }
    const view = play.view(seat)
    const prompt = renderer.prompt(seat, view, lastTry(play, view))
    const { model, system: _, messages: __, ...params } = call.request
    const expected = encode(prompt, { model: model as string, params })
    const difference = compareJson(call.request, expected, 'request')
    if (call.turn !== view.turn) {
      rules.push(wrongTurn(call, view, play))
      if (difference) break
    }
    if (difference) odd.push({ call, at: difference })
    const checked = play.reply(call.reply, view, call.line)
    const plain = checked.ok ? game.protocol.format(checked.submission, view) : undefined
    played.push({ call, seat, ...(plain === undefined ? {} : { plain }) })
  }
  const compared = played.length
  const told = [...rules, ...requestDifferences(odd, file.calls)]
  return {
    file,
    game,
    compared,
    identical: compared - odd.length,
    differences: [...file.differences, ...told, ...oddSettings(played)].sort((a, b) => lineOf(a) - lineOf(b)),
    suspicions: oddReplies(played),
    notes: notesOf(file, odd.length, compared),
    state: play.state,
    turns: play.turns,
    ...(play.end ? { end: play.end } : {}),
  }
}

/** The opener under which most system prompts are those of the seat whose turn it is. */
function findOpener(
  calls: readonly Call[],
  scenario: Scenario,
  renderer: ReturnType<typeof makeRenderer>,
): string | undefined {
  const usual = makeGame(scenario)
  const systems = new Map(
    scenario.parties.map(({ id }) => {
      const { protocol, config } = makeGame(scenario, id)
      return [id, renderer.prompt(id, protocol.view(protocol.start(config), id)).system]
    }),
  )
  const count = (opener: string): number =>
    calls.filter((call) => {
      const speaks = scenario.parties.find(({ id }) => (id === opener) === (call.turn % 2 === 1))?.id
      return speaks !== undefined && systems.get(speaks) === call.request.system
    }).length
  const better = scenario.parties.find(({ id }) => count(id) > count(usual.opener))
  return better?.id ?? usual.opener
}

/** In a repair, the faulty reply that the request quotes. */
function lastTry(play: Play, view: SeatView): string | undefined {
  return view.repair > 0 ? play.turns.at(-1)?.tries.at(-1)?.text : undefined
}

const NOT_THE_ONE = 'The request is not the one that the scenario and the replies before it lead to.'

/** A reply that was changed shows in every later request; a request that was changed shows alone. */
function requestDifferences(odd: readonly Odd[], calls: readonly Call[]): Difference[] {
  const told = odd.map((one) => requestDifference(one))
  const [first, ...rest] = odd
  const before = first && calls.find(({ line }) => line === first.call.line - 1)
  const last = calls.at(-1)?.line
  if (!first || !before || odd.length !== last! - first.call.line + 1) return told
  if (rest.length === 0) {
    const hint = `Either it was changed or the reply on ${linePlace(before.line)}, which it quotes.`
    return [requestDifference(first, `${NOT_THE_ONE} ${hint}`)]
  }
  const { path, offset, whole, found, expected } = first.at
  const quoted = whole === undefined ? '' : placeInReply(whole, offset!, before.reply)
  const reply: Difference = {
    depth: 'requests',
    place: `${linePlace(before.line)}, turn ${before.turn}, reply${quoted}`,
    message:
      'The reply is not the one that all later requests quote, so most likely it was changed. ' +
      `First quoted on ${linePlace(first.call.line)}, ${pathText(path, offset)}.`,
    found: expected,
    expected: found,
  }
  // What differs in the same way follows from the reply.
  const others = rest.filter(({ at }) => at.found !== found || at.expected !== expected)
  return [reply, ...others.map((one) => requestDifference(one))]
}

const requestDifference = ({ call, at }: Odd, message = NOT_THE_ONE): Difference => ({
  depth: 'requests',
  place: `${linePlace(call.line)}, turn ${call.turn}, ${pathText(at.path, at.offset)}`,
  message,
  found: at.found,
  expected: at.expected,
})

const pathText = (path: string, offset: number | undefined): string =>
  offset === undefined ? path : `${path}, character ${offset + 1}`

/** Where in a reply the text stands after which a request that quotes it differs: `, character 17`, or nothing. */
function placeInReply(quoted: string, offset: number, reply: string): string {
  for (let length = 24; length > 0; length--) {
    const start = JSON.stringify(quoted.slice(Math.max(0, offset - length), offset)).slice(1, -1)
    const at = reply.indexOf(start)
    if (at >= 0 && at === reply.lastIndexOf(start)) return `, character ${at + start.length + 1}`
  }
  return ''
}

function wrongTurn(call: Call, view: SeatView, play: Play): Difference {
  const before = play.turns.at(-1)?.tries.at(-1)
  const why =
    view.repair > 0 && before?.fault
      ? `The reply on ${linePlace(before.source)} has a fault (${before.fault.code}: ${repairText(before.fault)}), so that a repair is due.`
      : 'The turn does not follow from the lines before it.'
  return {
    depth: 'rules',
    place: `${linePlace(call.line)}, turn`,
    message: why,
    found: `turn ${call.turn}`,
    expected: view.repair > 0 ? `turn ${view.turn} again` : `turn ${view.turn}`,
  }
}

const afterEnd = (call: Call, end: End): Difference => ({
  depth: 'rules',
  place: `${linePlace(call.line)}, turn ${call.turn}`,
  message: 'A call follows the end of the negotiation.',
  found: `turn ${call.turn}`,
  expected: `nothing after turn ${end.turn}`,
})

function notesOf(file: CallFile, differ: number, compared: number): string[] {
  const notes: string[] = []
  if (file.calls.length > 0 && !file.style) {
    notes.push(
      'The lines are spelt in a way that is not known here: space between JSON tokens was not compared.',
    )
  }
  if (file.calls.length < file.lines) {
    notes.push(`Replay stopped before line ${file.calls.length + 1}, which cannot be read.`)
  }
  if (differ > 1 && differ === compared) {
    notes.push('Every request differs: the calls were probably made from another scenario or other prompts.')
  }
  return notes
}

const lineOf = ({ place }: Difference): number => Number(/^line (\d+)/.exec(place)?.[1] ?? 0)
