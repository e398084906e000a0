/** The questions of an observer who reads a finished talk: what it would have seen after each message. */
import type { AnyProtocol, Seat } from '../../protocols/contract.ts'
import { fault } from '../../protocols/faults.ts'
import type { Config, Fields, State } from '../../protocols/free-talk/index.ts'
import { isObserver, OBSERVER } from '../../protocols/seats.ts'
import type { Game } from '../../scenario/game.ts'
import type { PassStarted } from '../events.ts'
import { type KeptReading, readingLabel } from '../read.ts'
import { type Question, type QuestionState, questionGame } from './questions.ts'

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
  const label = (said: unknown): string =>
    readingLabel({ turn: 0, seat: OBSERVER, ...reported(config, said) })
  return questionGame(worded, opener, { questions, repairs, label, check, format, ask, present })
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

/** What a submission of an observer reports. */
function reported(config: Config, said: unknown): Pick<KeptReading, 'reading' | 'agreed' | 'type'> {
  const { fields } = said as { readonly fields: Fields }
  const { closes, kind } = config.observer!
  const type = kind === undefined ? {} : { type: String(fields[kind]) }
  return { reading: fields, agreed: fields[closes] === true, ...type }
}

/** The readings that a replayed pass over a talk holds. `config`: of the game that was talked. */
export const readingsOf = ({ config }: Pick<Game, 'config'>, state: unknown): KeptReading[] =>
  [...(state as QuestionState).answers].map(
    ({ turn, seat, said, missing }): KeptReading => ({
      ...{ turn, seat },
      ...(said === undefined ? {} : reported(config as Config, said)),
      ...(missing === undefined ? {} : { missing }),
    }),
  )

/** The kinds of agreement of a talk, without the one that means none. */
export function kindsOf({ config }: Pick<Game, 'config'>): string[] {
  const { observer } = (config ?? {}) as Partial<Config>
  const options = observer?.kind === undefined ? [] : (observer.fields[observer.kind] as readonly string[])
  return options.filter((option) => option !== observer?.none)
}
