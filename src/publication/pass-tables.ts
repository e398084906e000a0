/** later-readings.csv, labels.csv and recognition.csv: what passes over the talks found, a row each. */

import type { State } from '../protocols/free-talk/index.ts'
import type { PassStarted } from '../record/events.ts'
import type { Label } from '../record/passes/label.ts'
import type { Pass } from '../record/passes/plan.ts'
import { answersOf } from '../record/passes/probe.ts'
import { kindsOf, lastTurn, readingsOf } from '../record/passes/readings.ts'
import type { ReadStream } from '../record/passes/verify.ts'
import type { Turn } from '../record/play.ts'
import type { KeptReading } from '../record/read.ts'
import { compareReaders } from '../study/agreement/compare-readers.ts'
import { probeTables, type Recognition, recognitionsOf } from '../study/passes/probes.ts'
import { readerTables } from '../study/passes/reader-tables.ts'
import { type ReadTalk, readersOf } from '../study/passes/readers.ts'
import type { ReportTable } from '../study/report.ts'
import { type CallEvents, usageSum } from './call-sums.ts'
import { type Column, column, part, type Table } from './column.ts'
import { FILES } from './names.ts'
import type { Sink } from './sink.ts'
import { tokenColumns } from './table-of-attempts.ts'
import { TableWriter } from './table-writer.ts'
import type { TalkNames } from './talk-columns.ts'

interface Row {
  readonly pass: PassStarted
  readonly negotiation: string
}

interface ReadingRow extends Row {
  readonly reading: KeptReading
  readonly turn: Turn | undefined
  readonly calls: CallEvents | undefined
}

interface LabelRow extends Row {
  readonly label: Label
  readonly turn: number | undefined
  readonly at: string | undefined
}

interface AnswerRow extends Row {
  readonly answer: Recognition
  readonly calls: CallEvents | undefined
}

const whose = <R extends Row>(reader: string, says: string): Column<R>[] => [
  column('pass', 'text', 'The pass.', ({ pass }) => pass.pass),
  column(reader, 'text', says, ({ pass }) => pass.reader),
  column('negotiation', 'text', 'The id of the negotiation.', ({ negotiation }) => negotiation),
]

const list = (words: readonly string[]): string | undefined =>
  words.length === 0 ? undefined : words.join('; ')

const readingsTable = ({ fields }: TalkNames): Table<ReadingRow> => ({
  file: FILES.laterReadings,
  says: 'Every reading of a later observer that was begun. The first readings stand in readings.csv and are untouched.',
  columns: [
    ...whose<ReadingRow>('observer', 'Who read.'),
    column('observer_is', 'text', 'The script or the model behind that name.', ({ pass: { settings } }) =>
      String(settings.script ?? settings.model ?? ''),
    ),
    column('turn', 'integer', 'The message after which it was made.', ({ reading }) => reading.turn),
    column(
      'agreed',
      'boolean',
      'Whether it reports an agreement; blank where there is no reading.',
      ({ reading }) => reading.agreed,
    ),
    ...fields.map((field) =>
      column<ReadingRow>(`read_${part(field)}`, 'text', `What it says of ${field}.`, ({ reading }) => {
        const value = reading.reading?.[field]
        return value === undefined ? undefined : String(value)
      }),
    ),
    column(
      'missing',
      'text',
      'Why there is no reading: absent, or the code of the fault that was left.',
      ({ reading }) => reading.missing,
    ),
    column('absent', 'text', 'Why no reply came.', ({ turn }) => turn?.absent),
    column('replies', 'integer', 'Replies that were received.', ({ turn }) => turn?.tries.length),
    column('calls', 'integer', 'Requests that were sent to a model.', ({ calls }) => calls?.attempts),
    ...tokenColumns<ReadingRow>(({ calls }) => calls?.usage),
  ],
})

const labelsTable: Table<LabelRow> = {
  file: FILES.labels,
  says: "People's labels of talks, made blind to who talked: the last one of each talk and person.",
  columns: [
    ...whose<LabelRow>('coder', 'Who labelled, as they call themselves.'),
    column('turn', 'integer', 'The last message that was shown.', ({ turn }) => turn),
    column(
      'agreed',
      'text',
      'yes, no or unsure; blank where the talk was passed over.',
      ({ label }) => label.agreed,
    ),
    column('kind', 'text', 'The kind of agreement, where it was said.', ({ label }) => label.kind),
    column('note', 'text', "The person's note.", ({ label }) => label.note),
    column('labelled_at', 'time', 'When, by the clock of their machine.', ({ at }) => at),
  ],
}

