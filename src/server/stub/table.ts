/**
 * How the stub knows what it is asked: a table from each prompt that can come to the state in which it would be
 * sent. It begins with every opening of the scenarios; each reply adds the prompt that follows it. Like a
 * provider, it sees nothing but requests.
 */
import { createHash } from 'node:crypto'
import { readAs } from '../../record/read.ts'
import { type Game, makeGame } from '../../scenario/game.ts'
import { makeRenderer, type Renderer } from '../../scenario/render.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Asked } from './dialect.ts'
import { isTalk, TalkTable } from './talk-table.ts'

/** Where a prompt comes from. */
export interface Place {
  readonly game: Game
  readonly renderer: Renderer
  readonly state: unknown
  readonly seat: string
  /** The last message to the model, where it is asked in a thread. */
  readonly asked: string
}

const hash = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** How many paragraphs of an unknown message are looked at for the beginning of a known one. */
const JOINTS = 500

export class PromptTable {
  readonly #places = new Map<string, Place>()
  readonly #talks: TalkTable

  constructor(all: readonly Scenario[]) {
    const talks = (scenario: Scenario): boolean => scenario.protocol.type === 'free-talk'
    this.#talks = new TalkTable(all.filter(talks))
    for (const scenario of all.filter((one) => !talks(one))) {
      const renderer = makeRenderer(scenario)
      for (const { id } of scenario.parties) {
        const game = makeGame(scenario, id)
        this.#turn(game, renderer, game.protocol.start(game.config))
      }
    }
  }

  /**
   * What a request asks for: the hash by which prompts are told apart, and the place it comes from where it is
   * known. In a thread a repair stands alone in the last message: the one before tells which turn it is about.
   */
  find(asked: Asked): { key: string; place?: Place } {
    const talk = this.#talks.find(asked)
    if (talk.place) return talk
    const { system, messages } = asked
    const said = messages.filter(({ role }) => role === 'user').map(({ text }) => text)
    const last = said.at(-1) ?? ''
    const keys = [hash(system, last), hash(system, said.at(-2) ?? '', last)]
    for (const key of keys) {
      const place = this.#places.get(key)
      if (place) return { key, place }
    }
    const place = this.#joined(system, last)
    return { key: keys[0]!, ...(place ? { place } : {}) }
  }

  /**
   * After an empty reply that ended its turn, a thread's next message stands behind the one that got no reply: its
   * end alone is a known prompt.
   */
  #joined(system: string, last: string): Place | undefined {
    let at = last.indexOf('\n\n')
    for (let tries = 0; at >= 0 && tries < JOINTS; tries++, at = last.indexOf('\n\n', at + 2)) {
      const place = this.#places.get(hash(system, last.slice(at + 2)))
      if (place) return { ...place, asked: last }
    }
    return undefined
  }

  /** A reply with this text leaves for the seat at `place`: whoever reads it may send what follows. */
  follow(place: Place, text: string): void {
    if (isTalk(place)) {
      this.#talks.follow(place, text)
      return
    }
    const { game, renderer, seat, state } = place
    const { protocol } = game
    const checked = readAs(game, text, protocol.view(state, seat))
    if (checked.ok) this.#turn(game, renderer, protocol.apply(state, seat, checked.submission))
    else {
      const faulty = protocol.fault(state, seat, checked.fault)
      if (protocol.actor(faulty) === seat && protocol.view(faulty, seat).repair > 0) {
        this.#repair(place, faulty, text)
      } else this.#turn(game, renderer, faulty)
    }
  }

  /** The prompt of the seat whose move it is, the same in a thread. */
  #turn(game: Game, renderer: Renderer, state: unknown): void {
    const seat = game.protocol.actor(state)
    if (seat === undefined) return
    const { system, messages } = renderer.prompt(seat, game.protocol.view(state, seat))
    const asked = messages.at(-1)?.content ?? ''
    this.#places.set(hash(system, asked), { game, renderer, state, seat, asked })
  }

  /** The prompts that ask for a reply again: one by itself, and one in a thread, which leaves out empty replies. */
  #repair({ game, renderer, seat, asked: before }: Place, state: unknown, reply: string): void {
    const view = game.protocol.view(state, seat)
    const { system, messages } = renderer.prompt(seat, view, reply)
    const repair = renderer.repair(seat, view, reply)
    const empty = reply.trim() === ''
    const asked = empty ? `${before}\n\n${repair}` : repair
    const place = { game, renderer, state, seat, asked }
    this.#places.set(hash(system, messages.at(-1)?.content ?? ''), place)
    this.#places.set(empty ? hash(system, asked) : hash(system, before, asked), place)
  }
}
