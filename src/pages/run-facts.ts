/** What somebody must know before a study is run: whether models are called, and what that may cost. */
import { UserError } from '../core/problem.ts'
import { dollars } from '../models/cost.ts'
import { isModel } from '../negotiators/registry.ts'
import { asPlanned, surveyOf } from '../study/as-planned.ts'
import { loadStudy } from '../study/load.ts'
import { makePlan } from '../study/plan.ts'
import type { Pricer } from '../study/pricing.ts'
import { playedSoFar } from '../study/read-spending.ts'
import { count } from './sections/contract.ts'

export interface RunFacts {
  /** Models are called. */
  readonly costs: boolean
  /** Why it cannot be run from here at all. */
  readonly needs?: string
  /** What is left may cost, in words. */
  readonly estimate?: string
}

/** `folder`: of the study. */
export async function runFacts(folder: string, pricer: Pricer): Promise<RunFacts> {
  try {
    const onDisk = await loadStudy(folder)
    const specs = Object.values(onDisk.negotiators)
    if (specs.some((spec) => 'person' in spec))
      return { costs: false, needs: 'A person sits in it: it is played at its table.' }
    if (!specs.some(isModel)) return { costs: false }
    const study = asPlanned(onDisk, await surveyOf(onDisk))
    const plan = makePlan(study, pricer, await playedSoFar(study.record, pricer, study.negotiators))
    const { left, total, block } = plan
    if (left === 0) return { costs: true }
    const { least, most } = total.usd ?? {}
    const cost =
      least && most
        ? `may cost ${dollars(least)} to ${dollars(most)}`
        : 'costs what is not known: a price is missing, so that no cap can be kept'
    const blocks = block.usd?.most
      ? ` A block of its design costs ${dollars(block.usd.most)} at most; a cap that leaves less begins none.`
      : ''
    return { costs: true, estimate: `What is left, ${count(left, 'negotiation')}, ${cost}.${blocks}` }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { costs: false, needs: error.problems[0]?.message ?? 'The study cannot be read.' }
  }
}
