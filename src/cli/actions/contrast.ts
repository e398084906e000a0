/** What `parley contrast` does. */
import { EXIT, UserError } from '../../core/problem.ts'
import { kindsOf } from '../../record/passes/readings.ts'
import { meant } from '../../scenario/nearest.ts'
import type { TalkReader } from '../../study/agreement/compare-readers.ts'
import { cloneNotes, cloneTables, reportClones } from '../../study/clones/clone-report.ts'
import { studyPlace } from '../../study/load.ts'
import { clonesOf, endsOf, referenceOf } from '../../study/passes/clone-ends.ts'
import { readersOf, readPasses } from '../../study/passes/readers.ts'
import { readTalks } from '../../study/passes/talks.ts'
import type { Options } from '../commands/contrast.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { terminalTables } from '../study-report.ts'
import { withReader } from '../with-reader.ts'
import { wrap } from '../wrap.ts'

export async function contrast(path: string, options: Options, io: Io): Promise<void> {
  const { record: file } = await studyPlace(path)
  await look(file, 'contrast', io)
  const { record, readers } = await withReader(file, async (reader) => {
    const record = await readTalks(reader, file)
    return { record, readers: readersOf(record, await readPasses(reader, record, file)) }
  })
  const clones = clonesOf(record)
  const kinds = [...new Set(record.talks.flatMap(({ game }) => kindsOf(game)))]
  const { by, own } = readerOf(readers, options.by, file)
  const reference = chosen('--reference', options.reference, clones, referenceOf(clones))
  const kind = chosen('--kind', options.kind, kinds, kinds[0])
  if (clones.length < 2) {
    const message = `The study has talks of one scenario alone, ${reference}: there is nothing to set it against.`
    const mend = 'Name several scenarios in study.yaml: "scenario: { orange: …, battery: … }".'
    throw new UserError([{ file, message, mend }])
  }
  const ends = endsOf(record, own, () => clones[0]!)
  const report = reportClones(ends, { clones, kinds, reference, kind })
  if (options.json)
    return io.out(JSON.stringify({ study: record.plan.created.study, by, ...report }, null, 2))
  const layout = { columns: io.columns, color: io.terminal && !io.env.NO_COLOR }
  const notes = cloneNotes(report).map((note) =>
    wrap(note, Math.max(40, Math.min(io.columns, 100)), '• ', '  '),
  )
  io.out(
    [terminalTables(cloneTables(report, by), layout), ...(notes.length > 0 ? [notes.join('\n')] : [])].join(
      '\n\n',
    ),
  )
}

/** Whose readings count: those in the talks, or those of a pass. */
function readerOf(
  readers: readonly TalkReader[],
  pass: string | undefined,
  file: string,
): { by: string; own: TalkReader[] } {
  if (pass === undefined) {
    const own = readers.filter(({ as }) => as === 'first')
    return { by: own.map(({ name }) => name).join(', ') || "the talks' own observer", own }
  }
  const found = readers.filter(
    ({ name, as }) => as !== 'first' && [',', ')'].some((end) => name.includes(`(${pass}${end}`)),
  )
  if (found.length > 0) return { by: found.map(({ name }) => name).join(', '), own: found }
  const passes = readers.filter(({ as }) => as !== 'first').map(({ name }) => name)
  const message = `No pass of this record is called "${pass}".`
  throw new UserError(
    [{ file, message, found: pass, expected: passes.join(', ') || 'a pass: there is none yet' }],
    EXIT.usage,
  )
}

function chosen(
  option: string,
  given: string | undefined,
  known: readonly string[],
  usual: string | undefined,
): string {
  const name = given ?? usual
  if (name !== undefined && known.includes(name)) return name
  const message = name === undefined ? 'No talk has ended yet.' : `There is none of this name.`
  throw new UserError(
    [{ file: option, message, ...(name === undefined ? {} : { found: name, mend: meant(name, known) }) }],
    EXIT.usage,
  )
}
