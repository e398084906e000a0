/**
 * Which talk an observer is shown, where the stub has not heard it: its parties are scripts, which ask nobody. The
 * transcript itself tells. Rendered with marks in the place of messages, it shows what stands between them; what is
 * found there is taken only if the same transcript comes out of it again.
 */
import type { Settings } from '../../protocols/free-talk/settings.ts'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import type { Game } from '../../scenario/game.ts'
import type { Renderer } from '../../scenario/render.ts'
import type { Asked } from './dialect.ts'

/** A state in which the observer is due. */
export interface Heard {
  readonly game: Game
  readonly renderer: Renderer
  readonly state: unknown
}

/** What stands before, between and after the messages of a transcript. */
type Frame = readonly string[]

/** A message of its own for each turn, of so many sentences, in letters that no template writes otherwise. */
const mark = (turn: number, sentences: number): string =>
  Array.from({ length: sentences }, () => `Messageofturn${turn}x.`).join(' ')

export class Transcripts {
  readonly #game: Game
  readonly #renderer: Renderer
  /** What stands around so many messages; undefined where such a talk cannot be made. */
  readonly #frames = new Map<number, Frame | undefined>()

  constructor(game: Game, renderer: Renderer) {
    this.#game = game
    this.#renderer = renderer
  }

  /** The talk that a request shows; undefined where it is none of this game. */
  find({ system, messages }: Asked): Heard | undefined {
    const [only] = messages
    if (this.#game.scenario.observer === undefined || messages.length !== 1 || !only) return undefined
    if (system !== this.#renderer.system(OBSERVER)) return undefined
    const { turns } = this.#settings
    for (let count = turns; count > 1; count--) {
      const frame = this.#frame(count)
      const said = frame && within(frame, only.text)
      if (!said) continue
      for (const words of [said, said.map(unquoted)]) {
        const state = this.#after(words)
        if (state !== undefined && this.#shown(state) === only.text)
          return { game: this.#game, renderer: this.#renderer, state }
      }
    }
    return undefined
  }

  get #settings(): Pick<Settings, 'turns'> & Partial<Pick<Settings, 'message'>> {
    return this.#game.scenario.protocol.settings as unknown as Settings
  }

  #frame(count: number): Frame | undefined {
    if (this.#frames.has(count)) return this.#frames.get(count)
    const least = this.#settings.message?.sentences?.min ?? 1
    const marks = Array.from({ length: count }, (_, i) => mark(i + 1, least))
    const state = this.#after(marks)
    const frame = state === undefined ? undefined : frameOf(this.#shown(state), marks)
    this.#frames.set(count, frame)
    return frame
  }

  /** The state after these messages, the observer due; undefined where the rules allow no such talk. */
  #after(said: readonly string[]): unknown {
    const { protocol, config } = this.#game
    let state = protocol.start(config)
    for (const words of said) {
      for (let seat = protocol.actor(state); seat && isObserver(seat); seat = protocol.actor(state))
        state = protocol.absent(state, seat)
      const seat = protocol.actor(state)
      if (seat === undefined) return undefined
      const checked = protocol.check(words, protocol.view(state, seat))
      if (!checked.ok) return undefined
      state = protocol.apply(state, seat, checked.submission)
    }
    return protocol.actor(state) === OBSERVER ? state : undefined
  }

  #shown(state: unknown): string {
    return this.#renderer.message(OBSERVER, this.#game.protocol.view(state, OBSERVER))
  }
}

/** The text that is left when these marks are taken out of it, in pieces; undefined where one is not there. */
function frameOf(text: string, marks: readonly string[]): Frame | undefined {
  const pieces: string[] = []
  let from = 0
  for (const one of marks) {
    const at = text.indexOf(one, from)
    if (at < 0) return undefined
    pieces.push(text.slice(from, at))
    from = at + one.length
  }
  return [...pieces, text.slice(from)]
}

/** What stands between the pieces of a frame; undefined where the text has none such. */
function within(frame: Frame, text: string): string[] | undefined {
  const [first = '', ...rest] = frame
  if (!text.startsWith(first)) return undefined
  const said: string[] = []
  let from = first.length
  for (const [i, piece] of rest.entries()) {
    const last = i === rest.length - 1
    const at = last ? text.length - piece.length : text.indexOf(piece, from)
    if (at < from || (last && !text.endsWith(piece))) return undefined
    said.push(text.slice(from, at))
    from = at + piece.length
  }
  return said
}

/** What a template has put into a JSON string; the text itself where it is none. */
function unquoted(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}
