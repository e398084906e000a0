/** Whether requests can be made at all with what a study says of its models: asked of the wires, before anything runs. */
import type { Problem } from '../core/problem.ts'
import { paramNames } from '../models/param-names.ts'
import { wireOf } from '../models/wire/registry.ts'
import { isModel } from '../negotiators/registry.ts'
import type { ModelSpec } from '../negotiators/spec.ts'
import { nearest } from '../scenario/nearest.ts'
import type { Source } from '../scenario/source.ts'
import type { StudyFile } from './schema.ts'

const SAMPLE = { system: 'A system prompt.', messages: [{ role: 'user', content: 'A message.' }] } as const
const SHAPE = { schema: { name: 'move', schema: { type: 'object' } } } as const

/**
 * A param that is missing, taken or of the wrong kind, for each model that has one; and, as warnings, names of params
 * that look like slips: a server that does not know one may drop it without a word.
 */
export function checkModels(study: StudyFile, source: Source): Problem[] {
  return Object.entries(study.negotiators).flatMap(([name, spec]) => {
    if (!isModel(spec)) return []
    const at = ['negotiators', name]
    const message = noRequest(spec)
    if (message !== undefined) {
      const { path, ...help } = refused(message, spec)
      return [source.problem([...at, ...path], { message, ...help })]
    }
    return slips(spec).map(({ path, ...told }) =>
      source.problem([...at, 'params', ...path], { ...told, severity: 'warning' }, 'key'),
    )
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

/** Where a request is refused, what stands there, and what there is to do, as far as the wire's words name a param. */
function refused(
  message: string,
  { params }: ModelSpec,
): Pick<Problem, 'found' | 'mend'> & { path: string[] } {
  if (params === undefined) {
    const mend = message.includes('requires "max_tokens"') ? { mend: HOW_LONG } : {}
    return { path: ['model'], ...mend }
  }
  const names = Object.keys(params)
  if (message.includes('requires "max_tokens"')) {
    const slip = nearest('max_tokens', names)
    const mend = slip === undefined ? HOW_LONG : `did you mean "max_tokens" by "${slip}"?`
    return { path: ['params'], found: names.join(', ') || 'no params', mend }
  }
  const taken = /: "([^"]+)/.exec(message)?.[1]
  if (taken === undefined || !Object.hasOwn(params, taken.split('.')[0]!)) return { path: ['params'] }
  return { path: ['params', ...taken.split('.')], found: taken, mend: `take "${taken}" out of the params` }
}

const HOW_LONG = 'say how long a reply may be, thinking included: params: { max_tokens: 2048 }'

function slips({ provider, params = {} }: ModelSpec): (Pick<Problem, 'message' | 'found' | 'mend'> & {
  path: readonly string[]
})[] {
  const all = paramNames(provider, params)
  return all.flatMap(({ path, known }) => {
    const name = path.at(-1)!
    if (known.some((one) => plain(one) === plain(name))) return []
    const close = nearest(name, known)
    // Beside the very name that it resembles it is hardly a slip for it.
    if (close === undefined || all.some((other) => other.path.at(-1) === close)) return []
    const message = `The param "${name}" is sent as it is written, and may be a slip.`
    return [{ path, message, found: name, mend: `did you mean "${close}"?` }]
  })
}

/** Google takes `maxOutputTokens` and `max_output_tokens` alike. */
const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()
