/** Columns of free talk: what the tables of attempts and summaries tell in the place of points. */
import type { Cell as Summary } from '../study/analysis.ts'
import type { TalkScores } from '../study/scores/talk.ts'
import { type Column, column, part } from './column.ts'

/** What names a table of talks has columns for. */
export interface TalkNames {
  /** The fields of readings, and every kind of agreement, no agreement among them. */
  readonly fields: readonly string[]
  readonly kinds: readonly string[]
}

interface TalkRow {
  readonly observation: { readonly talk?: TalkScores }
  readonly replayed?: { readonly end?: { readonly kind: string } | undefined } | undefined
}

/** What an audit found, of one talk or of many. */
interface Audited {
  readonly audit?: { readonly missing: number; readonly agreed: number; readonly sameKind: number }
}

/** What the messages that were read after a close say of it. */
const auditColumns = <Row>(
  told: (
    name: string,
    type: 'integer',
    says: string,
    of: (talk: Audited) => number | undefined,
  ) => Column<Row>,
): Column<Row>[] => [
  told('audit_missing', 'integer', 'Those of them without a reading.', ({ audit }) => audit?.missing),
  told(
    'audit_agreed',
    'integer',
    'Those of them whose reading still reports an agreement.',
    ({ audit }) => audit?.agreed,
  ),
  told(
    'audit_same_kind',
    'integer',
    'Those of them of the kind that closed the talk.',
    ({ audit }) => audit?.sameKind,
  ),
]

/** What came of one talk. */
export const attemptColumns = <Row extends TalkRow>({ fields }: TalkNames): Column<Row>[] => {
  const told = (
    name: string,
    type: Column['type'],
    says: string,
    of: (talk: TalkScores) => string | number | boolean | undefined,
  ) => column<Row>(name, type, says, ({ observation: { talk } }) => talk && of(talk))
  return [
    told(
      'kind',
      'text',
      'The kind of agreement, as the observer read it; no agreement where there is none.',
      (talk) => talk.kind,
    ),
    ...fields.map((field) =>
      column<Row>(
        `read_${part(field)}`,
        'text',
        `What the reading that closed the talk says of ${field}.`,
        ({ replayed }) => {
          const end = replayed?.end as { readonly fields?: Readonly<Record<string, unknown>> } | undefined
          const value = end?.fields?.[field]
          return value === undefined ? undefined : String(value)
        },
      ),
    ),
    told('confidence', 'number', "The observer's own confidence in that reading.", (talk) => talk.confidence),
    told(
      'trade_found',
      'integer',
      'The first message after which a first reading was of an integrative kind.',
      (talk) => talk.found,
    ),
    told(
      'need_first',
      'text',
      'Mechanical: the party whose words first name what it needs.',
      ({ need }) => need?.seat,
    ),
    told('need_turn', 'integer', 'In which message.', ({ need }) => need?.turn),
    told(
      'ask_first',
      'text',
      'Mechanical: the party that first asks what the other is after.',
      ({ ask }) => ask?.seat,
    ),
    told('ask_turn', 'integer', 'In which message.', ({ ask }) => ask?.turn),
    told('readings', 'integer', 'Readings that were made.', ({ readings }) => readings.made),
    told(
      'readings_confirming',
      'integer',
      'Those that were to confirm one.',
      ({ readings }) => readings.confirming,
    ),
    told(
      'readings_missing',
      'integer',
      'Readings that failed: no reading, and never a no.',
      ({ readings }) => readings.missing,
    ),
    told(
      'not_borne_out',
      'integer',
      'Agreements of a first reading that the confirming ones did not bear out.',
      (talk) => talk.unconfirmed,
    ),
    told('audit_read', 'integer', 'Messages that were read after the close.', ({ audit }) => audit?.read),
    ...auditColumns(told),
  ]
}

/** What came of the talks of a row. */
export const summaryColumns = <Row extends { readonly cell: Summary }>({
  kinds,
}: TalkNames): Column<Row>[] => {
  const told = (
    name: string,
    type: Column['type'],
    says: string,
    of: (talk: NonNullable<Summary['talk']>) => number | undefined,
  ) => column<Row>(name, type, says, ({ cell: { talk } }) => talk && of(talk))
  return [
    told('known', 'integer', 'Talks whose end is known.', (talk) => talk.known),
    ...kinds.flatMap((kind) => {
      const of = (talk: NonNullable<Summary['talk']>) => talk.kinds.find((one) => one.kind === kind)
      const name = part(kind)
      return [
        told(`${name}_talks`, 'integer', `Those that ended so: ${kind}.`, (talk) => of(talk)?.count),
        told(`${name}_share`, 'number', `Their share of those with a known end.`, (talk) => of(talk)?.share),
        told(
          `${name}_at_least`,
          'number',
          'The least that the share can be over all talks: a bound, no confidence interval.',
          (talk) => of(talk)?.least,
        ),
        told(`${name}_at_most`, 'number', 'The most that it can be.', (talk) => of(talk)?.most),
      ]
    }),
    told(
      'trade_found_mean',
      'number',
      'Mean of the first message after which an integrative kind was read.',
      ({ found }) => found?.mean,
    ),
    told('trade_found_talks', 'integer', 'Over how many talks.', ({ found }) => found?.n ?? 0),
    told(
      'confidence_mean',
      'number',
      "Mean of the observer's own confidence at the close.",
      ({ confidence }) => confidence?.mean,
    ),
    told('readings', 'integer', 'Readings that were made.', ({ readings }) => readings.made),
    told('readings_missing', 'integer', 'Readings that failed.', ({ readings }) => readings.missing),
    told(
      'not_borne_out',
      'integer',
      'Agreements of a first reading that the confirming ones did not bear out.',
      (talk) => talk.unconfirmed,
    ),
    told(
      'audit_closes',
      'integer',
      'Closes after which the talk went on and was read.',
      ({ audit }) => audit?.closes,
    ),
    told('audit_read', 'integer', 'Messages that were read after them.', ({ audit }) => audit?.read),
    ...auditColumns(told),
  ]
}
