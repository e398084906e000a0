/** What `parley probe` does. */
import { readFile } from 'node:fs/promises'
import { type Problem, UserError } from '../../core/problem.ts'
import { isModel, type NegotiatorSpec } from '../../negotiators/registry.ts'
import { type PassTask, TALKERS } from '../../record/passes/asked.ts'
import { QUESTION } from '../../record/passes/probe.ts'
import { readTemplate } from '../../scenario/templates-check.ts'
import { studyPlace } from '../../study/load.ts'
import { canBeAsked, probeTables, readProbes } from '../../study/passes/probes.ts'
import { findReader, type Reader } from '../../study/passes/reader.ts'
import { readTalks } from '../../study/passes/talks.ts'
import { specOf } from '../../study/passes/task.ts'
import { mustFit } from '../../study/passes/wording.ts'
import type { Options } from '../commands/probe.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { missingWords, passJson, runPassFor } from '../run-pass.ts'
import { terminalTables } from '../study-report.ts'
import { withReader } from '../with-reader.ts'

export async function probe(path: string, options: Options, io: Io): Promise<void> {
  const { record: file, file: studyFile } = await studyPlace(path)
  const record = await withReader(file, (reader) => readTalks(reader, file))
  const { plan, talks } = record
  const named = options.with !== undefined || options.file !== undefined
  const other = named
    ? mustBeModel(await findReader({ named: options.with, file: options.file, plan, studyFile }))
    : undefined
  if (!other && talks.length > 0 && !talks.some(canBeAsked)) {
    const message = 'No model talked in this study: scripts know nothing that could be asked for.'
    throw new UserError([{ file, message, mend: 'Ask a model in their place: --with <provider>:<model>.' }])
  }
  const question = options.question === undefined ? undefined : await questionOf(options.question)
  const task: PassTask = {
    ...{ what: 'probe', reader: other?.name ?? TALKERS, settings: other?.settings ?? {}, turns: 'last' },
    ...(question === undefined ? {} : { templates: { [QUESTION]: question } }),
  }
  const specs: NegotiatorSpec[] = other
    ? [other.spec]
    : Object.values(plan.now.negotiators).flatMap((one) => specOf(one) ?? [])
  const summary = await runPassFor(file, task, specs, options, io, (asked) => {
    if (question === undefined) return
    const templates = { opening: question, turn: question }
    const place = (): string => options.question!
    mustFit({ templates, place }, [...new Set(asked.map(({ game }) => game.scenario))])
  })
  if (options.quiet && !options.json) return
  await look(file, 'probe', io)
  const found = await withReader(file, async (reader) =>
    readProbes(reader, await readTalks(reader, file), file, options.terms),
  )
  if (options.json) {
    const answers = found.map(({ said: _, ...answer }) => answer)
    return io.out(JSON.stringify({ pass: passJson(summary), answers }, null, 2))
  }
  const { pass, closed, talks: all } = summary
  if (pass !== undefined)
    io.out(`Pass ${pass}: asked after ${closed} of ${all} talks.${missingWords(summary, 'answers')}\n`)
  io.out(terminalTables(probeTables(found), { columns: io.columns, color: io.terminal && !io.env.NO_COLOR }))
}

function mustBeModel(reader: Reader): Reader {
  if (isModel(reader.spec)) return reader
  const message = `${reader.name} is no model: it knows nothing that could be asked for.`
  throw new UserError([{ file: '--with', message, found: reader.name, mend: 'Name a model.' }])
}

/** The question as a template that can be read. */
async function questionOf(file: string): Promise<string> {
  let text: string
  try {
    text = (await readFile(file, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError([
      { file, message: code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read: ${code}.` },
    ])
  }
  const problems: Problem[] = []
  readTemplate(text, file, problems)
  if (problems.length > 0) throw new UserError(problems)
  return text.replace(/\n$/, '')
}
