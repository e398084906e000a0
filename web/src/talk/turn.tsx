/** One turn: the words in a bubble at its side, what binds apart from them, faults and calls on demand. */
import { memo, type ReactElement } from 'react'
import type { FaultData, NegotiationPage, OfferData, TurnData } from '../../../src/pages/types.ts'
import { Chip } from '../components/chip.tsx'
import { classes, partyClass } from '../components/look.ts'
import { Pre } from '../components/pre.tsx'
import { Words } from '../components/words.tsx'
import { To } from '../links.tsx'
import { Calls } from './calls.tsx'
import { Support, Terms, Worth } from './offer.tsx'
import { Reading } from './reading.tsx'

type Told = Pick<NegotiationPage, 'study' | 'id' | 'parties' | 'observer'>

interface TurnProps {
  readonly turn: TurnData
  readonly page: Told
  /** The offer that it makes or is about, and the one that stands after it. */
  readonly offer: OfferData | undefined
  readonly standing: OfferData | undefined
}

/** A turn that has not changed is not drawn again: talks are long, and grow while they are read. */
export const Turn = memo(function Turn({ turn, page, offer, standing }: TurnProps): ReactElement {
  const { parties, study, id } = page
  const place = parties.findIndex((party) => party.id === turn.seat)
  const party = parties[place]
  const right = parties.length === 2 && place === 1
  const look = partyClass(party?.colour)
  const words = turn.message !== ''
  return (
    <>
      <li className={classes('turn', right && 'right', look)} id={`turn-${turn.turn}`}>
        <header>
          <Chip index={party?.colour} label={party?.label ?? turn.seat} of={party?.negotiator} />
          <To to={{ page: 'negotiation', study, id, turn: turn.turn }}>
            turn {turn.turn}
            {turn.round !== undefined && `, round ${turn.round}`}
          </To>
        </header>
        {words && (
          <div className="bubble">
            <Words>{turn.message}</Words>
          </div>
        )}
        {turn.absent && (
          <div className="bubble silent">
            No reply came: <bdi>{turn.absent.text}</bdi>
          </div>
        )}
        {turn.actionText !== undefined && (
          <div className={classes('action', !turn.binding && 'light')}>
            <span className="verb">
              <bdi>{turn.actionText}</bdi>
            </span>
            {turn.binding && offer && <About offer={offer} turn={turn} page={page} />}
            {turn.supporters && <Support parties={parties} supporters={turn.supporters} />}
          </div>
        )}
        {standing && standing.id !== offer?.id && <p className="small muted">{standing.id} still stands.</p>}
        {turn.changedTerms && (
          <p className="small muted">The repaired reply offers other terms than the faulty one did.</p>
        )}
        <Faults faults={turn.faults} />
        <Calls calls={turn.calls} />
      </li>
      {turn.readings.map((reading) => (
        <Reading key={`${reading.pass ?? ''} ${reading.seat}`} reading={reading} turn={turn.turn} />
      ))}
    </>
  )
})

interface AboutProps {
  readonly offer: OfferData
  readonly turn: TurnData
  readonly page: Told
}

/** An offer is told whole where it is made; later turns lead back there. */
function About({ offer, turn, page: { study, id, parties } }: AboutProps): ReactElement {
  if (offer.turn === turn.turn) {
    return (
      <>
        <Terms terms={offer.terms} />
        <Worth parties={parties} points={offer.points} below={offer.below} />
      </>
    )
  }
  const words = offer.terms.map(({ value }) => value).join(' · ')
  return (
    <p className="worth">
      <bdi>{words}</bdi>
      {offer.turn === 0 ? (
        <span>on the table from the start</span>
      ) : (
        <To to={{ page: 'negotiation', study, id, turn: offer.turn }}>offered in turn {offer.turn}</To>
      )}
    </p>
  )
}

/** Replies that could not stand, and what was asked for instead. */
export const Faults = ({ faults }: Pick<TurnData, 'faults'>): ReactElement => (
  <>
    {faults.map((fault, k) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: tries keep their places.
      <Fault key={k} fault={fault} />
    ))}
  </>
)

const Fault = ({ fault }: { readonly fault: FaultData }): ReactElement => (
  <div className="fault">
    <p>
      <strong>
        Fault: <bdi>{fault.code}</bdi>
      </strong>{' '}
      <bdi>{fault.problem}</bdi>
    </p>
    {fault.text !== '' && (
      <details className="details">
        <summary>The reply as it came</summary>
        <Pre>{fault.text}</Pre>
      </details>
    )}
  </div>
)
