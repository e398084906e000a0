/** The scenario that a record holds beside the one that lies on disk now: a note, since the record is what counts. */
import { UserError } from '../core/problem.ts'
import type { Verifier } from '../record/verify.ts'
import { loadStudy, studyPlace } from '../study/load.ts'
import { readBytes } from './read-text.ts'

/** Notes on the study's folder; empty where there is no study.yaml, or where nothing differs. */
export async function comparePack({ plan }: Verifier, folder: string): Promise<string[]> {
  if (!plan) return []
  const { pack } = plan.now.own
  const { file } = await studyPlace(folder)
  const there = await readBytes(file).then(
    () => true,
    () => false,
  )
  if (!there) return []
  try {
    const study = await loadStudy(folder)
    const now = study.scenario.files
    const names = [...new Set([...Object.keys(pack), ...Object.keys(now)])]
    const other = names.find((name) => pack[name] !== now[name])
    if (other === undefined) return []
    const place = study.place(other)
    const how = now[other] === undefined ? 'is gone' : pack[other] === undefined ? 'is new' : 'has changed'
    return [
      `${place} ${how} since the record was last amended or begun; the record was checked by the scenario that it holds.`,
    ]
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return [
      `The study on disk cannot be read now (${error.problems[0]?.message}); the record was checked by what it holds.`,
    ]
  }
}
