/** What `parley observe` does. */
import { studyPlace } from '../../study/load.ts'
import { observerJson, observerReport } from '../../study/passes/observers.ts'
import { findReader, mustObserve } from '../../study/passes/reader.ts'
import { readTalks } from '../../study/passes/talks.ts'
import type { PassTask } from '../../study/passes/task.ts'
import { mustFit, readWording } from '../../study/passes/wording.ts'
import type { Options } from '../commands/observe.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { missingWords, passJson, runPassFor } from '../run-pass.ts'
import { terminalTables } from '../study-report.ts'
import { withReader } from '../with-reader.ts'

export async function observe(path: string, options: Options, io: Io): Promise<void> {
  const { record: file, file: studyFile } = await studyPlace(path)
  const { plan } = await withReader(file, (reader) => readTalks(reader, file))
  const reader = await findReader({ named: options.with, file: options.file, plan, studyFile })
  mustObserve(reader)
  const wording = options.wording === undefined ? undefined : await readWording(options.wording)
  const task: PassTask = {
    ...{ what: 'observe', reader: reader.name, settings: reader.settings },
    turns: options.at === 'each' ? 'each' : 'last',
    ...(wording ? { templates: wording.templates } : {}),
  }
  const summary = await runPassFor(file, task, [reader.spec], options, io, (talks) => {
    if (wording) mustFit(wording, [...new Set(talks.map(({ game }) => game.scenario))])
  })
  if (options.quiet && !options.json) return
  // Whoever sees how readers agree has seen outcomes.
  await look(file, 'observe', io)
  const report = await withReader(file, async (reader) =>
    observerReport(reader, await readTalks(reader, file), file),
  )
  if (options.json) {
    const told = { pass: passJson(summary), ...(report ? observerJson(report) : {}) }
    return io.out(JSON.stringify(told, null, 2))
  }
  const { pass, closed, talks } = summary
  if (pass !== undefined) {
    const missing = missingWords(summary, 'readings')
    io.out(`Pass ${pass}: ${reader.name} has been through ${closed} of ${talks} talks.${missing}\n`)
  }
  if (report)
    io.out(terminalTables(report.tables, { columns: io.columns, color: io.terminal && !io.env.NO_COLOR }))
}
