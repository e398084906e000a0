/**
 * How the stub knows what it is asked: a table from each prompt that can come to the state in which it would be
 * sent. It begins with every opening of the scenarios; each reply adds the prompt that follows it. Like a
 * provider, it sees nothing but requests.
 */
import { createHash } from 'node:crypto'
import { kept, readAs } from '../../record/read.ts'
import { type Game, makeGame } from '../../scenario/game.ts'
import { makeRenderer, type Prompt, type Renderer } from '../../scenario/render.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Asked } from './dialect.ts'

/** Where a prompt comes from. */
export interface Place {
  readonly game: Game
  readonly renderer: Renderer
  readonly state: unknown
  readonly seat: string
}

/** What prompts are told apart by: the system prompt and the last thing said to the model. */
export function promptKey(system: string, last: string): string {
  return createHash('sha256')
    .update(JSON.stringify([system, last]))
    .digest('hex')
    .slice(0, 32)
}

export const keyOf = ({ system, messages }: Asked): string =>
  promptKey(system, messages.findLast(({ role }) => role === 'user')?.text ?? '')

export class PromptTable {
  readonly #places = new Map<string, Place>()

  constructor(scenarios: readonly Scenario[]) {
    for (const scenario of scenarios) {
      const renderer = makeRenderer(scenario)
      for (const { id } of scenario.parties) {
        const game = makeGame(scenario, id)
        this.#add({ game, renderer }, game.protocol.start(game.config))
      }
    }
  }

  get size(): number {
    return this.#places.size
  }

  find(key: string): Place | undefined {
    return this.#places.get(key)
  }

  /** A reply with this text leaves for the seat at `place`: whoever reads it may send what follows. */
  follow(place: Place, text: string): void {
    const { game, seat, state } = place
    const { protocol } = game
    const view = protocol.view(state, seat)
    const checked = readAs(game, text, view)
    if (checked.ok) this.#add(place, protocol.apply(state, seat, checked.submission))
    else this.#add(place, protocol.fault(state, seat, checked.fault), text)
  }

  /** `reply`: the faulty text that a repair would show. */
  #add({ game, renderer }: Pick<Place, 'game' | 'renderer'>, state: unknown, reply?: string): void {
    const seat = game.protocol.actor(state)
    if (seat === undefined) return
    const view = game.protocol.view(state, seat)
    const prompt: Prompt = renderer.prompt(seat, view, view.repair > 0 ? reply : undefined)
    const last = prompt.messages.findLast(({ role }) => role === 'user')?.content ?? ''
    this.#places.set(promptKey(prompt.system, last), { game, renderer, state, seat })
  }
}

/** The id of an offer of the other side's that stands, where the protocol has such a thing. */
export function standingFor({ state, seat }: Place): string | undefined {
  const { standing } = kept(state)
  return standing && standing.by !== seat ? standing.id : undefined
}
