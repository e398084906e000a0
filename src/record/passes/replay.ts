/**
 * A pass over one talk, replayed: each reply read again by the questions of the pass and compared with what the record
 * says it was. A person's labels are read as such. A record that is wrong gives differences, never an exception.
 */
import type { SeatView } from '../../protocols/contract.ts'
import { OBSERVER } from '../../protocols/seats.ts'
import type { Game } from '../../scenario/game.ts'
import { describe, faultText } from '../claims.ts'
import { type Difference, eventPlace } from '../difference.ts'
import { FORMAT, type ReadingEvent, type ReadingStarted, type Stamped } from '../events.ts'
import { Play, type Turn } from '../play.ts'
import { submissionLabel } from '../read.ts'
import { type Label, labelRead, readLabel } from './label.ts'
import { passStream } from './names.ts'
import type { QuestionState } from './questions.ts'

/** Where a pass over one talk stands. */
export interface ReplayedReading {
  readonly start?: Stamped<ReadingStarted>
  /** Of the questions; undefined for labels, and where it did not start. */
  readonly state?: QuestionState
  readonly turns: readonly Turn[]
  /** The label that counts: the last. */
  readonly label?: Label
  /** Whether the record says that nothing more will follow. */
  readonly closed: boolean
  readonly differences: readonly Difference[]
}

/** What the pass asks of the talk: questions, or a person's label of one of these kinds at this turn. */
export type ReadBy =
  | { readonly game: Game }
  | { readonly kinds: readonly string[]; readonly turn: number | undefined }

/** Replays the stream of a pass over one talk. */
export function replayReading(
  events: readonly Stamped<ReadingEvent>[],
  by: ReadBy,
  sealed: readonly Readonly<Record<string, string>>[] = [],
): ReplayedReading {
  const fold = new ReadingFold(by)
  for (const [i, event] of events.entries()) if (!fold.take(event, sealed[i])) break
  return fold.standing()
}

class ReadingFold {
  readonly #by: ReadBy
  readonly #play: Play | undefined
  readonly #differences: Difference[] = []
  #start: Stamped<ReadingStarted> | undefined
  #label: Label | undefined
  #closed = false

  constructor(by: ReadBy) {
    this.#by = by
    this.#play = 'game' in by ? new Play(by.game) : undefined
  }

  standing(): ReplayedReading {
    const state = this.#start && (this.#play?.state as QuestionState | undefined)
    return {
      ...(this.#start ? { start: this.#start } : {}),
      ...(state ? { state } : {}),
      ...(this.#label ? { label: this.#label } : {}),
      turns: this.#play?.turns ?? [],
      closed: this.#closed,
      differences: this.#differences,
    }
  }

  /** False where the rest cannot be replayed. */
  take(event: Stamped<ReadingEvent>, sealed: Readonly<Record<string, string>> | undefined): boolean {
    if (!this.#start) {
      if (event.type !== 'reading.started')
        return this.#differs(event, 'The stream has no start.', event.type, 'reading.started')
      if (event.format !== FORMAT)
        return this.#differs(
          event,
          'The record has another format than this version reads.',
          event.format,
          FORMAT,
        )
      this.#start = event
      return true
    }
    if (this.#closed) return this.#differs(event, 'An event follows the end.', event.type, 'nothing')
    switch (event.type) {
      case 'reading.started':
        return this.#differs(event, 'The reading starts twice.', event.type, 'a reply')
      case 'negotiation.resumed':
        return true
      case 'reading.closed':
        return this.#end(event)
      default:
        return this.#play ? this.#asked(event, this.#play, sealed) : this.#labelled(event)
    }
  }

  /** What follows a question: calls, and the reply or its absence. */
  #asked(
    event: Exclude<
      Stamped<ReadingEvent>,
      { type: 'reading.started' | 'negotiation.resumed' | 'reading.closed' }
    >,
    play: Play,
    sealed: Readonly<Record<string, string>> | undefined,
  ): boolean {
    const seat = play.mover
    if (seat === undefined)
      return this.#differs(event, 'Everything was asked already.', event.type, 'the end')
    const view = play.view(seat)
    this.#place(event, view)
    if (event.type === 'seat.absent') play.absent(seat, describe(event.code))
    else if (event.type === 'reply.received') {
      const checked = play.received(event, sealed, view)
      const expected = checked.ok ? submissionLabel(play.state) : faultText(checked.fault)
      const found = event.fault ? faultText(event.fault) : event.read
      if (found !== expected) this.#differs(event, 'The reply reads otherwise.', found, expected)
    } else play.call(event)
    return true
  }

  #place(
    event: { seat: string; turn: number; repair?: number } & Stamped<ReadingEvent>,
    view: SeatView,
  ): void {
    const claims: readonly [message: string, found: unknown, expected: unknown][] = [
      ['Another seat was to be asked.', event.seat, view.seat],
      ['The turn has another number.', event.turn, view.turn],
      ['The repairs were counted otherwise.', event.repair ?? view.repair, view.repair],
    ]
    for (const claim of claims) if (claim[1] !== claim[2]) this.#differs(event, ...claim)
  }

  #labelled(event: Stamped<ReadingEvent>): boolean {
    const { kinds, turn } = this.#by as Extract<ReadBy, { kinds: unknown }>
    if (event.type !== 'reply.received')
      return this.#differs(event, 'A person only labels.', event.type, 'reply.received')
    if (event.seat !== OBSERVER) this.#differs(event, 'The label is of another seat.', event.seat, OBSERVER)
    if (event.turn !== turn) this.#differs(event, 'The label is of another turn.', event.turn, turn)
    const label = readLabel(event.text, kinds)
    if ('problem' in label)
      return this.#differs(event, `The label cannot be read: ${label.problem}.`, event.text, 'a label')
    const expected = labelRead(label)
    if (event.read !== expected) this.#differs(event, 'The label reads otherwise.', event.read, expected)
    this.#label = label
    return true
  }

  #end(event: Extract<Stamped<ReadingEvent>, { type: 'reading.closed' }>): boolean {
    this.#closed = true
    const { mover } = this.#play ?? {}
    if (mover !== undefined)
      return this.#differs(event, 'It ends while a question is open.', event.type, `a reply of ${mover}`)
    const [readings, missing] = countsOf(this.standing())
    if (event.readings !== readings)
      this.#differs(event, 'There are other readings.', event.readings, readings)
    if (event.missing !== missing) this.#differs(event, 'Other readings are missing.', event.missing, missing)
    return true
  }

  #differs(event: Stamped<ReadingEvent>, message: string, found: unknown, expected: unknown): false {
    const start = this.#start
    const stream = start && passStream(start.pass, start.negotiation)
    const turn = 'turn' in event ? `, turn ${event.turn}` : ''
    this.#differences.push({
      depth: 'rules',
      place: `${eventPlace(event.seq, stream)}${turn}`,
      message,
      found: describe(found),
      expected: describe(expected),
    })
    return false
  }
}

/** How many answers there are, and how many are missing: what `reading.closed` says. */
export function countsOf({
  state,
  label,
}: Pick<ReplayedReading, 'state' | 'label'>): [readings: number, missing: number] {
  if (!state) return label?.agreed === undefined ? [0, 1] : [1, 0]
  const missing = [...state.answers].filter((answer) => answer.missing !== undefined).length
  return [state.answers.length - missing, missing]
}
