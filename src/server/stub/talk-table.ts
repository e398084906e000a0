/**
 * Which state of which talk a request is about. In a thread nothing but the whole of it tells: the last message is the
 * other side's words, which may be said again. So every thread that can come is kept, message by message, beside the
 * transcripts that observers are sent.
 */
import { createHash } from 'node:crypto'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import { readAs } from '../../record/read.ts'
import { type Game, makeGame } from '../../scenario/game.ts'
import { makeRenderer, type Renderer } from '../../scenario/render.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Asked } from './dialect.ts'
import type { Place } from './table.ts'
import { Transcripts } from './transcripts.ts'

type Said = Asked['messages'][number]
type Threads = Readonly<Record<string, readonly Said[]>>

/** A place in a talk: each party's thread as its model would be sent it. */
export interface TalkPlace extends Place {
  readonly threads: Threads
}

export const isTalk = (place: Place): place is TalkPlace => 'threads' in place

export class TalkTable {
  readonly #places = new Map<string, TalkPlace>()
  readonly #unheard: Transcripts[] = []

  constructor(scenarios: readonly Scenario[]) {
    for (const scenario of scenarios) {
      const renderer = makeRenderer(scenario)
      for (const { id } of scenario.parties) {
        // As if every talk went on after its close: nobody asks for more where it does not.
        const game = makeGame(scenario, id, { audit: true })
        this.#due(game, renderer, game.protocol.start(game.config), {})
        this.#unheard.push(new Transcripts(game, renderer))
      }
    }
  }

  find(asked: Asked): { key: string; place?: TalkPlace } {
    const key = keyOf(asked.system, asked.messages)
    const place = this.#places.get(key) ?? this.#shown(asked)
    if (place) this.#places.set(key, place)
    return { key, ...(place ? { place } : {}) }
  }

  /** A talk of scripts, whom nobody asks here for their words: the observer is shown them. */
  #shown(asked: Asked): TalkPlace | undefined {
    for (const one of this.#unheard) {
      const heard = one.find(asked)
      if (heard) return { ...heard, seat: OBSERVER, asked: asked.messages.at(-1)!.text, threads: {} }
    }
    return undefined
  }

  /** A reply with this text leaves for the seat at `place`: whoever reads it may send what follows. */
  follow(place: TalkPlace, text: string): void {
    const { game, renderer, seat, state, threads } = place
    const { protocol } = game
    const checked = readAs(game, text, protocol.view(state, seat))
    const own = threads[seat] ?? []
    // An empty reply is never sent back.
    const replied = text.trim() === '' ? own : [...own, { role: 'assistant', text } as const]
    const after = isObserver(seat) ? threads : { ...threads, [seat]: replied }
    if (checked.ok) {
      this.#due(game, renderer, protocol.apply(state, seat, checked.submission), after)
      return
    }
    const faulty = protocol.fault(state, seat, checked.fault)
    const view = protocol.actor(faulty) === seat ? protocol.view(faulty, seat) : undefined
    if (!view || view.repair === 0) {
      this.#due(game, renderer, faulty, after)
      return
    }
    const asked = renderer.repair(seat, view, text)
    const again = { game, renderer, state: faulty, seat, asked }
    this.#fresh({ ...again, threads: after }, text)
    if (isObserver(seat)) return
    const thread = asking(replied, asked)
    this.#keep(renderer.system(seat), thread, { ...again, threads: { ...after, [seat]: thread } })
  }

  /** The prompts of the seat whose move it is. A talk goes on without a reading, so that what follows then is kept too. */
  #due(game: Game, renderer: Renderer, state: unknown, threads: Threads): void {
    const { protocol } = game
    const seat = protocol.actor(state)
    if (seat === undefined) return
    const asked = renderer.message(seat, protocol.view(state, seat))
    const place = { game, renderer, state, seat, asked }
    this.#fresh({ ...place, threads })
    if (isObserver(seat)) {
      this.#due(game, renderer, protocol.absent(state, seat), threads)
      return
    }
    const thread = asking(threads[seat] ?? [], asked)
    this.#keep(renderer.system(seat), thread, { ...place, threads: { ...threads, [seat]: thread } })
  }

  /**
   * The prompt that stands by itself: an observer's always, a party's where its context is fresh. That one may hold no
   * more than the last words, as many a thread's beginning does, and must not take its place.
   */
  #fresh(place: TalkPlace, reply?: string): void {
    const { game, renderer, state, seat } = place
    const { system, messages } = renderer.prompt(seat, game.protocol.view(state, seat), reply)
    const said = messages.map(({ role, content }) => ({ role, text: content }))
    if (isObserver(seat) || !this.#places.has(keyOf(system, said))) this.#keep(system, said, place)
  }

  #keep(system: string, messages: readonly Said[], place: TalkPlace): void {
    this.#places.set(keyOf(system, messages), place)
  }
}

/** The thread with a message to the model at its end; two in a row become one, as requests have it. */
function asking(thread: readonly Said[], text: string): readonly Said[] {
  const last = thread.at(-1)
  if (last?.role !== 'user') return [...thread, { role: 'user', text }]
  return [...thread.slice(0, -1), { role: 'user', text: `${last.text}\n\n${text}` }]
}

const keyOf = (system: string, messages: readonly Said[]): string =>
  createHash('sha256')
    .update(JSON.stringify([system, ...messages.map(({ role, text }) => [role, text.toWellFormed()])]))
    .digest('hex')
    .slice(0, 32)
