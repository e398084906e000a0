/** Words and figures as pages print them. */
import type { ReactElement, ReactNode } from 'react'
import type { FactData, Figure, StudyState } from '../../../src/pages/types.ts'

/** Text that somebody wrote, with its line breaks; whatever direction it turns to stays within it. */
export const Words = ({ children }: { readonly children: string }): ReactElement => (
  <div className="words" dir="auto">
    {children}
  </div>
)

/** A figure as a report prints it; its exact value on hover. */
export const Num = ({ figure }: { readonly figure: Figure | undefined }): ReactElement =>
  figure ? (
    <span className="number" title={figure.exact === figure.text ? undefined : figure.exact}>
      {figure.text.replace(/^-/, '\u2212')}
    </span>
  ) : (
    <span className="muted">{'\u2013'}</span>
  )

/** Names with their values. */
export const Facts = ({ facts }: { readonly facts: readonly FactData[] }): ReactElement => (
  <dl className="terms">
    {facts.map(({ name, value }) => (
      <div key={name} className="pairs">
        <dt>
          <bdi>{name}</bdi>
        </dt>
        <dd>
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
)

/** A few large figures with what they are. */
export const BigFigures = ({
  figures,
}: {
  readonly figures: readonly { readonly name: string; readonly value: ReactNode; readonly more?: ReactNode }[]
}): ReactElement => (
  <dl className="facts">
    {figures.map(({ name, value, more }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          {value}
          {more !== undefined && <small>{more}</small>}
        </dd>
      </div>
    ))}
  </dl>
)

/** A negotiation's name without what all of its study share: `b01-p03-trader-a2`. */
export const shortName = (id: string): string => id.replace(/^negotiation-.*?-(?=b\d+-p\d+-)/, '')

export const STATE_WORDS: Readonly<Record<StudyState, string>> = {
  planned: 'not begun',
  running: 'running',
  stopped: 'stopped',
  halted: 'waiting',
  lost: 'broken off',
  failed: 'failed',
  complete: 'complete',
}

export const STATE_TONES: Readonly<Record<StudyState, 'good' | 'bad' | 'warn' | undefined>> = {
  planned: undefined,
  running: 'good',
  stopped: 'warn',
  halted: 'warn',
  lost: 'bad',
  failed: 'bad',
  complete: undefined,
}

/** What has begun and not ended: it is being played where anybody plays, and else it lies as it was left. */
export const openWords = (state: StudyState): string => (state === 'running' ? 'running' : 'left off')

/** `2026-03-01 14:05 UTC`; the exact time stands in the markup. */
export const Time = ({ at }: { readonly at: string }): ReactElement => (
  <time dateTime={at}>{`${at.slice(0, 10)} ${at.slice(11, 16)} UTC`}</time>
)

/** A duration in the two largest units that say something. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds}\u00a0s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}\u00a0min ${seconds % 60}\u00a0s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours}\u00a0h ${minutes % 60}\u00a0min` : `${Math.round(hours / 24)} days`
}

/** `1,234`: groups of three, whatever the reader's locale. */
export const grouped = (value: number): string => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',')

export const bytes = (n: number): string =>
  n < 1000 ? `${n} B` : n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : `${(n / 1e6).toFixed(1)} MB`

export const counted = (n: number, one: string, many = `${one}s`): string =>
  `${grouped(n)} ${n === 1 ? one : many}`
