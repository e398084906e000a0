/** What the stub replies: a script's move where the prompt is known, else the plainest JSON that was asked for. */
import { randomOf } from '../../core/random.ts'
import { makeNegotiator, type NegotiatorSpec, plays } from '../../negotiators/registry.ts'
import { makeBrief } from '../../scenario/brief.ts'
import type { Brief } from '../../scenario/types.ts'
import { isJson, list, object } from './dialect.ts'
import type { Move } from './spoil.ts'
import { type Place, standingFor } from './table.ts'

export type Mover = (place: Place, seed: string) => Promise<Move>

/** Makes what plays at every seat. Scripts play where they know the protocol and have points; else chance moves. */
export function makeMover(script: NegotiatorSpec): Mover {
  const negotiator = makeNegotiator('stub', script)
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
    let submission: unknown
    if (brief.you.utility && plays(script, protocol.name)) {
      const reply = await negotiator.sit(brief, seed).reply(view)
      if (reply.kind === 'submission') submission = reply.submission
    }
    if (submission === undefined) {
      const { count, at } = protocol.actions(view)
      submission = at(BigInt(randomOf(seed, 'move').int(0, Number(count > 1000n ? 1000n : count) - 1)))
    }
    const words = game.scenario.protocol.settings.message_words
    const standing = standingFor(place)
    return {
      text: protocol.format(submission, view),
      ...(typeof words === 'number' ? { words } : {}),
      ...(standing === undefined ? {} : { standing }),
    }
  }
}

/** A reply to a prompt that the table does not know: by the schema that came with it, else a move that does nothing. */
export const plainReply = (schema: unknown): string =>
  isJson(schema)
    ? JSON.stringify(exampleOf(schema))
    : '{"action": "NONE", "offer_id": null, "terms": null, "message": ""}'

/** What binds to nothing, where a schema lets choose. */
const IDLE = ['NONE', 'END', 'PASS']

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
