/**
 * The page of a person's seat. The link's secret stands behind the # of the address and goes to the server in a
 * header; the page follows a stream, so that it comes back by itself after a lost connection, and it is told at once
 * when it is one's turn.
 */
import { type ReactElement, useEffect, useMemo, useState } from 'react'
import type { SeatAnswer } from '../../../src/pages/table-types.ts'
import type { SeatPage } from '../../../src/scenario/seat/types.ts'
import { Chip } from '../components/chip.tsx'
import { State } from '../components/states.tsx'
import { BigFigures } from '../components/words.tsx'
import { ApiFailure, fetchJson } from '../live/fetch.ts'
import type { Line } from './follow.ts'
import { Notice } from './notice.tsx'
import { SeatBriefing } from './seat-brief.tsx'
import { SeatMove } from './seat-move.tsx'
import { colourOf, labelOf, OfferLine, SeatRecord } from './seat-record.tsx'
import { useLive } from './use-live.ts'

/** A link's token, as the server makes them. */
const TOKEN = /^[a-z0-9-]+\.[A-Za-z0-9_-]+$/

function tokenIn(before: string): string {
  const text = location.hash.slice(1)
  return TOKEN.test(text) ? text : before
}

/** The token in the address: changes when another link is pasted over this one, not when a place on the page is. */
export function useToken(): string {
  const [token, set] = useState(() => tokenIn(''))
  useEffect(() => {
    const changed = (): void => set(tokenIn)
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [])
  return token
}

export function Seat(): ReactElement {
  const token = useToken()
  return <SeatRoom key={token} token={token} />
}

function SeatRoom({ token }: { readonly token: string }): ReactElement {
  const headers = useMemo(() => ({ authorization: `Seat ${token}` }), [token])
  const { page: answer, line, take } = useLive<SeatAnswer>('/api/seat/live', headers)
  useTitle(answer)
  if (line === 'refused' || token === '') {
    return (
      <State title="This link opens no seat" failed whole>
        <p>It may not be whole, or it was taken back. Ask the one who sent it for a new one.</p>
      </State>
    )
  }
  if (!answer) {
    return (
      <div className="loading" role="status">
        <p>{line === 'lost' ? 'The server does not answer. Trying again …' : 'Taking your seat …'}</p>
      </div>
    )
  }
  const { page, status } = answer
  const send = async (move: unknown): Promise<string | undefined> => {
    const { turn, repair } = page.move!
    try {
      await take(() =>
        fetchJson<SeatAnswer>('/api/seat/move', {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'x-parley': '1' },
          body: JSON.stringify({ turn, repair, move }),
        }),
      )
      // The form goes, and with it what had the focus: how things stand has it next.
      document.getElementById('now')?.focus({ preventScroll: true })
      return undefined
    } catch (error) {
      if (!(error instanceof ApiFailure)) return String(error)
      // It had arrived before the connection broke: the page that follows shows it.
      if (error.code === 'not-your-move') {
        await take(() => fetchJson<SeatAnswer>('/api/seat', { headers }))
        return undefined
      }
      return error.code === 'offline'
        ? 'The server does not answer. Nothing is lost: try again in a moment.'
        : error.message
    }
  }
  const waits =
    line === 'lost'
      ? 'The connection is lost; it comes back by itself.'
      : status === 'paused'
        ? PAUSED
        : undefined
  return (
    <div className="page seat">
      <header className="opening">
        <h1>
          <bdi>{answer.title}</bdi>
        </h1>
        <p className="row">
          You are{' '}
          <Chip
            index={colourOf(page.brief, page.seat)}
            label={page.brief.you.label}
            of={page.brief.you.name}
          />
        </p>
        <Now page={page} line={line} status={status} />
        {!page.end && (
          <Notice turn={page.move && `${page.move.turn} ${page.move.repair}`} title={answer.title} />
        )}
      </header>
      <section className="section" aria-labelledby="brief">
        <h2 id="brief">Your brief</h2>
        <p className="muted small">Only you see this. What you tell of it is up to you.</p>
        <details className="details" open={page.record.length < 2}>
          <summary>What is at stake</summary>
          <SeatBriefing page={page} />
        </details>
      </section>
      <section className="section" aria-labelledby="talk">
        <h2 id="talk">The talk</h2>
        <SeatRecord page={page} />
        {page.end ? <End page={page} /> : <OnTheTable page={page} />}
      </section>
      {page.move && (
        <section className="section">
          <SeatMove
            key={`${page.move.turn} ${page.move.repair}`}
            page={page}
            form={page.move}
            draftKey={`${answer.table} ${page.seat} ${page.move.turn}`}
            send={send}
            waits={waits}
          />
        </section>
      )}
    </div>
  )
}

