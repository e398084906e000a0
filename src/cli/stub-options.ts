/** Options that the stub server and a dry run share. */
import { InvalidArgumentError } from 'commander'
import { type NegotiatorSpec, negotiatorSpec } from '../negotiators/registry.ts'
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

/** A script with its own defaults. */
export const scriptSpec = (name: string): NegotiatorSpec => negotiatorSpec.parse({ script: name })

/** Reads an option's value that must be a whole number, 0 or more. */
export const wholeNumber =
  (option: string) =>
  (text: string): number => {
    if (/^\d{1,9}$/.test(text)) return Number(text)
    throw new InvalidArgumentError(`${option} takes a whole number, not "${text}".`)
  }
