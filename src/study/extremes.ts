/** The shortest and the longest way that a game can go: what a plan and a budget reckon with. */
import { type Issue, valueText } from '../core/issue.ts'
import type { Seat } from '../protocols/contract.ts'
import { fault } from '../protocols/faults.ts'
import { isObserver } from '../protocols/seats.ts'
import type { Game } from '../scenario/game.ts'
import { isTalk, longestMessage, longestReading, shortestTalk } from './talk-extremes.ts'

/** One move that has to be asked for, and the state in which it is. */
export interface Ask {
  readonly seat: Seat
  readonly state: unknown
  /** The states after each faulty reply that may be mended, one for each repair. */
  readonly repairs: readonly unknown[]
  /** The longest (or shortest) reply to it. */
  readonly reply: string
}

/** Letters of a word in the longest messages; English has about five. A rule limits words, not letters. */
export const WORD = 'x'.repeat(10)
/** Where a protocol does not limit its messages. */
const MANY_WORDS = 200
/** How many of a move's possibilities are tried. */
const TRIED = 64

/**
 * Nobody gives in: every turn is used, with the longest words and terms that are allowed, and every repair is asked
 * for. Faulty replies leave no trace beyond the repairs of their turn. `many`: words of a message of free talk where the
 * rules do not limit them.
 */
export function longestPlay(game: Game, many = MANY_WORDS): Ask[] {
  const { protocol, config, scenario } = game
  const { message_words: limit, chat } = scenario.protocol.settings
  const words = chat === false ? 0 : typeof limit === 'number' ? limit : MANY_WORDS
  const message = isTalk(game)
    ? longestMessage(game, WORD, many)
    : Array.from({ length: words }, () => WORD).join(' ')
  const long = { message }
  const outcome = scenario.issues.map(longestValue)
  const asks: Ask[] = []
  let state: unknown = protocol.start(config)
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) return asks
    const all = moves(game, state, seat)
    const plain = isObserver(seat) ? [longestReading(game, seat, all)] : all
    const grown = plain.map((move) => ({
      ...move,
      ...('message' in move ? long : {}),
      ...('outcome' in move ? { outcome } : {}),
    }))
    // Where a rule allows none of the grown ones, the plain ones are left.
    const options = [grown, plain].map((some) => reachable(game, state, seat, some))
    const longest = options.find((some) => some.length > 0)?.[0]
    if (!longest) return asks
    asks.push({ seat, state, repairs: repairsOf(game, state, seat), reply: longest.text })
    state = longest.next
  }
}

/** Those of the moves that are allowed: first what goes on, then what ends, the longer text before the shorter. */
function reachable(game: Game, state: unknown, seat: Seat, some: readonly object[]) {
  return some
    .map((move) => ({ next: after(game, state, seat, move), move }))
    .filter(({ next }) => next !== undefined)
    .map(({ next, move }) => ({ next, text: textOf(game, state, seat, move) }))
    .toSorted((a, b) => going(game, b.next) - going(game, a.next) || b.text.length - a.text.length)
}

/** The fewest moves that lead to an end, without a word more than needed; empty where none is found at once. */
export function shortestPlay(game: Game): Ask[] {
  if (isTalk(game)) return shortestTalk(game)
  const { protocol, config } = game
  let paths: { state: unknown; asks: Ask[] }[] = [{ state: protocol.start(config), asks: [] }]
  for (let depth = 0; depth < 4; depth++) {
    const next: typeof paths = []
    for (const { state, asks } of paths) {
      const seat = protocol.actor(state)
      if (seat === undefined) return asks
      for (const move of moves(game, state, seat)) {
        const brief = 'message' in move ? { ...move, message: '' } : move
        const then = after(game, state, seat, brief)
        if (then === undefined) continue
        const ask = { seat, state, repairs: [], reply: textOf(game, state, seat, brief) }
        if (protocol.outcome(then) !== undefined) return [...asks, ask]
        next.push({ state: then, asks: [...asks, ask] })
      }
    }
    paths = next.slice(0, TRIED * TRIED)
  }
  return []
}

/** Some of the moves that are allowed now, from all over the list of them. */
function moves({ protocol }: Game, state: unknown, seat: Seat): object[] {
  const actions = protocol.actions(protocol.view(state, seat))
  const { count } = actions
  const tried = count < TRIED ? count : BigInt(TRIED)
  return Array.from({ length: Number(tried) }, (_, i) => {
    // The ends of the list are always among them: they hold the moves that are no offers.
    const k = tried === count ? BigInt(i) : (BigInt(i) * (count - 1n)) / (tried - 1n)
    return actions.at(k) as object
  })
}

function after({ protocol }: Game, state: unknown, seat: Seat, move: object): unknown {
  try {
    return protocol.apply(state, seat, move)
  } catch {
    return undefined
  }
}

const textOf = ({ protocol }: Game, state: unknown, seat: Seat, move: object): string =>
  protocol.format(move, protocol.view(state, seat))

const going = ({ protocol }: Game, state: unknown): number => (protocol.outcome(state) === undefined ? 1 : 0)

/** A fault with about as many words as the wordiest ones. */
const FAULT = fault('not-json', { problem: WORD.repeat(10) })

function repairsOf({ protocol }: Game, state: unknown, seat: Seat): unknown[] {
  const { turn } = protocol.view(state, seat)
  const repairs: unknown[] = []
  for (let now = state; ; ) {
    now = protocol.fault(now, seat, FAULT)
    if (protocol.actor(now) !== seat || protocol.view(now, seat).turn !== turn) return repairs
    repairs.push(now)
  }
}

function longestValue(issue: Issue): number {
  if (issue.type === 'number') {
    const ends = [issue.min, issue.max]
    return ends.toSorted((a, b) => valueText(issue, b).length - valueText(issue, a).length)[0]!
  }
  const lengths = issue.options.map((option) => Buffer.byteLength(option))
  return lengths.indexOf(Math.max(...lengths))
}
