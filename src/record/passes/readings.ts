/** The questions of an observer who reads a finished talk: what it would have seen after each message. */
import type { AnyProtocol, Seat } from '../../protocols/contract.ts'
import { fault } from '../../protocols/faults.ts'
import type { Config, Fields, State } from '../../protocols/free-talk/index.ts'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import type { Game } from '../../scenario/game.ts'
import type { PassStarted } from '../events.ts'
import { type Answer, type Question, type QuestionState, questionGame } from './questions.ts'

/** One reading of a talk by a later observer. */
export interface LaterReading extends Answer {
  readonly reading?: Fields
  /** Whether it reports an agreement; missing where there is no reading. */
  readonly agreed?: boolean
  readonly type?: string
}

/** The turn with whose message a talk closed, or its last one; undefined where nothing was said. */
export function lastTurn({ closed, record }: Pick<State, 'closed' | 'record'>): number | undefined {
  return closed?.turn ?? record.at(-1)?.turn
}

/**
 * The game of reading a talk. `game`: the one that was played; `state`: where it ended. `turns`: after every message
 * from the second on, what followed an audited close included, or after the last one alone, at which the talk closed.
 * `templates`: another wording of instructions and transcript. Throws a RangeError where the scenario declares nothing
 * that an observer could report.
 */
export function readingGame(
  game: Game,
  state: Pick<State, 'closed' | 'record'>,
  turns: PassStarted['turns'],
  templates: Readonly<Record<string, string>> = {},
): Game {
  const { scenario, protocol, opener } = game
  const config = game.config as Config
  if (protocol.name !== 'free-talk' || !config.observer) throw new RangeError('nobody observes such talks')
  const all = pointsOf(protocol, config, state)
  const last = lastTurn(state)
  const questions = turns === 'each' ? all : all.filter(({ view }) => view.turn === last)
  const worded = { ...scenario, templates: { ...scenario.templates, ...templates } }
  const { check, format, ask, present } = protocol
  const repairs = config.talk.repairs
  return questionGame(worded, opener, { questions, repairs, action: 'READ', check, format, ask, present })
}

/** What an observer sees after each message of a talk from the second on. */
function pointsOf(protocol: AnyProtocol, config: Config, { record }: Pick<State, 'record'>): Question[] {
  // Without confirming readings and without a close the rules lead through the whole of it.
  let state: unknown = protocol.start({ ...config, audit: true, confirm: { readings: 1, needed: 1 } })
  const points: Question[] = []
  const read = (seat: Seat | undefined): void => {
    if (seat === undefined || !isObserver(seat)) return
    points.push({ seat: OBSERVER, view: protocol.view(state, seat) })
    state = protocol.absent(state, seat)
  }
  for (const { seat, action, message, turn } of record) {
    if (protocol.actor(state) !== seat) break
    if (action === 'SAY') state = protocol.apply(state, seat, { action, message })
    else while (passing(protocol, state, seat, turn)) state = protocol.fault(state, seat, NO_WORDS)
    read(protocol.actor(state))
  }
  return points
}

/** What led to the pass is of no concern to who reads: any fault spends the turn. */
const NO_WORDS = fault('message-not-text', { found: 'nothing' })

const passing = (protocol: AnyProtocol, state: unknown, seat: Seat, turn: number): boolean =>
  protocol.actor(state) === seat && (state as State).turn === turn

/** The readings of a replayed pass over a talk that this game was played on. */
export function readingsOf(game: Game, state: unknown): LaterReading[] {
  const { observer } = game.talk
  return [...(state as QuestionState).answers].map((answer): LaterReading => {
    if (answer.said === undefined) return answer
    const { fields } = answer.said as { readonly fields: Fields }
    const { closes, kind } = observer
    return {
      ...answer,
      reading: fields,
      agreed: fields[closes] === true,
      ...(kind === undefined ? {} : { type: String(fields[kind]) }),
    }
  })
}
