/** What `parley plan` does. */
import { asPlanned, surveyOf } from '../../study/as-planned.ts'
import { makePlan } from '../../study/plan.ts'
import { playedSoFar } from '../../study/read-spending.ts'
import { loadAudited } from '../audit-option.ts'
import { noteSettings } from '../before-run.ts'
import type { Options } from '../commands/plan.ts'
import type { Io } from '../io.ts'
import { pricerOf } from '../money-options.ts'
import { planJson } from '../plan-json.ts'
import { planText } from '../plan-text.ts'
import { noteWarnings } from '../warnings.ts'

export async function plan(path: string, options: Options, io: Io): Promise<void> {
  const onDisk = await loadAudited(path, options)
  const study = asPlanned(onDisk, await surveyOf(onDisk))
  const pricer = await pricerOf(options)
  const found = makePlan(study, pricer, await playedSoFar(study.record, pricer, study.negotiators))
  await noteWarnings(path, io)
  await noteSettings(onDisk, options.prices, io)
  if (options.json) io.out(JSON.stringify(planJson(found), null, 2))
  else {
    const prices = options.prices === undefined ? '' : ` --prices ${options.prices}`
    const audit = options.audit ? ' --audit' : ''
    io.out(planText(found, { path: `${path}${prices}${audit}`, columns: io.columns }))
  }
}
