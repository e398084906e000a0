/**
 * Which assignments are analysed together: those that were registered alone and first, as they were registered; then
 * all, extensions included, and all of that is descriptive, whatever was planned.
 */
import { type Analysis, analyse, type Frame, type Observation } from './analysis.ts'
import { type Comparison, infer } from './inference/infer.ts'
import type { PlannedInference } from './planned.ts'

/** An addition to what was registered. */
export interface Extension {
  readonly name: string
  /** When and why it was added, and what was known then, in a sentence; empty where that is not told. */
  readonly told: string
}

export interface AnalysisSet {
  /** The extensions that are in it; none for what was registered. */
  readonly extensions: readonly Extension[]
  readonly analysis: Analysis
  /** Figures of chance, where they were planned or asked for. */
  readonly comparisons?: readonly Comparison[]
}

export interface SetOptions {
  readonly pairings: readonly string[]
  readonly openers: readonly string[]
  readonly extensions: readonly Extension[]
  readonly plan: PlannedInference
  /** Figures of chance were asked for where none were planned. */
  readonly asked: boolean
}

/** One set, or two where there are extensions: always the registered one first. */
export function analyseSets(
  observations: readonly Observation[],
  frame: Frame,
  options: SetOptions,
): [registered: AnalysisSet, extended?: AnalysisSet] {
  const { pairings, openers, extensions, plan, asked } = options
  const set = (list: readonly Observation[], within: readonly Extension[]): AnalysisSet => {
    const extended = within.length > 0
    const comparisons = plan.comparisons
      .map((one) => (extended ? { ...one, confirmatory: false } : one))
      .filter(({ confirmatory }) => confirmatory || asked)
    return {
      extensions: within,
      analysis: analyse(list, frame, pairings, openers),
      ...(comparisons.length > 0 ? { comparisons: infer(list, frame, { ...plan, comparisons }) } : {}),
    }
  }
  const registered = set(
    observations.filter(({ extension }) => extension === undefined),
    [],
  )
  return extensions.length === 0 ? [registered] : [registered, set(observations, extensions)]
}
