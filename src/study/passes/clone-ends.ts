/** How each talk ended, for the contrast of clones: as the talk's own observer read it, or as a later pass did. */
import { isObserver } from '../../protocols/seats.ts'
import { levelsOf } from '../../record/study-plan.ts'
import type { TalkReader } from '../agreement/compare-readers.ts'
import type { TalkEnd } from '../clones/taxonomy.ts'
import { cloneOf, modelName, modelsOf } from './models-of.ts'
import type { TalkRecord } from './talks.ts'

/**
 * Every planned talk with its clone and its models; `reader`: whose readings count. A talk that is not finished, was
 * not read, or of which the reader is unsure has an unknown end.
 */
export function endsOf(
  { plan, talks }: Pick<TalkRecord, 'plan' | 'talks'>,
  readers: readonly TalkReader[],
  scenarioOf: (variant: string | undefined) => string,
): TalkEnd[] {
  const finished = new Map(talks.map((talk) => [talk.assignment.id, talk]))
  return plan.assignments.map((assignment): TalkEnd => {
    const talk = finished.get(assignment.id)
    if (!talk) {
      const names = Object.entries(assignment.seats).flatMap(([seat, name]) =>
        isObserver(seat) ? [] : [modelName(name, plan.now.negotiators[name])],
      )
      const clone = levelsOf(assignment).scenario ?? scenarioOf(assignment.variant)
      return { clone, model: [...new Set(names)].join(' / ') }
    }
    const type = readers.map(({ talks }) => talks.get(assignment.id)?.kind).find((kind) => kind !== undefined)
    return { clone: cloneOf(talk), model: modelsOf(talk), ...(type === undefined ? {} : { type }) }
  })
}

/** The clones in the order of the study's design. */
export function clonesOf({ plan, talks }: Pick<TalkRecord, 'plan' | 'talks'>): string[] {
  const { scenario: levels = [] } = plan.created.design?.factors ?? {}
  const planned = plan.assignments.flatMap((assignment) => levelsOf(assignment).scenario ?? [])
  return [...new Set([...levels, ...planned, ...talks.map(cloneOf)])]
}

/** The clone that the others are set against unless somebody names another. */
export const referenceOf = (clones: readonly string[]): string | undefined =>
  clones.includes('orange') ? 'orange' : clones[0]
