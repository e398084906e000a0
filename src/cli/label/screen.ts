/** What a person who labels sees: the transcript, how far they are, and what each key does. */
import { type Label, labelRead } from '../../record/passes/label.ts'
import { FINISH, KEYS, kindKeys } from '../../study/label/session.ts'
import { type Talk, transcriptText } from '../../study/label/sheet.ts'
import { safe, safeLine } from '../text.ts'
import { wrap } from '../wrap.ts'

export interface Screen {
  /** From 1. */
  readonly number: number
  readonly all: number
  readonly item: string
  readonly talk: Talk
  /** What was said of it before. */
  readonly label?: Label | undefined
  readonly note?: string | undefined
}

/** One talk with its keys, to be printed as it stands. Nothing of it tells who talked. */
export function screenText({ number, all, item, talk, label, note }: Screen, columns: number): string {
  const width = Math.max(40, Math.min(columns, 90))
  const rule = '─'.repeat(width)
  const before = [
    ...(label ? [`You said: ${labelRead(label)}${label.note === undefined ? '' : ` (${label.note})`}`] : []),
    ...(note === undefined || note === '' ? [] : [`Your note: ${note}`]),
  ]
  return [
    rule,
    `Talk ${number} of ${all}, ${item}`,
    rule,
    '',
    wrap(safe(transcriptText(talk)), width),
    '',
    rule,
    ...before.map((line) => safeLine(line)),
    ...keyLines(talk, width),
  ].join('\n')
}

/** What each key does, and what each kind means. */
function keyLines({ kinds, means = {} }: Pick<Talk, 'kinds' | 'means'>, width: number): string[] {
  const own = kindKeys(kinds).map(([key, kind]) => {
    const meaning = means[kind] === undefined ? '' : `. ${means[kind]}`
    return wrap(safeLine(`agreed: ${kind}${meaning}`), width, `  ${key}  `, '     ')
  })
  const others = Object.entries(KEYS).map(([key, does]) => `  ${key}  ${does}`)
  return [...own, ...others]
}

/** Shown after the last talk. */
export const lastText = (labelled: number, all: number): string =>
  labelled < all
    ? `That was the last talk; ${all - labelled} of ${all} have no label yet.\n  b  back\n  q  quit`
    : `All ${all} talks are labelled.\n  ${FINISH}  finish: nothing can be changed afterwards\n  b  back\n  q  quit, and finish another time`
