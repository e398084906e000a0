/** What `parley label` does. */
import { readFile } from 'node:fs/promises'
import { EXIT, UserError } from '../../core/problem.ts'
import { VERSION } from '../../core/version.ts'
import { csvText } from '../../publication/csv.ts'
import { readRows } from '../../study/csv-rows.ts'
import { COLUMNS, labelsOf, sheetRows } from '../../study/label/files.ts'
import { studyPlace } from '../../study/load.ts'
import { type LabelPass, openLabels } from '../../study/passes/label-pass.ts'
import { random } from '../change-options.ts'
import type { Options } from '../commands/label.ts'
import type { Io } from '../io.ts'
import { labelByKey } from '../label/terminal.ts'
import { look } from '../look.ts'
import { withReader } from '../with-reader.ts'

export async function label(path: string, options: Options, io: Io): Promise<void> {
  const { record: file } = await studyPlace(path)
  const { coder = 'coder', seed, sample, again, sheet, labels } = options
  // What is wrong with the study comes before what is wrong with the place.
  await withReader(file, async () => undefined)
  const byKey = !sheet && labels === undefined
  if (byKey && !(process.stdin.isTTY && io.terminal)) {
    const message = 'Labelling by key needs a terminal.'
    const mend = 'Print a sheet with --sheet, and take it in with --labels <file>.'
    throw new UserError([{ file: 'standard input', message, mend }], EXIT.usage)
  }
  const filled = labels === undefined ? undefined : await rowsOf(labels)
  // Whoever reads the transcripts sees how talks ended.
  await look(file, 'label', io)
  const pass = await openLabels(file, {
    ...{ now: io.now, random, parley: VERSION, coder },
    ...(seed === undefined ? {} : { seed }),
    ...(sample === undefined ? {} : { sample }),
    ...(again ? { again } : {}),
    ...(labels !== undefined && seed === undefined ? { begun: true } : {}),
  })
  if (!pass) {
    io.note(`${coder} has labelled every finished talk already; --again shows them once more.`)
    return
  }
  try {
    if (sheet) return io.out(sheetText(pass))
    let finished = false
    if (filled && labels !== undefined) {
      const found = labelsOf(filled, pass.items, labels)
      for (const [item, one] of found) await pass.label(item, one)
      finished = await pass.finish()
    } else finished = await labelByKey(pass, io)
    tell(pass, finished, coder, options, io)
  } finally {
    await pass.leave()
  }
}

const sheetText = (pass: LabelPass): string =>
  csvText([
    COLUMNS,
    ...sheetRows(pass.items, pass.labels).map((row) => COLUMNS.map((name) => row[name])),
  ]).trimEnd()

async function rowsOf(file: string) {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError([
      { file, message: code === 'ENOENT' ? 'There is no such file.' : `The file cannot be read: ${code}.` },
    ])
  }
  const [head, ...rows] = readRows(text, file)
  const names = head?.cells.map((name) => name.trim()) ?? []
  for (const name of ['item', 'agreed']) {
    if (names.includes(name)) continue
    const message = `The sheet has no column "${name}".`
    throw new UserError([{ file, line: 1, message, found: names.join(', '), expected: COLUMNS.join(', ') }])
  }
  return rows.map(({ line, cells }) => ({
    line,
    fields: Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ''])),
  }))
}

function tell(pass: LabelPass, finished: boolean, coder: string, { json }: Options, io: Io): void {
  const { items, labels } = pass
  const skipped = [...labels.values()].filter(({ agreed }) => agreed === undefined).length
  const told = {
    pass: pass.pass,
    coder,
    talks: items.length,
    labelled: labels.size - skipped,
    skipped,
    finished,
  }
  if (json) io.out(JSON.stringify(told, null, 2))
  else {
    const skips = skipped > 0 ? `, ${skipped} skipped` : ''
    io.out(`Pass ${told.pass}: ${coder} has labelled ${told.labelled} of ${told.talks} talks${skips}.`)
    if (!finished) io.note('The same command goes on with the rest.')
  }
  if (!finished) process.exitCode = EXIT.stopped
}
