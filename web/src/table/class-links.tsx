/** A class's links at once, a line each, for a mail merge or a sheet: nobody copies thirty by hand. */
import type { ReactElement } from 'react'
import type { ClassPage } from '../../../src/pages/table-types.ts'
import { counted } from '../components/words.tsx'
import { useCopied } from './copied.ts'
import { addressOf, keptLinks } from './kept-links.ts'
import { seatWords } from './row.tsx'

/** Name, seat and link of everybody whose link this tab still knows, between tabs. */
function linesOf({ tables, parties }: ClassPage): { readonly lines: string[]; readonly all: number } {
  const kept = keptLinks()
  const open = tables.flatMap(({ table, seats }, i) =>
    seats.flatMap((seat) => (seat.link === 'open' ? [{ table, seat, number: i + 1 }] : [])),
  )
  const lines = open.flatMap(({ table, seat, number }) => {
    const link = kept.find((one) => one.table === table && one.seat === seat.seat)
    const party = parties.find(({ id }) => id === seat.seat)?.label ?? seat.seat
    return link ? [[seatWords(seat), `table ${number}, ${party}`, addressOf(link)].join('\t')] : []
  })
  return { lines, all: open.length }
}

export function AllLinks({ page }: { readonly page: ClassPage }): ReactElement | null {
  const { lines, all } = linesOf(page)
  const text = lines.join('\n')
  const [copied, copy] = useCopied(text)
  if (all === 0) return null
  if (lines.length === 0) {
    return (
      <p className="note">
        This tab knows none of the links: they were shown where they were made, and only their hashes are
        kept. A new link takes the place of one that was lost.
      </p>
    )
  }
  return (
    <div className="stack">
      <p className="row">
        <button type="button" onClick={copy}>
          {copied ? 'copied' : lines.length === 1 ? 'Copy the one link' : `Copy all ${lines.length} links`}
        </button>
        <span className="small muted" role="status">
          A line each: name, seat, link.
          {lines.length < all && ` This tab does not know the ${counted(all - lines.length, 'other link')}.`}
        </span>
      </p>
      <details className="details">
        <summary>All links as text</summary>
        <textarea
          className="all-links"
          readOnly
          rows={Math.min(lines.length, 12)}
          value={text}
          wrap="off"
          aria-label="All links, a line each"
          onFocus={({ target }) => target.select()}
        />
      </details>
    </div>
  )
}
