/** The schema that a model's requests carry in a study, for a check to try before anything is played. */
import type { ModelPrompt } from '../models/wire/contract.ts'
import type { ModelSpec } from '../negotiators/registry.ts'
import { baseSeat } from '../protocols/seats.ts'
import { Asking } from '../record/asking.ts'
import { makeRenderer } from '../scenario/render.ts'
import { shortestPlay } from '../study/extremes.ts'
import type { Study } from '../study/load.ts'

/** Of the first seat that this negotiator has and that is asked for JSON; undefined where it is sent none. */
export function shapeOf(study: Study, name: string, spec: ModelSpec): ModelPrompt['schema'] {
  if (!spec.structured) return undefined
  const seats = Object.values(study.pairings).flatMap((pairing) =>
    Object.entries(pairing).flatMap(([seat, negotiator]) => (negotiator === name ? [seat] : [])),
  )
  const game = study.game(study.opener[0]!)
  const renderer = makeRenderer(game.scenario)
  for (const { seat, state } of shortestPlay(game)) {
    if (!seats.includes(baseSeat(seat))) continue
    const { schema } = new Asking(seat, renderer, game.protocol, spec).prompt(game.protocol.view(state, seat))
    if (schema) return schema
  }
  return undefined
}
