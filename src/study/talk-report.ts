/** Tables of free talk: who talked, what kinds of agreement came of it, how the talks went, what was read. */
import { RULE_OBSERVER } from '../negotiators/rule-observer.ts'
import { OBSERVER } from '../protocols/seats.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { kindsOf, talkersWords, withKind } from '../record/kinds.ts'
import type { StudyPlan } from '../record/study-plan.ts'
import type { Cell } from './analysis.ts'
import type { ReportTable } from './report.ts'
import { NONE } from './report-spread.ts'
import type { Mean, TalkCell } from './scores/talk-cell.ts'

/** A row of a report: its cell, and what stands in its first columns. */
export interface TalkLine {
  readonly cell: Cell
  readonly names: readonly string[]
}

const percent = (share: number | undefined): string =>
  share === undefined ? NONE : `${(share * 100).toFixed(2)}%`
const mean = (figure: Mean | undefined): string => (figure ? figure.mean.toFixed(2) : NONE)

type Column = readonly [head: string, of: (cell: TalkCell) => string]

function tableOf(
  title: string,
  caption: string,
  heads: readonly string[],
  lines: readonly TalkLine[],
  columns: readonly Column[],
): ReportTable | undefined {
  const told = lines.flatMap(({ cell, names }) => (cell.talk ? [{ names, talk: cell.talk }] : []))
  if (told.length === 0) return undefined
  return {
    title,
    caption,
    head: [...heads, ...columns.map(([head]) => head)],
    rows: told.map(({ names, talk }) => [...names, ...columns.map(([, of]) => of(talk))]),
    align: `${'l'.repeat(heads.length)}${'r'.repeat(columns.length)}`,
  }
}

/** The tables of some rows; `by`: what the second column is, the opener or another factor. */
export function talkTables(
  lines: readonly TalkLine[],
  by: string,
  parties: readonly string[],
): ReportTable[] {
  const heads = ['pairing', by]
  const more = by === 'opener' ? '' : ` by ${by}`
  const kinds = lines.flatMap(({ cell }) => cell.talk?.kinds ?? []).map(({ kind }) => kind)
  const names = [...new Set(kinds)]
  const of = (cell: TalkCell, kind: string) => cell.kinds.find((one) => one.kind === kind)
  const unknown = lines.some(({ cell }) => cell.talk && cell.talk.unknown > 0)
  const confirming = lines.some(({ cell }) => cell.talk && cell.talk.readings.confirming > 0)
  const audited = lines.some(({ cell }) => cell.talk?.audit)
  const first = (which: 'need' | 'ask') =>
    parties.map(
      (party): Column => [
        `${party} ${which === 'need' ? 'tells' : 'asks'}`,
        (cell) => String(cell[which][party] ?? 0),
      ],
    )
  return [
    tableOf(
      `Kinds of agreement${more}`,
      'How many talks there are, with a known end, and with an unknown one (interrupted, running or not started); of the known ones the share of each kind, as the observer read it when it closed the talk.',
      heads,
      lines,
      [
        ['talks', (cell) => String(cell.talks)],
        ['known', (cell) => String(cell.known)],
        ['unknown', (cell) => String(cell.unknown)],
        ...names.map((kind): Column => [kind, (cell) => percent(of(cell, kind)?.share)]),
      ],
    ),
    unknown
      ? tableOf(
          `Kinds of agreement over all talks${more}`,
          'The least and the most that each share can be, whatever the talks with an unknown end would have come to. Bounds are no confidence intervals.',
          heads,
          lines,
          names.map((kind): Column => [kind, (cell) => range(of(cell, kind))]),
        )
      : undefined,
    tableOf(
      `Course of the talks${more}`,
      'Turns: mean messages of those with a known end. Trade found: mean of the first message after which the observer read an integrative kind, over the talks in which it did (how many). Tells: talks in which that party was the first whose words name what it needs; asks: the first with a question about what the other is after. Both are mechanical, by words alone, and counted over all talks that have begun, those with an unknown end too.',
      heads,
      lines,
      [
        ['turns', (cell) => mean(cell.turns)],
        ['trade found', (cell) => mean(cell.found)],
        ['in talks', (cell) => String(cell.found?.n ?? 0)],
        ['begun', (cell) => String(cell.begun)],
        ...first('need'),
        ...first('ask'),
      ],
    ),
    tableOf(
      `Readings${more}`,
      `Readings that were made${audited ? ', after the close too' : ''}; those that are missing (a missing reading is never a no)` +
        (confirming
          ? '; those that were made to confirm one; agreements that the first reading saw and the others did not bear out'
          : '') +
        '. Confidence: mean of what the observer said of itself when it closed a talk.',
      heads,
      lines,
      [
        ['readings', (cell) => String(cell.readings.made)],
        ['missing', (cell) => String(cell.readings.missing)],
        ...(confirming
          ? ([
              ['confirming', (cell) => String(cell.readings.confirming)],
              ['not borne out', (cell) => String(cell.unconfirmed)],
            ] satisfies Column[])
          : []),
        ['confidence', (cell) => mean(cell.confidence)],
      ],
    ),
    auditTable(lines, heads, more),
  ].filter((table) => table !== undefined)
}

