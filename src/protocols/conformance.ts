/**
 * What every protocol must keep to, as a list of checks that its test runs: `for (const check of conformance(…))
 * test(check.name, check.run)`. A check throws an Error that says what went wrong. Play is drawn from seeds.
 */
import { type Random, randomOf } from '../core/random.ts'
import { FAULTS_TO_TRY, makePlayer, type Subject } from './conformance-play.ts'
import type { Seat, SeatView } from './contract.ts'
import { must, same, throws } from './must.ts'
import { freeze, snapshot } from './snapshot.ts'

export interface Check {
  readonly name: string
  run(): void
}

/** Actions are all tried where there are no more than this. */
const FEW = 400n

const PLAYS = 25

/** All checks of one protocol. */
export function conformance<Settings, Config, State, View extends SeatView, Submission>(
  subject: Subject<Settings, Config, State, View, Submission>,
): Check[] {
  const { protocol, seats } = subject
  const { play, draw, reread } = makePlayer(subject)
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
}

function within(place: string, run: () => void): void {
  try {
    run()
  } catch (error) {
    throw new Error(`${place}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