const answersTable: Table<AnswerRow> = {
  file: FILES.recognition,
  says: 'Answers to the question whether the situation was known, asked after the talk and outside it.',
  columns: [
    ...whose<AnswerRow>('asked', 'Who was asked: talkers, or another model by its name.'),
    column('seat', 'text', 'The party whose brief went with the question.', ({ answer }) => answer.seat),
    column('negotiator', 'text', 'Who answered.', ({ answer }) => answer.negotiator),
    column(
      'known',
      'text',
      'yes, no or unsure; blank where there is no answer.',
      ({ answer }) => answer.known,
    ),
    column('known_as', 'text', 'As what, word for word.', ({ answer }) => answer.as),
    column('names_twin', 'text', 'Mechanical: names of the twin in it.', ({ answer }) => list(answer.twin)),
    column('names_source', 'text', 'Mechanical: names of those whom the pack cites.', ({ answer }) =>
      list(answer.sources),
    ),
    column('missing', 'text', 'Why there is no answer.', ({ answer }) => answer.missing),
    column('calls', 'integer', 'Requests that were sent.', ({ calls }) => calls?.attempts),
    ...tokenColumns<AnswerRow>(({ calls }) => calls?.usage),
  ],
}

/** The tables of the passes that a study has, written as their streams are read. */
export class PassTables {
  readonly #readings: TableWriter<ReadingRow> | undefined
  readonly #labels: TableWriter<LabelRow> | undefined
  readonly #answers: TableWriter<AnswerRow> | undefined
  /** What a data dictionary tells of. */
  readonly tables: readonly Table<never>[]

  readonly #passes: readonly Pass[]
  readonly #read: ReadTalk[] = []
  readonly #recognised: Recognition[] = []

  constructor(passes: readonly Pass[], talk: TalkNames | undefined, sink: Sink) {
    const has = (what: PassStarted['what']): boolean => passes.some(({ started }) => started.what === what)
    this.#passes = passes
    const tables: Table<never>[] = []
    const open = <R>(table: Table<R>): TableWriter<R> => {
      tables.push(table as unknown as Table<never>)
      return new TableWriter(table, sink)
    }
    this.#readings = has('observe') && talk ? open(readingsTable(talk)) : undefined
    this.#labels = has('label') ? open(labelsTable) : undefined
    this.#answers = has('probe') ? open(answersTable) : undefined
    this.tables = tables
  }

  /** Adds what a stream of a pass holds. */
  add({ pass, talk, replayed, times }: ReadStream): void {
    const { state, label, turns } = replayed
    const row = { pass, negotiation: talk.assignment.id }
    const finished = { ...talk, state: talk.state as State, end: (talk.state as State).end! }
    const callsOf = (turn: Turn | undefined): CallEvents | undefined => turn?.calls && usageSum(turn.calls)
    if (pass.what === 'label' && label) {
      this.#labels?.add({ ...row, label, turn: lastTurn(finished.state), at: times.at(-1) })
      this.#read.push({ pass, talk: finished, readings: [], label })
    }
    if (pass.what === 'observe' && state) {
      const readings = readingsOf(talk.game, state)
      this.#read.push({ pass, talk: finished, readings })
      for (const reading of readings) {
        const turn = turns.find((one) => one.turn === reading.turn)
        this.#readings?.add({ ...row, reading, turn, calls: callsOf(turn) })
      }
    }
    if (pass.what === 'probe' && state) {
      for (const answer of recognitionsOf(pass, finished, answersOf(state))) {
        const calls = callsOf(turns.find((one) => one.turn === answer.turn))
        this.#answers?.add({ ...row, answer, calls })
        this.#recognised.push(answer)
      }
    }
  }

  /** What RESULTS.md tells of them: readers against each other, and what the probe found. `seed`: the study's. */
  results(seed: string): ReportTable[] {
    const talks = [...new Map(this.#read.map(({ talk }) => [talk.assignment.id, talk])).values()]
    const passes = this.#passes
    const readers = readersOf({ talks, passes }, this.#read)
    const kinds = [...new Set(talks.flatMap(({ game }) => kindsOf(game)))]
    const compared = compareReaders(readers, kinds, seed)
    return [
      ...(this.#read.length > 0 ? readerTables(readers, compared) : []),
      ...probeTables(this.#recognised),
    ]
  }

  end(): void {
    for (const table of [this.#readings, this.#labels, this.#answers]) table?.end()
  }
}
