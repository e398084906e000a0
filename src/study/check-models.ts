/** Whether requests can be made at all with what a study says of its models: asked of the wires, before anything runs. */
import type { Problem } from '../core/problem.ts'
import { wireOf } from '../models/wire/registry.ts'
import { isModel } from '../negotiators/registry.ts'
import type { ModelSpec } from '../negotiators/spec.ts'
import type { Source } from '../scenario/source.ts'
import type { StudyFile } from './schema.ts'

const SAMPLE = { system: 'A system prompt.', messages: [{ role: 'user', content: 'A message.' }] } as const
const SHAPE = { schema: { name: 'move', schema: { type: 'object' } } } as const

/** A param that is missing, taken or of the wrong kind, for each model that has one. */
export function checkModels(study: StudyFile, source: Source): Problem[] {
  return Object.entries(study.negotiators).flatMap(([name, spec]) => {
    if (!isModel(spec)) return []
    const message = noRequest(spec)
    if (message === undefined) return []
    return source.problem(['negotiators', name, spec.params ? 'params' : 'model'], { message })
  })
}

/** Why no request can be made for a model with these settings, as a sentence; undefined where one can. */
export function noRequest({ provider, model, params, structured }: ModelSpec): string | undefined {
  try {
    wireOf(provider).request(
      { ...SAMPLE, ...(structured ? SHAPE : {}) },
      { model, ...(params ? { params } : {}) },
    )
    return undefined
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return `No request can be made for the model "${model}": ${error.message}.`
  }
}
