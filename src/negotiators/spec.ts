/** What a study may write for a negotiator: a script, a model or a person, told apart by the key it begins with. */
import { z } from 'zod'
import { type PersonSpec, personSpec } from './human/spec.ts'
import { type ModelSpec, modelSpec } from './model-spec.ts'
import { scriptSpecs, unknownScript } from './script-spec.ts'

export type { PersonSpec } from './human/spec.ts'
export type { ModelSpec } from './model-spec.ts'
export { RULE_OBSERVER } from './rule-observer.ts'
export { SCRIPTS, type ScriptName } from './script-spec.ts'

/** A study's entry for one negotiator. What is wrong with it is said in words, with the nearest script's name. */
export const negotiatorSpec = z.discriminatedUnion(
  'script',
  [...scriptSpecs, z.discriminatedUnion('person', [modelSpec, personSpec], { error: notPerson })],
  { error: (issue) => (issue.code === 'invalid_union' ? unknownScript(issue.input) : undefined) },
)

function notPerson(issue: { readonly code?: string | undefined }): string | undefined {
  return issue.code === 'invalid_union' ? '"person" must be true, or left out' : undefined
}

export type NegotiatorSpec = z.output<typeof negotiatorSpec>
export type ScriptSpec = Exclude<NegotiatorSpec, ModelSpec | PersonSpec>

export const isModel = (spec: NegotiatorSpec): spec is ModelSpec => 'provider' in spec

export const isPerson = (spec: NegotiatorSpec): spec is PersonSpec => 'person' in spec && spec.person === true
