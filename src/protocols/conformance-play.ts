/** What the checks of a protocol are made about, and random legal play of it. */
import type { Random } from '../core/random.ts'
import type { Checked, Protocol, Seat, SeatView } from './contract.ts'
import { type Fault, fault } from './faults.ts'
import { must } from './must.ts'
import { readReply } from './read.ts'
import { snapshot } from './snapshot.ts'

export interface Subject<Settings, Config, State, View extends SeatView, Submission> {
  readonly protocol: Protocol<Settings, Config, State, View, Submission>
  /** The rules to try, by a name for each. Some should have few actions, so that all of them are tried. */
  readonly configs: Readonly<Record<string, Config>>
  /** Every seat at the table. */
  readonly seats: readonly Seat[]
  /** After how many moves or spent turns a negotiation must have ended. */
  bound(config: Config): number
  /** How many repairs a turn may take. */
  repairs(config: Config): number
  /** The same submission with other words. */
  say(submission: Submission, message: string): Submission
  /** Seats without which play goes on: what they do not say is noted. None unless given. */
  passesOver?(seat: Seat): boolean
  /** Whether the outcome is known already, whatever else comes. Never unless given. */
  isKnown?(state: State): boolean
  /** Whose move a seat is told that it is, where that is another than whose it is. */
  told?(seat: Seat, actor: Seat): Seat
  /** The parts of a state and of a view of it that must be one and the same object. */
  shared(state: State, view: View): readonly (readonly [unknown, unknown])[]
}

/** Two faults that no other seat may tell apart. */
export const FAULTS_TO_TRY: readonly Fault[] = [
  fault('empty'),
  fault('not-json', { problem: 'a secret' }, { price: '1' }),
]

const WORDS = ['', 'yes', 'a "quoted" {brace}', 'line\nbreak\ttab \\ \u0000', '```json', 'ü 🙂 \u2028 \u00a0']

export interface Step<State> {
  readonly state: State
  readonly seat: Seat
}

export interface Player<Config, State, View, Submission> {
  /** One random legal play, now and then with a faulty reply: every state that had a move, and the last. */
  play(config: Config, random: Random, faulty?: number): { steps: Step<State>[]; end: State }
  /** One of the actions that a view allows. */
  draw(view: View, random: Random): Submission
  /** A submission as it comes back from its text. */
  reread(submission: Submission, view: View): Submission
}

export function makePlayer<Settings, Config, State, View extends SeatView, Submission>(
  subject: Subject<Settings, Config, State, View, Submission>,
): Player<Config, State, View, Submission> {
  const { protocol } = subject

  function play(config: Config, random: Random, faulty = 0.2): { steps: Step<State>[]; end: State } {
    const steps: Step<State>[] = []
    const most = subject.bound(config) * (subject.repairs(config) + 1)
    let state = protocol.start(config)
    for (;;) {
      const seat = protocol.actor(state)
      if (seat === undefined) return { steps, end: state }
      must(steps.length < most, `play goes on after ${most} moves and faults`)
      steps.push({ state, seat })
      state =
        random.unit() < faulty
          ? protocol.fault(state, seat, random.pick(FAULTS_TO_TRY))
          : protocol.apply(state, seat, draw(protocol.view(state, seat), random))
    }
  }

  function draw(view: View, random: Random): Submission {
    const { count, at } = protocol.actions(view)
    // Half the time one of the first few, since an acceptance is rare among many offers.
    const reach = random.unit() < 0.5 && count > 4n ? 4n : count
    return subject.say(
      at(reach > 2n ** 31n ? BigInt(random.int(0, 2 ** 31 - 1)) : BigInt(random.int(0, Number(reach) - 1))),
      random.pick(WORDS),
    )
  }

  function reread(submission: Submission, view: View): Submission {
    const text = protocol.format(submission, view)
    const words = protocol.ask(view).reply === 'text'
    must(words === (protocol.readsText?.(view) ?? false), 'it is asked for otherwise than it is read')
    if (words) return submissionOf(protocol.check(text, view), text)
    const read = readReply(text, true)
    must(read.ok, `${text} cannot be read`)
    return submissionOf(protocol.check(read.ok && read.value, view), text)
  }

  function submissionOf(checked: Checked<Submission>, text: string): Submission {
    must(checked.ok, `${text} is not allowed: ${snapshot(checked)}`)
    return (checked as { submission: Submission }).submission
  }

  return { play, draw, reread }
}
