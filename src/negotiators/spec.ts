/** What a study may write for a negotiator: a script or a model, told apart by the key it begins with. */
import { z } from 'zod'
import { type ModelSpec, modelSpec } from './model-spec.ts'
import { scriptSpecs, unknownScript } from './script-spec.ts'

export type { ModelSpec } from './model-spec.ts'
export { SCRIPTS, type ScriptName } from './script-spec.ts'

/** A study's entry for one negotiator. What is wrong with it is said in words, with the nearest script's name. */
export const negotiatorSpec = z.discriminatedUnion('script', [...scriptSpecs, modelSpec], {
  error: (issue) => (issue.code === 'invalid_union' ? unknownScript(issue.input) : undefined),
})

export type NegotiatorSpec = z.output<typeof negotiatorSpec>
export type ScriptSpec = Exclude<NegotiatorSpec, ModelSpec>

export const isModel = (spec: NegotiatorSpec): spec is ModelSpec => 'provider' in spec
