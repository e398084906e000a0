/** The process in which an export or a check is made (in-child.ts). */
import { UserError } from '../core/problem.ts'
import { checkFolder } from './check-folder.ts'
import { exportStudy } from './export.ts'
import type { ChildMessage, ExportTold, Task } from './in-child.ts'
import type { FolderCheck } from './verify.ts'

const tell = (message: ChildMessage): void => void process.send!(message)

/** Often enough for a display, and seldom enough to cost nothing. */
const EVERY = 50

const progress = (done: number, all: number): void => {
  if (done % EVERY === 0 || done === all) tell({ kind: 'progress', done, all })
}

async function work(task: Task): Promise<ExportTold | FolderCheck> {
  if (task.kind === 'verify') {
    const { folder, ...options } = task
    return checkFolder(folder, { ...options, progress })
  }
  const { record, folder, ...options } = task
  const exported = await exportStudy(record, folder, { ...options, now: () => new Date(), progress })
  const { plan, attempts, turns, calls, events, head, manifest, sealed, depths } = exported
  return {
    study: plan.created.study,
    assignments: attempts.length,
    ...{ turns, calls, events, head, manifest },
    ...(sealed === undefined ? {} : { sealed }),
    differences: depths.flatMap((depth) => depth.differences),
  }
}

process.once('message', async (task: Task) => {
  try {
    tell({ kind: 'done', result: await work(task) })
  } catch (error) {
    const { message, stack = '' } = error as Error
    if (error instanceof UserError) tell({ kind: 'problems', problems: error.problems, exit: error.exit })
    else tell({ kind: 'fault', message, stack })
  }
  process.disconnect()
})
// Without its parent nobody wants what it makes.
process.once('disconnect', () => process.exit())
