/** How large the requests of a seat get: from the prompts as they are really rendered, and the bodies made of them. */
import { wireOf } from '../models/wire/registry.ts'
import type { ModelSpec } from '../negotiators/registry.ts'
import { Asking } from '../record/asking.ts'
import type { Game } from '../scenario/game.ts'
import type { Renderer } from '../scenario/render.ts'
import type { Ask } from './extremes.ts'

/** The size of one request. */
export interface CallSize {
  readonly bytes: number
  /** How many earlier replies stand in it of which the size is not known: faulty ones, and thinking in a thread. */
  readonly replies: number
}

/** Beyond this many moves of a seat only the first and the last are rendered: what lies between is no larger. */
const RENDERED = 40

/** The requests that a seat's model would be sent in the course of a play, in order, repairs included. */
export function callSizes(
  game: Game,
  renderer: Renderer,
  seat: string,
  spec: ModelSpec,
  play: readonly Ask[],
): CallSize[] {
  const { protocol } = game
  const asking = new Asking(seat, renderer, protocol, spec)
  const wire = wireOf(spec.provider)
  const settings = { model: spec.model, ...(spec.params ? { params: spec.params } : {}) }
  const own = play.filter((ask) => ask.seat === seat)
  const thread = asking.context === 'thread'
  const sizes: CallSize[] = []
  let replies = 0
  for (const [i, { state, repairs, reply }] of own.entries()) {
    const rendered = i === 0 || i >= own.length - 1 || own.length <= RENDERED
    const size = (at: unknown, before: number): CallSize => {
      const view = protocol.view(at, seat)
      if (!rendered) {
        asking.asked(view)
        return { bytes: -1, replies: before }
      }
      const { body } = wire.request(asking.prompt(view), settings)
      return { bytes: Buffer.byteLength(JSON.stringify(body)), replies: before }
    }
    sizes.push(size(state, thread ? replies : 0))
    for (const repair of repairs) {
      replies++
      asking.replied({ text: '-', items: undefined })
      // A fresh repair shows the one faulty reply; a thread holds all that were given.
      sizes.push(size(repair, thread ? replies : 1))
    }
    replies++
    asking.replied({ text: reply, items: undefined })
  }
  const most = Math.max(...sizes.map(({ bytes }) => bytes))
  return sizes.map(({ bytes, replies: before }) => ({ bytes: bytes < 0 ? most : bytes, replies: before }))
}
