/** How far a study is: a bar whose parts are counts, the counts, what it cost and how long it will take. */
import type { ReactElement } from 'react'
import type { CostData, ProgressData, StudyState } from '../../../src/pages/types.ts'
import { pct } from '../charts/chart.tsx'
import { Tag } from './chip.tsx'
import { BigFigures, duration, grouped, STATE_TONES, STATE_WORDS } from './words.tsx'

interface ProgressProps {
  readonly state: StudyState
  readonly progress: ProgressData
  readonly cost?: CostData | undefined
}

export function Progress({ state, progress, cost }: ProgressProps): ReactElement {
  const { planned, completed, interrupted, running, leftMs, halts } = progress
  const part = (n: number): number => (planned === 0 ? 0 : (n / planned) * 100)
  const ended = completed + interrupted
  return (
    <div className="progress">
      <svg
        role="img"
        aria-label={`${ended} of ${planned} negotiations have ended, ${running} ${state === 'running' ? 'are running' : 'were left off'}`}
      >
        <rect className="done" x="0" width={pct(part(completed))} height="100%" />
        <rect className="unknown" x={pct(part(completed))} width={pct(part(interrupted))} height="100%" />
        <rect className="running" x={pct(part(ended))} width={pct(part(running))} height="100%" />
      </svg>
      <BigFigures
        figures={[
          {
            name: 'State',
            value: <Tag tone={STATE_TONES[state]}>{STATE_WORDS[state]}</Tag>,
          },
          {
            name: 'Ended',
            value: `${grouped(ended)} of ${grouped(planned)}`,
            more:
              interrupted > 0 ? `${grouped(interrupted)} interrupted, outcome unknown` : 'none interrupted',
          },
          ...(running > 0
            ? [{ name: state === 'running' ? 'Running' : 'Left off', value: grouped(running) }]
            : []),
          ...(cost
            ? [
                {
                  name: 'Cost so far',
                  value: costSoFar(cost),
                  more: `${atMost(cost)}${grouped(cost.calls)} calls, ${grouped(cost.inputTokens + cost.outputTokens)} tokens`,
                },
              ]
            : []),
          ...(state === 'running' || leftMs !== undefined
            ? [{ name: 'Time left', value: leftMs === undefined ? '\u2013' : `about ${duration(leftMs)}` }]
            : []),
        ]}
      />
      {halts.map((halt) => (
        <p key={halt} className="note">
          <bdi>{halt}</bdi>
        </p>
      ))}
    </div>
  )
}

/** Small sums with the cents' parts that they consist of. */
const dollars = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`

function costSoFar({ usd, atLeastUsd }: CostData): string {
  if (usd !== undefined) return dollars(usd)
  return atLeastUsd === undefined ? 'not known' : `at least ${dollars(atLeastUsd)}`
}

/** Where not all is known: the most that it can have been. */
const atMost = ({ usd, atMostUsd }: CostData): string =>
  usd !== undefined || atMostUsd === undefined ? '' : `at most ${dollars(atMostUsd)}, `
