/**
 * 'Check this yourself': loaded when a reader asks for it. It starts the worker that does the work and shows how far
 * that is; nothing leaves the reader's device.
 */
import type { CheckMessage, CheckTask } from './check/messages.ts'
import { beforeAll, standing } from './check/steps.ts'
import { checkView } from './check/view.ts'

/** Checks what lies at `task.base` and shows it in `place`. Resolves when it has ended, however it did. */
export function startCheck(place: HTMLElement, task: CheckTask): Promise<void> {
  const view = checkView(place)
  view.show(beforeAll)
  const worker = new Worker(new URL('./check/worker.ts', import.meta.url), { type: 'module' })
  return new Promise<void>((ended) => {
    worker.onmessage = ({ data }: MessageEvent<CheckMessage>): void => {
      if (data.step === 'failed') view.fail(data.message)
      else view.show(standing(data))
      if (data.step === 'failed' || data.step === 'done') ended()
    }
    worker.onerror = (event): void => {
      view.fail(`The check could not be loaded. ${event.message ?? ''}`.trim())
      ended()
    }
    worker.postMessage(task)
  }).finally(() => worker.terminate())
}
