/** A seat's link for its owner: to copy, to replace, to take back. */
import { type ReactElement, useState } from 'react'
import type { SeatLink, TableSeat } from '../../../src/pages/table-types.ts'
import { send, wordsOf } from './ask.ts'
import { useCopied } from './copied.ts'
import { addressOf, dropLink, keepLinks, linkOf } from './kept-links.ts'

interface SeatLinkProps {
  readonly table: string
  readonly seat: TableSeat
  /** Who it is for, for those who do not see where the button stands. */
  readonly whose: string
}

export function LinkOf({ table, seat, whose }: SeatLinkProps): ReactElement {
  const [link, setLink] = useState<SeatLink | undefined>(() => linkOf(table, seat.seat))
  const [problem, setProblem] = useState<string | undefined>()
  const address = `/api/tables/${encodeURIComponent(table)}/seats/${encodeURIComponent(seat.seat)}/link`
  const renew = async (): Promise<void> => {
    try {
      const made = await send<SeatLink>('POST', address, {})
      if (!made) return
      keepLinks([made])
      setLink(made)
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  const revoke = async (): Promise<void> => {
    try {
      await send('DELETE', address)
      dropLink(table, seat.seat)
      setLink(undefined)
    } catch (error) {
      setProblem(wordsOf(error))
    }
  }
  return (
    <span className="seat-link">
      {link && seat.link === 'open' ? (
        <Copy text={addressOf(link)} whose={whose} />
      ) : (
        <span className="muted small">
          {seat.link === 'revoked' ? 'taken back' : 'given out; only its hash is kept'}
        </span>
      )}
      <button type="button" className="plain" onClick={renew} aria-label={`New link for ${whose}`}>
        new link
      </button>
      {seat.link === 'open' && (
        <button
          type="button"
          className="plain"
          onClick={revoke}
          aria-label={`Take back the link of ${whose}`}
        >
          take back
        </button>
      )}
      {problem !== undefined && (
        <span className="below" role="alert">
          <bdi>{problem}</bdi>
        </span>
      )}
    </span>
  )
}

/** An address to take along: shown whole, so that it can be copied by hand as well. */
export function Copy({ text, whose }: { readonly text: string; readonly whose: string }): ReactElement {
  const [copied, copy] = useCopied(text)
  return (
    <span className="copy">
      <input
        readOnly
        value={text}
        aria-label={`Link for ${whose}`}
        onFocus={({ target }) => target.select()}
      />
      <button
        type="button"
        onClick={copy}
        aria-label={copied ? `copied: the link for ${whose}` : `Copy the link for ${whose}`}
      >
        {copied ? 'copied' : 'copy'}
      </button>
    </span>
  )
}
