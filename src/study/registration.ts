/**
 * The first event of a study's record holds everything that its negotiations are played and scored by. A later run
 * must find the same on disk, else its results would be of another study.
 */
import { UserError } from '../core/problem.ts'
import { FORMAT, type PackRecord, type StudyCreated } from '../record/events.ts'
import { scenarioHash } from '../record/scenario-hash.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import { changesOf, problemOf } from './changes.ts'
import { designRecord } from './design.ts'
import type { Study } from './load.ts'
import { hasModels } from './models.ts'
import type { Variant } from './variants.ts'

/** The versions that a record names; they are noted and not compared. */
export interface Versions {
  readonly parley: string
  readonly node: string
}

const packOf = ({ scenario }: Variant): PackRecord => ({
  scenario: scenarioHash(scenario),
  pack: scenario.files,
})

/** The scenarios of a study as its record holds them: its own, and the further ones by name. */
function packsOf(study: Study): PackRecord & Pick<StudyCreated, 'variants'> {
  const [own, ...more] = study.variants as [Variant, ...Variant[]]
  const named = more.map((variant) => [variant.name!, packOf(variant)] as const)
  return { ...packOf(own), ...(named.length > 0 ? { variants: Object.fromEntries(named) } : {}) }
}

/** The first event of a study's own stream. */
export function registration(study: Study, versions: Versions): StudyCreated {
  const { protocol } = study.game(study.opener[0]!)
  return {
    type: 'study.created',
    format: FORMAT,
    study: study.id,
    title: study.title,
    seed: study.seed,
    ...packsOf(study),
    negotiators: study.negotiators,
    ...(hasModels(study) ? { calls: { ...study.calls } } : {}),
    assignments: study.assignments,
    design: designRecord(study.design),
    ...(study.analysis ? { analysis: { ...study.analysis } } : {}),
    ...(study.audit === undefined ? {} : { audit: study.audit }),
    protocol: protocol.name,
    version: protocol.version,
    parley: versions.parley,
    node: versions.node,
  }
}

const MEND =
  'Undo the change to go on; or note it, with its reason, by parley amend; or copy the study into a new folder, without its record, and give it an id of its own.'
const MEND_DESIGN =
  'Undo the change to go on; parley extend adds assignments; another design is another study: copy it into a new folder, without its record, and give it an id of its own.'

/**
 * Throws a UserError that names everything in which the study on disk differs from what is in force in its record:
 * texts of the scenario, prompts, negotiators, design, planned analysis, rules.
 */
export function mustMatch(study: Study, plan: StudyPlan, versions: Versions): void {
  const since = plan.registered ? 'was registered' : 'began'
  const problems = changesOf(study, plan, registration(study, versions)).map((change) =>
    problemOf(change, since, change.kind === 'design' ? MEND_DESIGN : MEND),
  )
  if (problems.length > 0) throw new UserError(problems)
}
