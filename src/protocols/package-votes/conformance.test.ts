import { describe, expect, test } from 'vitest'
import { PACE, votesGame } from '../../../test/support/package-votes.ts'
import { conformance } from '../conformance.ts'
import { type Config, packageVotes, type State, type Submission, type View } from './index.ts'

const opening = { Pace: 'slow' }
const small = { issues: [PACE] }

const subject = (
  configs: Readonly<Record<string, Config>>,
  say: (submission: Submission, message: string) => Submission,
) => ({
  protocol: packageVotes,
  configs,
  seats: ['ann', 'bob', 'cid'],
  bound: ({ rules }: Config) => rules.rounds * rules.parties.length,
  repairs: ({ rules }: Config) => rules.repairs,
  say,
  shared: (state: State, view: View): [unknown, unknown][] => [
    [state.open, view.record],
    [state.config.rules, view.rules],
    [state.walked, view.walked],
  ],
})

const spoken = conformance(
  subject(
    {
      'the usual rules': votesGame(),
      'few packages, a veto': votesGame({ rounds: 3 }, { ...small, vetoes: ['bob'] }),
      'one round': votesGame({ rounds: 1 }, small),
      'all but one': votesGame({ accept: 'all-but-one', rotate_opener: false }, small),
      'an opening package, new offers withdraw, a rejection kills': votesGame(
        {
          opening_package: opening,
          opening_party: 'cid',
          new_offer_withdraws: true,
          reject_kills: true,
          rounds: 3,
        },
        small,
      ),
      'a final round': votesGame({ final_proposer: 'bob', rounds: 3 }, small),
      'settled at the end of a round': votesGame({ unanimity_bonus: { points: 5 } }, small),
      'votes that others do not see': votesGame({ votes_seen: 'own' }, small),
      'by the score sheets': votesGame(
        { agreement: 'sheets', settle: 'last-round', final_proposer: 'ann' },
        { ...small, accepts: (seat, [pace]) => seat !== 'cid' || pace === 1 },
      ),
      'by the score sheets, at once': votesGame(
        { agreement: 'sheets', accept: 'all-but-one' },
        { ...small, accepts: (seat) => seat === 'ann' },
      ),
      'no repair, then the end': votesGame({ repairs_per_turn: 0, on_fault: 'end' }, small),
      'two repairs, then interrupted': votesGame(
        { repairs_per_turn: 2, on_fault: 'interrupt', strict: true },
        small,
      ),
    },
    (submission, message) => ({ ...submission, message }),
  ),
)

const silent = conformance(
  subject({ 'no chat': votesGame({ chat: false }, small) }, (submission) => submission),
)

const noted = conformance(
  subject({ scratchpads: votesGame({ scratchpad: true, chat: true }, small) }, (submission, message) => ({
    ...submission,
    message,
    scratchpad: message,
  })),
)

describe.each([
  ['with words', spoken],
  ['without', silent],
  ['with notes', noted],
])('package votes keep to the contract, %s', (_, checks) => {
  expect(checks.length).toBeGreaterThan(9)
  for (const { name, run } of checks) test(name, run)
})
