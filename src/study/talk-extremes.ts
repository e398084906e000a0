/** The shortest and the longest way that a talk can go: what is said and read, beside what every protocol has. */
import type { Config } from '../protocols/free-talk/index.ts'
import { shortestMessage } from '../protocols/free-talk/message.ts'
import type { Settings } from '../protocols/free-talk/settings.ts'
import { isObserver, readingNumber } from '../protocols/seats.ts'
import type { Game } from '../scenario/game.ts'
import type { Ask } from './extremes.ts'

export const isTalk = ({ protocol }: Game): boolean => protocol.name === 'free-talk'

const settingsOf = ({ scenario }: Game): Settings => scenario.protocol.settings as unknown as Settings

/** The longest message: as many words as may be said, in as few sentences as must be; with so many where nothing limits it. */
export function longestMessage(game: Game, word: string, many: number): string {
  const { words = many, sentences } = settingsOf(game).message
  const ends = Math.max(1, sentences?.min ?? 1)
  const all = Array.from({ length: Math.max(words, ends) }, (_, i) => (i < ends ? `${word}.` : word))
  return all.toReversed().join(' ')
}

/**
 * Which of a reading's moves keeps a talk going longest: agreements until one more would close it, then none, so that
 * every confirming reading is asked for.
 */
export function longestReading(game: Game, seat: string, moves: readonly object[]): object {
  const { needed } = settingsOf(game).confirm
  return readingNumber(seat) < needed ? moves.at(-1)! : moves[0]!
}

/**
 * The fewest words and readings: the second message closes the talk. Where it goes on after its close all messages are
 * read in any case, and one that never closes needs no confirming reading.
 */
export function shortestTalk(game: Game): Ask[] {
  const { protocol, config } = game
  const { audit } = config as Pick<Config, 'audit'>
  const asks: Ask[] = []
  let state: unknown = protocol.start(config)
  for (;;) {
    const seat = protocol.actor(state)
    if (seat === undefined) return asks
    const view = protocol.view(state, seat)
    const actions = protocol.actions(view)
    const move = isObserver(seat)
      ? actions.at(audit ? 0n : actions.count - 1n)
      : { action: 'SAY', message: shortestMessage(settingsOf(game).message) }
    asks.push({ seat, state, repairs: [], reply: protocol.format(move, view) })
    state = protocol.apply(state, seat, move)
  }
}
