/** Extends a study: further assignments, drawn as those of the design were. They replace none. */
import { UserError } from '../core/problem.ts'
import { randomOf } from '../core/random.ts'
import type { AssignmentRecord, StudyExtended } from '../record/events.ts'
import { meant } from '../scenario/nearest.ts'
import { assignmentOf, blocks, designCells } from './design.ts'
import type { Study } from './load.ts'
import { type ChangeOptions, changedWhen, changing, mustHavePlan } from './open-change.ts'
import { mustMatch } from './registration.ts'
import { STUDY_STREAM } from './survey.ts'

/** What is added: whole blocks, or single cells of pairings in a block of their own. */
export interface Addition {
  readonly blocks?: number
  /** `oo/a4`: cell a4 of the pairing oo. */
  readonly cells?: readonly string[]
}

/**
 * Adds assignments to the record, with the reason and what had been seen of outcomes. Throws a UserError where the
 * study on disk is not the one in the record, or a cell is not known.
 */
export const extendStudy = (
  study: Study,
  addition: Addition,
  reason: string,
  options: ChangeOptions,
): Promise<StudyExtended> =>
  changing(study, options, ({ survey, journal }) => {
    const plan = mustHavePlan(survey, study)
    mustMatch(study, plan, options.versions)
    const last = plan.assignments.reduce((most, { block }) => Math.max(most, block), 0)
    const extension = `x${plan.extensions.length + 1}`
    const assignments = added(study, addition, last).map((one) => ({ ...one, extension }))
    const event: StudyExtended = {
      type: 'study.extended',
      ...changedWhen(plan, survey, reason),
      extension,
      assignments,
    }
    journal.append(STUDY_STREAM, event)
    return event
  })

function added(study: Study, { blocks: count = 0, cells = [] }: Addition, last: number): AssignmentRecord[] {
  const { design } = study
  const whole = blocks(design, last + 1, last + count, (levels) => study.variantOf(levels))
  if (cells.length === 0) return whole
  const known = designCells(design)
  const names = Object.keys(design.pairings).flatMap((pairing) =>
    known.map((cell) => `${pairing}/${cell.assignment}`),
  )
  const wrong = cells.filter((cell) => !names.includes(cell))
  if (wrong.length > 0) {
    throw new UserError(
      wrong.map((found) => ({
        file: study.file,
        message: 'The design has no such cell.',
        found,
        expected: `a pairing and an assignment: ${names.slice(0, 4).join(', ')}${names.length > 4 ? ', …' : ''}`,
        mend: meant(found, names),
      })),
    )
  }
  const block = last + count + 1
  const single = randomOf('order of block', design.seed, block).shuffle([...cells])
  return [
    ...whole,
    ...single.map((name, i) => {
      const [pairing, assignment] = name.split('/') as [string, string]
      const cell = known.find((one) => one.assignment === assignment)!
      return assignmentOf(design, pairing, cell, block, i + 1, study.variantOf(cell.levels))
    }),
  ]
}