const range = (kind: { readonly least: number; readonly most: number } | undefined): string =>
  kind ? `${percent(kind.least)} to ${percent(kind.most)}` : NONE

function auditTable(
  lines: readonly TalkLine[],
  heads: readonly string[],
  more: string,
): ReportTable | undefined {
  const told = lines.filter(({ cell }) => cell.talk?.audit)
  const share = (part: number, of: number): string => (of === 0 ? NONE : percent(part / of))
  const of = (text: (audit: NonNullable<TalkCell['audit']>) => string) => (cell: TalkCell) =>
    text(cell.audit!)
  return tableOf(
    `Audit of the closes${more}`,
    'Talks that went on after the observer had closed them: closes; later messages that were read; readings of them that are missing; share of the others that still report an agreement, and share of those with the kind that closed the talk; closes after which the last reading still reports one, of those with a last reading. A message counts by its first reading.',
    heads,
    told,
    [
      ['closes', of(({ closes }) => String(closes))],
      ['later', of(({ read }) => String(read))],
      ['missing', of(({ missing }) => String(missing))],
      ['still agreed', of(({ agreed, read, missing }) => share(agreed, read - missing))],
      ['same kind', of(({ sameKind, agreed }) => share(sameKind, agreed))],
      ['held to the end', of(({ held, heldOf }) => `${held} of ${heldOf}`)],
    ],
  )
}

/** What a reader must know of who observed talks. */
export function observerNotes({ assignments, now }: Pick<StudyPlan, 'assignments' | 'now'>): string[] {
  const observers = [...new Set(assignments.flatMap(({ seats }) => seats[OBSERVER] ?? []))]
  const rules = observers.filter(
    (name) => (now.negotiators[name] as { readonly script?: unknown } | undefined)?.script === RULE_OBSERVER,
  )
  return rules.map(
    (name) =>
      `The observer ${name} is rule-based: it reads the set phrases of scripted talkers and no other words. Its readings are no judgement of talk.`,
  )
}

/** Who plays which seat of each pairing, and who observes; pairings in the order of the study. */
export function seatsTable(
  assignments: readonly AssignmentRecord[],
  negotiators: Readonly<Record<string, unknown>>,
  pairings: readonly string[],
): ReportTable {
  const rows = new Map<string, { cells: readonly string[]; talks: number }>()
  const seats = [...new Set(assignments.flatMap((one) => Object.keys(one.seats)))]
  const kinds = kindsOf(negotiators)
  const place = ({ pairing }: AssignmentRecord): number => pairings.indexOf(pairing)
  for (const assignment of assignments.toSorted((a, b) => place(a) - place(b))) {
    const names = seats.map((seat) => assignment.seats[seat])
    const key = JSON.stringify([assignment.pairing, names])
    const talkers = seats.flatMap((seat, i) => (seat === OBSERVER ? [] : [negotiators[names[i] ?? '']]))
    const cells = [
      assignment.pairing,
      ...names.map((name) => (name === undefined ? NONE : withKind(name, kinds))),
      talkersWords(talkers) ?? NONE,
    ]
    rows.set(key, { cells, talks: (rows.get(key)?.talks ?? 0) + 1 })
  }
  return {
    title: 'Who talks and who observes',
    caption:
      'Each pairing with who sits on which seat and the model or script behind the name, whether both parties are powered by the same one, and how many talks are planned so.',
    head: ['pairing', ...seats, 'parties powered by', 'talks'],
    rows: [...rows.values()].map(({ cells, talks }) => [...cells, String(talks)]),
    align: `l${'l'.repeat(seats.length)}lr`,
  }
}
