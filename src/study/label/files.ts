/** Labels as a sheet: what a person fills in elsewhere, and reading it back. */
import { type Problem, UserError } from '../../core/problem.ts'
import { type Label, labelText, readLabel, VERDICTS, type Verdict } from '../../record/passes/label.ts'
import { type Item, type Talk, transcriptText } from './sheet.ts'

/** The columns of a sheet. */
export const COLUMNS = ['item', 'transcript', 'kinds', 'agreed', 'kind', 'note'] as const

/** The sheet's rows: an item each, with its label where it has one. */
export const sheetRows = (
  items: readonly Item<Talk>[],
  labels: ReadonlyMap<string, Label>,
): Record<(typeof COLUMNS)[number], string>[] =>
  items.map(({ item, talk }) => {
    const { agreed = '', kind = '', note = '' } = labels.get(item) ?? {}
    return { item, transcript: transcriptText(talk), kinds: talk.kinds.join(' | '), agreed, kind, note }
  })

/** A row of a filled-in sheet, and the line that it begins on. */
export interface SheetRow {
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Reads the labels of a filled-in sheet; rows without a word in "agreed" and "kind" are left open. A kind alone means
 * an agreement of it; `skip` passes a talk over. Throws a UserError with everything that is wrong.
 */
export function labelsOf(
  rows: readonly SheetRow[],
  items: readonly Item<Talk>[],
  file: string,
): Map<string, Label> {
  const known = new Map(items.map(({ item, talk }) => [item, talk]))
  const problems: Problem[] = []
  const labels = new Map<string, Label>()
  for (const { line, fields } of rows) {
    const item = (fields.item ?? '').trim()
    const talk = known.get(item)
    const tell = (problem: Omit<Problem, 'file' | 'line'>): void =>
      void problems.push({ file, line, ...problem })
    if (!talk) {
      tell({
        message: 'No talk of this pass has that name.',
        found: item,
        mend: 'print the sheet anew: --sheet',
      })
      continue
    }
    if (labels.has(item)) tell({ message: 'The talk stands twice in the sheet.', found: item })
    const kind = (fields.kind ?? '').trim()
    const said = (fields.agreed ?? '').trim().toLowerCase()
    const note = (fields.note ?? '').trim()
    if (kind === '' && said === '') continue
    const agreed = VERDICTS_BY_WORD[said === '' ? 'yes' : said]
    if (agreed === undefined) {
      tell({ message: 'This is no answer.', found: said, expected: `${VERDICTS.join(', ')} or skip` })
      continue
    }
    const label: Label = {
      ...(agreed === 'skip' ? {} : { agreed }),
      ...(kind === '' ? {} : { kind }),
      ...(note === '' ? {} : { note }),
    }
    const read = readLabel(labelText(label), talk.kinds)
    if ('problem' in read)
      tell({ message: `This is no label: ${read.problem}.`, found: kind, expected: talk.kinds.join(', ') })
    else labels.set(item, read)
  }
  if (problems.length > 0) throw new UserError(problems)
  return labels
}

const VERDICTS_BY_WORD: Readonly<Record<string, Verdict | 'skip'>> = {
  ...{ yes: 'yes', y: 'yes', true: 'yes', '1': 'yes' },
  ...{ no: 'no', n: 'no', false: 'no', '0': 'no' },
  ...{ unsure: 'unsure', u: 'unsure', '?': 'unsure' },
  ...{ skip: 'skip', s: 'skip' },
}
