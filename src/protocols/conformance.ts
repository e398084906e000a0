/**
 * What every protocol must keep to, as a list of checks that its test runs: `for (const check of conformance(…))
 * test(check.name, check.run)`. A check throws an Error that says what went wrong. Play is drawn from seeds.
 */
import { type Random, randomOf } from '../core/random.ts'
import type { Checked, Protocol, Seat, SeatView } from './contract.ts'
import { type Fault, fault } from './faults.ts'
import { readReply } from './read.ts'
import { freeze, snapshot } from './snapshot.ts'

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

export interface Check {
  readonly name: string
  run(): void
}

/** Two faults that no other seat may tell apart. */
const FAULTS_TO_TRY: readonly Fault[] = [
  fault('empty'),
  fault('not-json', { problem: 'a secret' }, { price: '1' }),
]

const WORDS = ['', 'yes', 'a "quoted" {brace}', 'line\nbreak\ttab \\ \u0000', '```json', 'ü 🙂 \u2028 \u00a0']

/** Actions are all tried where there are no more than this. */
const FEW = 400n

const PLAYS = 25

/** All checks of one protocol. */
export function conformance<Settings, Config, State, View extends SeatView, Submission>(
  subject: Subject<Settings, Config, State, View, Submission>,
): Check[] {
  const { protocol, seats } = subject
  type Step = { readonly state: State; readonly seat: Seat }

  /** One random legal play, now and then with a faulty reply: every state that had a move, and the last. */
  function play(config: Config, random: Random, faulty = 0.2): { steps: Step[]; end: State } {
    const steps: Step[] = []
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

  const others = (seat: Seat): Seat[] => seats.filter((other) => other !== seat)

  /** Runs a check over several random plays of every config. */
  const onPlays = (name: string, run: (config: Config, random: Random) => void): Check => ({
    name,
    run: () => {
      for (const [label, config] of Object.entries(subject.configs)) {
        for (let k = 0; k < PLAYS; k++) {
          const seed = `${name} ${label} ${k}`
          within(`${label}, play ${k}`, () => run(freeze(config), randomOf(seed)))
        }
      }
    },
  })

  return [
    onPlays('random legal play ends within the bound', (config, random) => {
      const { steps } = play(config, random, 0)
      must(steps.length <= subject.bound(config), `it took ${steps.length} moves`)
    }),

    onPlays('somebody has a move until there is an outcome, and nobody after', (config, random) => {
      const { steps, end } = play(config, random)
      for (const { state, seat } of steps) {
        must(protocol.outcome(state) === undefined, 'there is an outcome and a move')
        must(seats.includes(seat), `${seat} is no seat`)
        for (const other of seats) {
          const view = protocol.view(state, other)
          must(view.seat === other, 'a view is of another seat')
          must(view.actor === (subject.told?.(other, seat) ?? seat), 'a view tells another actor')
          const { count } = protocol.actions(view)
          must(other === seat ? count > 0n : count === 0n, `${other} has ${count} actions on ${seat}'s move`)
        }
      }
      must(protocol.outcome(end) !== undefined, 'nobody has a move and there is no outcome')
      for (const seat of seats) {
        must(protocol.view(end, seat).actor === undefined, 'a view of the end tells an actor')
        must(protocol.actions(protocol.view(end, seat)).count === 0n, 'there are actions after the end')
      }
    }),

    onPlays('no move changes an older state, and each has many futures', (config, random) => {
      const { steps, end } = play(config, random)
      const states = [...steps.map(({ state }) => state), end].map(freeze)
      const before = states.map(snapshot)
      for (const { state, seat } of steps) {
        const submission = freeze(draw(protocol.view(state, seat), random))
        const once = protocol.apply(state, seat, submission)
        const kept = snapshot(once)
        protocol.fault(state, seat, FAULTS_TO_TRY[0]!)
        protocol.absent(state, seat)
        same(snapshot(protocol.apply(state, seat, submission)), kept, 'the same move led elsewhere')
        same(snapshot(once), kept, 'another future changed a state')
      }
      states.forEach((state, i) => {
        same(snapshot(state), before[i]!, `a later move changed state ${i}`)
      })
    }),

    onPlays('a submission survives being written, read and checked', (config, random) => {
      for (const { state, seat } of play(config, random).steps) {
        const view = protocol.view(state, seat)
        const submission = draw(view, random)
        same(snapshot(reread(submission, view)), snapshot(submission), 'it came back as another')
      }
    }),

    onPlays('every action has its own number and may be played', (config, random) => {
      for (const { state, seat } of play(config, random).steps) {
        const view = protocol.view(state, seat)
        const { count, at } = protocol.actions(view)
        for (const k of [-1n, count])
          must(
            throws(() => at(k), RangeError),
            `action ${k} of ${count} is given`,
          )
        const all =
          count <= FEW ? Array.from({ length: Number(count) }, (_, k) => BigInt(k)) : [0n, count - 1n]
        const texts = all.map((k) => {
          protocol.apply(state, seat, reread(at(k), view))
          return protocol.format(at(k), view)
        })
        must(new Set(texts).size === all.length, 'two numbers stand for one action')
      }
    }),

    onPlays('faults are counted in the state until the turn is spent', (config, random) => {
      for (const { state, seat } of play(config, random, 0).steps) {
        let current = state
        const turn = protocol.view(state, seat).turn
        for (let repair = 0; repair <= subject.repairs(config); repair++) {
          const view = protocol.view(current, seat)
          must(view.turn === turn && view.actor === seat, 'the turn ended too early')
          must(view.repair === repair, `repair ${view.repair} instead of ${repair}`)
          must((view.fault !== undefined) === repair > 0, 'the fault is shown when there is none, or is not')
          must(
            protocol.ask(view).template === 'repair' || repair === 0,
            'a repair is asked for as a first try',
          )
          current = protocol.fault(current, seat, FAULTS_TO_TRY[repair % 2]!)
        }
        const after = protocol.view(current, seat)
        must(after.turn > turn || protocol.actor(current) !== seat, 'faults without end')
        must(after.repair === 0 && after.fault === undefined, 'a fault outlives its turn')
      }
    }),

    onPlays('who moves out of turn or after the end is told so', (config, random) => {
      const { steps, end } = play(config, random)
      const mustThrow = (state: State, seat: Seat, submission: Submission): void => {
        must(
          throws(() => protocol.apply(state, seat, submission)),
          'a move out of turn was taken',
        )
        must(
          throws(() => protocol.fault(state, seat, FAULTS_TO_TRY[0]!)),
          'a fault out of turn was taken',
        )
        must(
          throws(() => protocol.absent(state, seat)),
          'an absence out of turn was taken',
        )
      }
      for (const { state, seat } of steps) {
        const submission = draw(protocol.view(state, seat), random)
        for (const other of [...others(seat), 'nobody']) mustThrow(state, other, submission)
        for (const each of seats) mustThrow(end, each, submission)
      }
    }),

    onPlays('a reply that will never come interrupts', (config, random) => {
      for (const { state, seat } of play(config, random).steps) {
        const next = protocol.absent(state, seat)
        const end = protocol.outcome(next)
        if (subject.passesOver?.(seat)) {
          must(end !== undefined || protocol.actor(next) !== seat, 'it is still waited for')
          continue
        }
        if (subject.isKnown?.(state)) must(end !== undefined, 'it goes on')
        else must(end?.kind === 'interrupted', `it ended as ${end?.kind}`)
      }
    }),

    onPlays('the same play twice leads to equal states and views', (config, random) => {
      const seed = random.state()
      const plays = [play(config, randomOf(String(seed))), play(config, randomOf(String(seed)))]
      const [one, two] = plays.map(({ steps, end }) =>
        [...steps.map(({ state }) => state), end].map((state) =>
          snapshot([state, ...seats.map((seat) => [protocol.view(state, seat)])]),
        ),
      )
      same(String(one), String(two), 'the plays differ')
    }),

    onPlays("a view does not depend on another seat's faults", (config, random) => {
      for (const { state, seat } of play(config, random).steps) {
        const seen = (given: State): string[] =>
          others(seat).map((other) => {
            const view = protocol.view(given, other)
            return snapshot([view, protocol.present(view), protocol.ask(view)])
          })
        const [one, two] = FAULTS_TO_TRY.map((found) => protocol.fault(state, seat, found))
        same(String(seen(one!)), String(seen(two!)), 'another seat sees which fault it was')
        if (protocol.actor(one!) === seat && protocol.view(one!, seat).repair > 0) {
          same(String(seen(one!)), String(seen(state)), 'another seat sees a pending fault')
        }
      }
    }),

    onPlays('a view shares what has grown and does not copy it', (config, random) => {
      for (const { state } of play(config, random).steps) {
        for (const seat of seats) {
          const pairs = subject.shared(state, protocol.view(state, seat))
          must(pairs.length > 0 && pairs.every(([a, b]) => a === b), 'a part was copied')
        }
      }
    }),
  ]

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
}

function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

function same(found: string, expected: string, otherwise: string): void {
  must(found === expected, `${otherwise}:\n${found}\n${expected}`)
}

function throws(run: () => unknown, kind: new (message: string) => Error = Error): boolean {
  try {
    run()
    return false
  } catch (error) {
    return error instanceof kind
  }
}

function within(place: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
