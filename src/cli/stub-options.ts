/** Options that the stub server and a dry run share. */
import { UserError } from '../core/problem.ts'
import { type NegotiatorSpec, negotiatorSpec, SCRIPTS } from '../negotiators/registry.ts'
import { nearest } from '../scenario/nearest.ts'
import { type FaultRates, parseFaults, stormOf } from '../server/stub/index.ts'

export interface FaultOptions {
  readonly faults?: string
  readonly storm?: string
}

/** The faults that `--faults` and `--storm` ask for; where both name one, `--faults` says how often. */
export const faultRates = ({ faults, storm }: FaultOptions): FaultRates => ({
  ...(storm === undefined ? {} : stormOf(Number(storm))),
  ...(faults === undefined ? {} : parseFaults(faults)),
})

/** A script with its own defaults. Throws a UserError where there is none of this name. */
export function scriptSpec(name: string): NegotiatorSpec {
  const names: readonly string[] = SCRIPTS.map((script) => script.name)
  if (names.includes(name)) return negotiatorSpec.parse({ script: name })
  const meant = nearest(name, names)
  const message = `There is no script "${name}".`
  const mend = meant ? `Did you mean "${meant}"?` : `Choose one of: ${names.join(', ')}.`
  throw new UserError([{ file: '--script', message, found: name, mend }])
}
