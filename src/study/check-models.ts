/** Whether requests can be made at all with what a study says of its models: asked of the wires, before anything runs. */
import type { Problem } from '../core/problem.ts'
import { wireOf } from '../models/wire/registry.ts'
import { isModel } from '../negotiators/registry.ts'
import type { Source } from '../scenario/source.ts'
import type { StudyFile } from './schema.ts'

const SAMPLE = { system: 'A system prompt.', messages: [{ role: 'user', content: 'A message.' }] } as const
const SHAPE = { schema: { name: 'move', schema: { type: 'object' } } } as const

/** A param that is missing, taken or of the wrong kind, for each model that has one. */
export function checkModels(study: StudyFile, source: Source): Problem[] {
  return Object.entries(study.negotiators).flatMap(([name, spec]) => {
    if (!isModel(spec)) return []
    const { provider, model, params, structured } = spec
    try {
      wireOf(provider).request(
        { ...SAMPLE, ...(structured ? SHAPE : {}) },
        { model, ...(params ? { params } : {}) },
      )
      return []
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      const message = `No request can be made for the model "${model}": ${error.message}.`
      return source.problem(['negotiators', name, params ? 'params' : 'model'], { message })
    }
  })
}
