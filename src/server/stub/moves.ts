/** What the stub replies: a script's move where the prompt is known, else the plainest JSON that was asked for. */
import { randomOf } from '../../core/random.ts'
import { makeNegotiator, type NegotiatorSpec, negotiatorSpec, plays } from '../../negotiators/registry.ts'
import type { AnyProtocol, SeatView } from '../../protocols/contract.ts'
import { makeBrief } from '../../scenario/brief.ts'
import type { Brief } from '../../scenario/types.ts'
import { isJson, list, object } from './dialect.ts'
import type { Move } from './spoil.ts'
import type { Place } from './table.ts'
import { talkMove } from './talk-moves.ts'
import { isTalk } from './talk-table.ts'

export type Mover = (place: Place, seed: string) => Promise<Move>

/** What plays each protocol where no script was asked for, or the one that was cannot. */
const USUAL: readonly NegotiatorSpec[] = (['frequency', 'acceptance'] as const).map((script) =>
  negotiatorSpec.parse({ script }),
)

/**
 * Makes what plays at every seat: `script` where it knows the protocol, else the usual one of that protocol. Where
 * parties have no points chance moves.
 */
export function makeMover(script?: NegotiatorSpec): Mover {
  const specs = script ? [script, ...USUAL] : USUAL
  const negotiators = specs.map((spec) => ({ spec, negotiator: makeNegotiator('stub', spec) }))
  const briefs = new Map<unknown, Map<string, Brief>>()
  const briefOf = ({ game, seat }: Place): Brief => {
    const ofScenario = briefs.get(game.scenario) ?? new Map<string, Brief>()
    briefs.set(game.scenario, ofScenario)
    const brief = ofScenario.get(seat) ?? makeBrief(game.scenario, seat)
    ofScenario.set(seat, brief)
    return brief
  }
  return async (place, seed) => {
    const { game, state, seat } = place
    const { protocol } = game
    const view = protocol.view(state, seat)
    const brief = briefOf(place)
    if (isTalk(place)) return talkMove(place, brief, script, seed)
    const found = brief.you.utility && negotiators.find(({ spec }) => plays(spec, protocol.name))
    const reply = await found?.negotiator.sit(brief, seed).reply(view)
    let submission: unknown = reply?.kind === 'submission' ? reply.submission : undefined
    if (submission === undefined) {
      const { count, at } = protocol.actions(view)
      submission = at(BigInt(randomOf(seed, 'move').int(0, Number(count > 1000n ? 1000n : count) - 1)))
    }
    const { message_words: words, chat, scratchpad } = game.scenario.protocol.settings
    const move = { ...(submission as object), ...(scratchpad === true ? { scratchpad: NOTES } : {}) }
    const saying = (message: string): string => protocol.format({ ...move, message }, view)
    const wrong = wrongId(protocol, view)
    return {
      text: protocol.format(move, view),
      ...(typeof words === 'number' ? { words } : {}),
      ...(chat === false ? {} : { saying }),
      ...(wrong === undefined ? {} : { wrongId: wrong }),
    }
  }
}

/** What stands in a scratchpad, so that a dry run shows that it goes to nobody. */
const NOTES = 'Notes of the stub server, for nobody else.'

/** The first acceptance that is allowed, with an id that no offer has. */
function wrongId(protocol: AnyProtocol, view: SeatView): string | undefined {
  const { count, at } = protocol.actions(view)
  // Acceptances are numbered before offers.
  for (let k = 0n; k < count && k < FEW; k++) {
    const move: Record<string, unknown> = JSON.parse(protocol.format(at(k), view))
    if (typeof move.offer_id === 'string')
      return JSON.stringify({ ...move, offer_id: `${move.offer_id}999999` })
  }
  return undefined
}

/** So many moves are looked through for an acceptance. */
const FEW = 8n

/** A reply to a prompt that the table does not know: by the schema that came with it, else a move that does nothing. */
export const plainReply = (schema: unknown): string =>
  isJson(schema)
    ? JSON.stringify(exampleOf(schema))
    : '{"action": "NONE", "offer_id": null, "terms": null, "message": ""}'

/** What binds to nothing, where a schema lets choose. */
const IDLE = ['NONE', 'END', 'PASS', 'none']

/** The smallest value that a JSON Schema of the plain kind (types, enums, properties) allows. */
function exampleOf(given: unknown, depth = 0): unknown {
  const schema = object(given)
  const choices = list(schema.enum)
  if (choices.length > 0) return choices.find((choice) => IDLE.includes(String(choice))) ?? choices[0]
  if ('const' in schema) return schema.const
  const either = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (either.length > 0) {
    return exampleOf(either.find((one) => typesOf(one).includes('null')) ?? either[0], depth + 1)
  }
  const types = typesOf(schema)
  if (types.includes('null') || depth > 16) return null
  if (types.includes('string')) return ''
  if (types.includes('boolean')) return false
  if (types.includes('number') || types.includes('integer')) {
    return typeof schema.minimum === 'number' ? schema.minimum : 0
  }
  if (types.includes('array')) return []
  const properties = object(schema.properties)
  const names = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties)
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name], depth + 1)]))
}

const typesOf = (schema: unknown): string[] => {
  const { type } = object(schema)
  return typeof type === 'string'
    ? [type.toLowerCase()]
    : list(type).map((name) => String(name).toLowerCase())
}
