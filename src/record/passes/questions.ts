/**
 * The rules of a pass over one talk: a fixed list of questions, each asked of one seat by what that seat sees, each
 * answered once, with repairs as in a talk. It is a protocol like any other, so that whoever plays, records, replays
 * and checks a negotiation does the same for a pass; the talk itself is only looked at.
 */
import { append, emptyLog, type Log } from '../../core/log.ts'
import type { AnyProtocol, Ask, Checked, End, Presented, Seat, SeatView } from '../../protocols/contract.ts'
import type { Fault } from '../../protocols/faults.ts'
import type { Game } from '../../scenario/game.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { KeptEntry, KeptRepair } from '../read.ts'

/** `view`: what the seat sees before any try; its `turn` is the question's number for the record, each another. */
export interface Question {
  readonly seat: Seat
  readonly view: SeatView
}

/** What became of a question. */
export interface Answer<Said = unknown> {
  readonly turn: number
  readonly seat: Seat
  /** Missing where there is no answer. */
  readonly said?: Said
  readonly missing?: 'absent' | Fault['code']
}

export interface QuestionRules {
  readonly questions: readonly Question[]
  /** How often one answer may be mended. */
  readonly repairs: number
  /** What an answer is called in the record: `AGREED lopsided`. */
  label(said: unknown): string
  check(json: unknown, view: SeatView): Checked<unknown>
  format(said: unknown, view: SeatView): string
  ask(view: SeatView): Ask
  present(view: SeatView): Presented
}

export interface QuestionState {
  readonly at: number
  /** The number of the question that is due; of the last one when all are done. */
  readonly turn: number
  readonly answers: Log<Answer>
  readonly faults: readonly Fault[]
  readonly record: Log<KeptEntry>
  readonly repairs: Log<KeptRepair>
}

/** The reason with which a pass over a talk ends: it is no outcome of the talk. */
const ALL_ASKED = 'all-asked'

/** A game that asks these questions. `scenario`: what prompts are rendered by. */
export const questionGame = (scenario: Scenario, opener: string, rules: QuestionRules): Game => ({
  scenario,
  opener,
  config: undefined,
  protocol: questionProtocol(scenario.protocol.type, rules),
})

function questionProtocol(name: string, rules: QuestionRules): AnyProtocol {
  const { questions, repairs } = rules
  const turnAt = (at: number): number => questions[Math.min(at, questions.length - 1)]?.view.turn ?? 0
  const due = (state: QuestionState, seat: Seat): Question => {
    const question = questions[state.at]
    if (question?.seat !== seat)
      throw new Error(`it is not ${seat}'s move but ${question?.seat ?? 'nobody'}'s`)
    return question
  }
  const next = (state: QuestionState, answer: Answer): QuestionState => {
    const { turn, seat } = answer
    const { faults } = state
    const action = answer.missing === undefined ? rules.label(answer.said) : 'PASS'
    const entry: KeptEntry = { turn, seat, message: '', action }
    return {
      at: state.at + 1,
      turn: turnAt(state.at + 1),
      answers: append(state.answers, answer),
      faults: [],
      record: append(state.record, entry),
      repairs:
        faults.length === 0
          ? state.repairs
          : append(state.repairs, { turn, seat, faults, changedTerms: false }),
    }
  }
  const protocol = {
    name,
    version: 1,
    start: (): QuestionState => ({
      ...{ at: 0, turn: turnAt(0), answers: emptyLog<Answer>(), faults: [] },
      ...{ record: emptyLog<KeptEntry>(), repairs: emptyLog<KeptRepair>() },
    }),
    actor: (state: QuestionState): Seat | undefined => questions[state.at]?.seat,
    view(state: QuestionState, seat: Seat): SeatView {
      const { view } = due(state, seat)
      const last = state.faults.at(-1)
      return { ...view, actor: seat, repair: state.faults.length, ...(last ? { fault: last } : {}) }
    },
    apply(state: QuestionState, seat: Seat, said: unknown): QuestionState {
      const { view } = due(state, seat)
      return next(state, { turn: view.turn, seat, said })
    },
    fault(state: QuestionState, seat: Seat, found: Fault): QuestionState {
      const { view } = due(state, seat)
      const faulty = { ...state, faults: [...state.faults, found] }
      if (faulty.faults.length <= repairs) return faulty
      return next(faulty, { turn: view.turn, seat, missing: found.code })
    },
    absent(state: QuestionState, seat: Seat): QuestionState {
      const { view } = due(state, seat)
      return next(state, { turn: view.turn, seat, missing: 'absent' })
    },
    outcome: (state: QuestionState): End | undefined =>
      state.at < questions.length
        ? undefined
        : { kind: 'no-agreement', reason: ALL_ASKED, turn: turnAt(questions.length) },
    check: rules.check,
    format: rules.format,
    ask: rules.ask,
    present: rules.present,
    actions: () => ({
      count: 0n,
      at: (k: bigint): never => {
        throw new RangeError(`questions have no list of answers; none has the number ${k}`)
      },
    }),
  }
  // It has no settings of its own: they come with the questions.
  return protocol as unknown as AnyProtocol
}
