/** Readers of talks against each other, as tables and notes of a report. */
import type { Bin } from '../agreement/calibration.ts'
import type { Compared, Readers, Said, TalkReader } from '../agreement/compare-readers.ts'
import type { ReportTable } from '../report.ts'
import { NONE } from '../report-spread.ts'

const share = (value: number | undefined): string =>
  value === undefined ? NONE : `${(value * 100).toFixed(1)}%`
/** With two decimals; what rounds to nothing has no sign. */
const decimals = (value: number): string => value.toFixed(2).replace(/^-(0\.00)$/, '$1')
const two = (value: number | undefined): string => (value === undefined ? NONE : decimals(value))
/** Nothing where an interval has no width that would show: that is rounding, and no certainty. */
function range(one: { readonly low: number; readonly high: number } | undefined): string {
  if (!one) return NONE
  const [low, high] = [decimals(one.low), decimals(one.high)]
  return low === high ? NONE : `${low} to ${high}`
}

/** All tables of the readers; none where there are fewer than two. */
export function readerTables(readers: readonly TalkReader[], compared: Readers): ReportTable[] {
  if (readers.length < 2) return []
  return [
    readTable(readers),
    agreementTable(readers, compared),
    ...compared.pairs.filter(({ of, table }) => of === 'kind' && table.units > 0).map(confusionTable),
    ...calibrationTables(compared),
    ...disputeTable(compared),
  ]
}

/** Who has read how much, so that a reader whose readings are missing shows before any figure about it. */
function readTable(readers: readonly TalkReader[]): ReportTable {
  const counts = (said: readonly Said[]): string[] =>
    said.length === 0
      ? [NONE, NONE]
      : [String(said.length), String(said.filter(({ agreed }) => agreed === undefined).length)]
  return {
    title: 'Who has read the talks',
    caption:
      "Of the talks that somebody has read after they had ended. Whole talks: a talk's own observer counts by how the talk ended, later observers by their reading at its close or its last message, people by their label; messages: what was read after each. Unknown: readings that are missing, interrupted talks, labels that say unsure. They are left out of what follows.",
    head: ['reader', 'talks', 'unknown', 'messages', 'unknown'],
    rows: readers.map(({ name, talks, messages }) => [
      name,
      ...counts([...talks.values()]),
      ...counts([...messages.values()].flatMap((one) => [...one.values()])),
    ]),
    align: 'lrrrr',
  }
}

const OF = { kind: 'kind', agreed: 'agreed or not', messages: 'agreed or not, by message' } as const

function agreementTable(all: readonly TalkReader[], { pairs, together }: Readers): ReportTable {
  const rows = pairs.map(({ first, second, of, table, raw, kappa, alpha }, i) => {
    const before = pairs[i - 1]
    const same = before?.first === first && before.second === second
    return [
      same ? '' : `${first} and ${second}`,
      OF[of],
      String(table.units),
      share(raw),
      two(kappa?.kappa),
      of === 'messages' ? NONE : range(kappa),
      two(alpha?.alpha),
      range(alpha),
    ]
  })
  const which = all.some(({ ruleBased }) => ruleBased) ? 'that are not by rules' : 'together'
  const pooled = together.map(({ of, readers, alpha }, i) => [
    i === 0 ? `all ${readers.length} ${which}` : '',
    OF[of],
    String(alpha.units),
    ...[NONE, NONE, NONE],
    two(alpha.alpha),
    range(alpha),
  ])
  return {
    title: 'Agreement of readers',
    caption:
      "Units: talks (or messages) that both have read; raw: share of which both say the same; kappa: Cohen's, with its large-sample 95 % interval; alpha: Krippendorff's for nominal data, with a bootstrap interval over talks. – stands where nothing can be compared, or chance alone would agree everywhere; for intervals over messages, which are not independent within a talk; and where all agree, so that such an interval would have no width.",
    head: ['readers', 'of', 'units', 'raw', 'kappa', 'interval', 'alpha', 'interval'],
    rows: [...rows, ...pooled],
    align: 'llrrrrrr',
  }
}

function confusionTable({ first, second, table }: Compared): ReportTable {
  const used = table.categories.map(
    (_, i) => table.counts[i]!.some((n) => n > 0) || table.counts.some((row) => row[i]! > 0),
  )
  const kept = table.categories.flatMap((category, i) => (used[i] ? [{ category, i }] : []))
  const left =
    table.left > 0
      ? ` ${table.left} talks that one of them did not read, or was unsure of, are left out.`
      : ''
  return {
    title: `${first} against ${second}`,
    caption: `Talks by kind: rows are what ${first} says, columns what ${second} says.${left}`,
    head: ['', ...kept.map(({ category }) => category)],
    rows: kept.map((row) => [row.category, ...kept.map((column) => String(table.counts[row.i]![column.i]!))]),
    align: `l${'r'.repeat(kept.length)}`,
  }
}

function calibrationTables({ calibration }: Readers): ReportTable[] {
  if (calibration.length === 0) return []
  const rows = calibration.flatMap(({ observer, person, of }) => {
    const bins = of.bins.filter(({ n }) => n > 0)
    return [
      ...bins.map((bin, i) => [
        i === 0 ? observer : '',
        i === 0 ? person : '',
        binText(bin),
        String(bin.n),
        two(bin.confidence),
        share(bin.right),
      ]),
      ['', '', `all: Brier score ${of.brier.toFixed(3)}`, String(of.n), '', `over ${decimals(of.over)}`],
    ]
  })
  return [
    {
      title: 'Calibration of confidence',
      caption:
        'Readings of whole talks by the confidence that came with them; right: share whose kind is that of the label; Brier score: mean squared distance of confidence and being right, 0 is perfect; over: mean confidence less the share that is right.',
      head: ['observer', 'label', 'confidence', 'talks', 'mean', 'right'],
      rows,
      align: 'lllrrr',
    },
  ]
}

const binText = ({ from, to }: Bin): string => `${from.toFixed(2)} to ${to.toFixed(2)}`

function disputeTable({ disputed }: Readers): ReportTable[] {
  if (disputed.length === 0) return []
  return [
    {
      title: 'Closes that people dispute',
      caption:
        'Both: talks of which both say whether the two agreed. Not agreed: those in which the observer reports an agreement and the person says that there is none; open: the reverse.',
      head: ['observer', 'label', 'both', 'not agreed', 'open', 'talks'],
      rows: disputed.map(({ observer, person, judged, closedTooEarly, leftOpen }) => [
        observer,
        person,
        String(judged),
        String(closedTooEarly.length),
        String(leftOpen.length),
        [...closedTooEarly, ...leftOpen].slice(0, MOST_NAMES).join(', ') +
          (closedTooEarly.length + leftOpen.length > MOST_NAMES ? ', …' : ''),
      ]),
      align: 'llrrrl',
    },
  ]
}

/** How many talks are named in a table; the data holds all. */
const MOST_NAMES = 5