const PAUSED = 'The table rests for now; this page goes on by itself.'

/** Told in the tab as well: nobody watches a page for minutes. */
function useTitle(answer: SeatAnswer | undefined): void {
  const title = answer?.title ?? 'Your seat'
  const state = answer?.page.end ? 'Ended' : answer?.page.move ? '● Your move' : undefined
  useEffect(() => {
    document.title = `${state === undefined ? '' : `${state} · `}${title} · Parley`
  }, [title, state])
}

interface NowProps {
  readonly page: SeatPage
  readonly line: Line
  readonly status: SeatAnswer['status']
}

/** How things stand, for eyes and ears. */
function Now({ page, line, status }: NowProps): ReactElement {
  const { end, move, actor, brief } = page
  const left = page.record.some(({ seat, action }) => seat === page.seat && action === 'walk')
  const words =
    line === 'lost'
      ? 'The connection is lost. It comes back by itself, and nothing is lost.'
      : end
        ? 'It has ended.'
        : status === 'paused'
          ? PAUSED
          : move
            ? 'It is your turn.'
            : actor === undefined
              ? ''
              : left
                ? 'You have left the table for good; the others go on.'
                : brief.parties.some(({ id }) => id === actor)
                  ? `Waiting for ${labelOf(brief, actor)}.`
                  : 'What was said is being read.'
  return (
    <p
      className={line === 'lost' || status === 'paused' ? 'note warn' : move ? 'note turn-note' : 'note'}
      role="status"
      id="now"
      tabIndex={-1}
    >
      {words}{' '}
      {move && !end && (
        <button type="button" className="plain" onClick={toMove}>
          To your move
        </button>
      )}
    </p>
  )
}

function toMove(): void {
  const goal = document.getElementById('your-move')
  goal?.scrollIntoView({ block: 'start' })
  goal?.closest('form')?.querySelector<HTMLElement>('input, textarea, button')?.focus()
}

function OnTheTable({ page }: { readonly page: SeatPage }): ReactElement | null {
  const offers = page.standing ? [page.standing] : page.offers
  if (offers.length === 0) return null
  return (
    <div className="ending open">
      <p>On the table:</p>
      {offers.map((offer) => (
        <p key={offer.id}>
          <strong>{offer.id}</strong> by{' '}
          {offer.by === page.seat ? 'you' : <bdi>{labelOf(page.brief, offer.by)}</bdi>}:{' '}
          <OfferLine offer={offer} brief={page.brief} />
        </p>
      ))}
    </div>
  )
}

const REASONS: Readonly<Record<string, string>> = {
  'turns-used': 'all turns were used',
  'rounds-used': 'all rounds were used',
  ended: 'the last reply was to end',
  'too-few-left': 'too few were left for a deal',
  'veto-walked': 'a party without which there is no deal has left',
  'no-final-offer': 'there was no offer in the final round',
  fault: 'a turn was lost',
  absent: 'a move never came',
}

function End({ page }: { readonly page: SeatPage }): ReactElement {
  const end = page.end!
  const { you } = page.brief
  const agreed = end.kind === 'agreement' || end.kind === 'settled'
  return (
    <div className={agreed ? 'ending agreement' : 'ending'}>
      <p>
        <strong>
          {end.kind === 'agreement'
            ? `You have a deal: ${end.offer}.`
            : end.kind === 'settled'
              ? 'The talk was read as settled.'
              : end.kind === 'no-agreement'
                ? 'There is no deal.'
                : 'It was interrupted; its outcome is unknown.'}
        </strong>{' '}
        {end.reason !== undefined && `${REASONS[end.reason] ?? end.reason.replaceAll('-', ' ')}.`}
      </p>
      {end.points && (
        <BigFigures
          figures={[
            { name: 'your points', value: end.points.printed },
            { name: 'with no deal', value: you.reservation },
          ]}
        />
      )}
    </div>
  )
}
