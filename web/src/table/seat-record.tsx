/** The public record as one seat reads it: one's own words at the right, what binds below them. */
import type { ReactElement } from 'react'
import type { SeatBrief, SeatLine, SeatOffer, SeatPage } from '../../../src/scenario/seat/types.ts'
import { termName } from '../../../src/scenario/term-name.ts'
import { Chip } from '../components/chip.tsx'
import { classes, partyClass } from '../components/look.ts'
import { Said } from './said.tsx'

export const colourOf = ({ parties }: SeatBrief, seat: string): number =>
  parties.findIndex(({ id }) => id === seat)

export const labelOf = ({ parties }: SeatBrief, seat: string): string =>
  parties.find(({ id }) => id === seat)?.label ?? seat

/** An offer in one line, with what it is worth to oneself and how others voted on it. */
export function OfferLine({
  offer,
  brief,
}: {
  readonly offer: SeatOffer
  readonly brief: SeatBrief
}): ReactElement {
  const votes = offer.votes ?? []
  return (
    <>
      {Object.entries(offer.terms).map(([issue, value], i) => (
        <span key={issue}>
          {i > 0 && ', '}
          <bdi>{termName(issue)}</bdi> <bdi className="number">{value}</bdi>
        </span>
      ))}
      {offer.points && (
        <>
          {': '}
          <strong className="number">{offer.points.printed} points to you</strong>
        </>
      )}
      {votes.length > 0 && (
        <>
          {'; '}
          {votes
            .map(
              ({ seat, vote }) =>
                `${seat === brief.you.id ? 'you' : labelOf(brief, seat)} ${vote === 'accept' ? 'for' : 'against'}`,
            )
            .join(', ')}
        </>
      )}
    </>
  )
}

const ACTIONS: Readonly<Record<string, string>> = {
  OFFER: 'offers',
  ACCEPT: 'accepts',
  NONE: 'makes no move',
  END: 'ends without a deal',
  PASS: 'lost this turn to faults',
  propose: 'proposes',
  accept: 'votes for',
  reject: 'votes against',
  walk: 'leaves for good',
  none: 'makes no move',
  VOTE: 'has voted',
}

export function SeatRecord({ page }: { readonly page: SeatPage }): ReactElement {
  const { record, brief, seat } = page
  if (record.length === 0) return <p className="muted">Nothing has been said yet.</p>
  return (
    <ol className="talk">
      {record.map((line) => (
        <Line
          key={`${line.turn} ${line.seat} ${line.action}`}
          line={line}
          brief={brief}
          own={line.seat === seat}
        />
      ))}
    </ol>
  )
}

interface LineProps {
  readonly line: SeatLine
  readonly brief: SeatBrief
  readonly own: boolean
}

function Line({ line, brief, own }: LineProps): ReactElement {
  const { turn, seat, message, action, offer } = line
  const colour = colourOf(brief, seat)
  const verb = ACTIONS[action]
  return (
    <li className={classes('turn', own && 'right', partyClass(colour))} id={`turn-${turn}`}>
      <header>
        <Chip index={colour} label={labelOf(brief, seat)} of={own ? 'you' : undefined} />
        <span className="muted">{turn === 0 ? 'at the start' : `turn ${turn}`}</span>
      </header>
      {message !== '' && (
        <div className="bubble">
          <Said>{message}</Said>
        </div>
      )}
      {verb !== undefined && (
        <div className={classes('action', !offer && 'light')}>
          <span className="verb">
            {verb} {offer?.id}
          </span>
          {offer && (
            <span>
              <OfferLine offer={offer} brief={brief} />
            </span>
          )}
        </div>
      )}
    </li>
  )
}
