/** The option of free talk that `parley plan`, `register` and `run` share: talks that go on after their close. */
import type { Command } from 'commander'
import { EXIT, UserError } from '../core/problem.ts'
import type { Study } from '../study/load.ts'

export interface AuditOptions {
  readonly audit?: boolean
}

export const auditOption = (command: Command): Command =>
  command.option('--audit', 'in free talk: talk on after the close, to see how often it was right')

/** The study as it is loaded with the option. Throws a UserError where nothing in it is closed by an observer. */
export async function loadAudited(path: string, { audit }: AuditOptions): Promise<Study> {
  const { loadStudy } = await import('../study/load.ts')
  const study = await loadStudy(path, audit === undefined ? {} : { audit })
  if (!audit) return study
  const { isObserved } = await import('../study/check.ts')
  if (isObserved(study.scenario)) return study
  const message = 'Only talks that an observer closes can be audited.'
  throw new UserError([{ file: '--audit', message, found: study.scenario.protocol.type }], EXIT.usage)
}
