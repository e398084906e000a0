/** readings.csv: what the observer read after each message, reading by reading, the missing ones among them. */
import { baseSeat, readingNumber } from '../protocols/seats.ts'
import type { AssignmentRecord } from '../record/events.ts'
import type { TurnReading } from '../record/play.ts'
import type { Replayed } from '../record/replay.ts'
import { type CallEvents, usageSum } from './call-sums.ts'
import { column, part, type Table } from './column.ts'
import { FILES } from './names.ts'
import { tokenColumns } from './table-of-attempts.ts'
import type { TalkNames } from './talk-columns.ts'

export interface ReadingRow {
  readonly assignment: AssignmentRecord
  readonly reading: TurnReading
  readonly calls: CallEvents | undefined
}

/** The rows of one talk. */
export const readingRows = (assignment: AssignmentRecord, { turns }: Pick<Replayed, 'turns'>): ReadingRow[] =>
  turns.flatMap(({ readings = [] }) =>
    readings.map((reading) => ({ assignment, reading, calls: reading.calls && usageSum(reading.calls) })),
  )

export const readingsTable = ({ fields }: TalkNames): Table<ReadingRow> => ({
  file: FILES.readings,
  says: 'Every reading of the observer that was begun: after which message, what it reports, or why there is none.',
  columns: [
    column('negotiation', 'text', 'The id of the negotiation.', ({ assignment }) => assignment.id),
    column('pairing', 'text', 'The pairing.', ({ assignment }) => assignment.pairing),
    column('turn', 'integer', 'The message after which it was made.', ({ reading }) => reading.turn),
    column(
      'number',
      'integer',
      '1: the first reading of the message; more: one that confirms it.',
      ({ reading }) => readingNumber(reading.seat),
    ),
    column(
      'observer',
      'text',
      'Who observed.',
      ({ assignment, reading }) => assignment.seats[baseSeat(reading.seat)],
    ),
    column(
      'agreed',
      'boolean',
      'Whether it reports an agreement; blank where there is no reading.',
      ({ reading }) => reading.reading?.agreed,
    ),
    ...fields.map((field) =>
      column<ReadingRow>(`read_${part(field)}`, 'text', `What it says of ${field}.`, ({ reading }) => {
        const value = reading.reading?.reading?.[field]
        return value === undefined ? undefined : String(value)
      }),
    ),
    column(
      'missing',
      'text',
      'Why there is no reading: absent, or the code of the fault that was left.',
      ({ reading }) => reading.reading?.missing,
    ),
    column('absent', 'text', 'Why no reply came.', ({ reading }) => reading.absent),
    column('replies', 'integer', 'Replies that were received.', ({ reading }) => reading.tries.length),
    column('faults', 'text', 'The codes of their faults, in their order.', ({ reading }) => {
      const codes = reading.tries.flatMap(({ fault }) => fault?.code ?? [])
      return codes.length === 0 ? undefined : codes.join(' ')
    }),
    column('calls', 'integer', 'Requests that were sent to a model.', ({ calls }) => calls?.attempts),
    column(
      'calls_ms',
      'number',
      'How long the answered ones took, in milliseconds.',
      ({ calls }) => calls?.ms,
    ),
    ...tokenColumns<ReadingRow>(({ calls }) => calls?.usage),
  ],
})
