/** What a study planned to compare, as the analysis takes it; every pairing with every other where nothing was planned. */

import { analysisSchema } from './analysis-schema.ts'
import type { Compared, InferenceOptions } from './inference/infer.ts'

export interface PlannedInference extends InferenceOptions {
  /** Whether any comparison was planned as confirmatory. */
  readonly confirmatory: boolean
  readonly primary: string
}

/**
 * Reads the planned analysis of a record or a study. `plan` is as the study gave it, undefined where none was planned;
 * `sealed` tells whether the study was registered before it was played: without that nothing is confirmatory. `apart`
 * are the factors whose levels are different games or negotiators.
 */
export function plannedInference(
  plan: unknown,
  of: {
    readonly pairings: readonly string[]
    readonly seed: string
    readonly apart: readonly string[]
    readonly registered: boolean
    /** Free talk, where no gain can be compared: agreement is, unless something else was planned. */
    readonly talk?: boolean
  },
): PlannedInference {
  const written = plan === undefined ? undefined : analysisSchema.safeParse(plan).data
  const { kind, primary, comparisons, confidence, permutations, resamples } =
    written ?? analysisSchema.parse(of.talk ? { primary: 'agreement' } : {})
  const planned = comparisons.map(
    (one): Compared => ({
      factor: one.factor,
      of: one.of,
      minus: one.minus,
      outcome: one.outcome ?? primary,
      ...(one.within ? { within: one.within } : {}),
      confirmatory: of.registered && (one.kind ?? kind) === 'confirmatory',
    }),
  )
  const every = of.pairings.flatMap((minus, i) =>
    of.pairings.slice(i + 1).map(
      (later): Compared => ({
        factor: 'pairing',
        of: later,
        minus,
        outcome: primary,
        confirmatory: of.registered && kind === 'confirmatory',
      }),
    ),
  )
  const list = planned.length > 0 ? planned : every
  return {
    confirmatory: list.some(({ confirmatory }) => confirmatory),
    ...{ primary, comparisons: list, seed: of.seed, apart: of.apart },
    ...{ confidence, permutations, resamples },
  }
}
