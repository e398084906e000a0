/** Small games of package votes for tests, and plays of them in few words. */
import type { ChoiceIssue } from '../../src/core/issue.ts'
import type { Accepts, Checked, Seat } from '../../src/protocols/contract.ts'
import {
  type Config,
  packageVotes,
  type State,
  type Submission,
  type View,
} from '../../src/protocols/package-votes/index.ts'
import { readReply } from '../../src/protocols/read.ts'

export const SITE: ChoiceIssue = { type: 'choice', id: 'Site', options: ['hill', 'shore', 'valley'] }
export const PACE: ChoiceIssue = { type: 'choice', id: 'Pace', options: ['slow', 'fast'] }

export interface Table {
  readonly parties?: readonly Seat[]
  readonly vetoes?: readonly Seat[]
  readonly opener?: Seat
  readonly issues?: readonly ChoiceIssue[]
  readonly accepts?: Accepts
}

/** The rules of a game among ann, bob and cid, ann first; settings as a pack writes them. */
export function votesGame(settings: object = {}, table: Table = {}): Config {
  const { parties = ['ann', 'bob', 'cid'], issues = [SITE, PACE], opener = parties[0]!, ...rest } = table
  const parsed = packageVotes.settings.parse({ type: 'package-votes', ...settings })
  return packageVotes.configure(parsed, { parties, opener, issues, ...rest })
}

/** A reply's text as the seat's submission or fault. */
export function readVote(text: string, view: View): Checked<Submission> {
  const read = readReply(text, view.rules.strict)
  return read.ok ? packageVotes.check(read.value, view) : read
}

/** `p01` proposes by option places, `+P1` accepts, `-P1` rejects, `.` is none, `w` walks. */
export function moveOf(short: string): Submission {
  if (short === '.') return { action: 'none', message: '' }
  if (short === 'w') return { action: 'walk', message: '' }
  if (short[0] === 'p') return { action: 'propose', outcome: [...short.slice(1)].map(Number), message: '' }
  return { action: short[0] === '+' ? 'accept' : 'reject', offer: short.slice(1), message: '' }
}

/** Plays short moves separated by blanks, each by whoever has the turn; `!` is a turn lost to faults. */
export function playVotes(config: Config, moves: string, from = packageVotes.start(config)): State {
  return moves.split(' ').reduce((state, short) => {
    const seat = packageVotes.actor(state)
    if (seat === undefined) throw new Error(`nobody has a move left for ${short}`)
    if (short !== '!') return packageVotes.apply(state, seat, moveOf(short))
    let spent = state
    do spent = packageVotes.fault(spent, seat, { code: 'empty', detail: {} })
    while (spent.turn === state.turn && !spent.end)
    return spent
  }, from)
}
