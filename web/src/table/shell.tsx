/** The document around the pages of tables. A seat's page has no way to any other page: its link is for it alone. */
import type { MouseEvent, ReactElement } from 'react'
import { pathOf } from '../addresses.ts'
import { Layout } from '../layout.tsx'
import { LinksProvider } from '../links.tsx'
import { navOf } from '../nav.ts'
import { Class } from './class.tsx'
import type { TablePlace } from './place.ts'
import { Seat } from './seat.tsx'
import { Setup } from './setup.tsx'
import './table.css'
import { Tables } from './tables.tsx'
import { OwnTable, Spectator } from './watch.tsx'

export function TableShell({ place }: { readonly place: TablePlace }): ReactElement {
  const linked = place.page === 'seat' || place.page === 'watch'
  return (
    <LinksProvider value={{ href: pathOf }}>
      {linked ? (
        // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: no control of its own; it minds the links inside
        <div onClick={keepAddress}>
          <a className="skip" href="#content">
            To the content
          </a>
          <main id="content" tabIndex={-1}>
            <div className="column">{place.page === 'seat' ? <Seat /> : <Spectator />}</div>
          </main>
        </div>
      ) : (
        <Owned place={place} />
      )}
    </LinksProvider>
  )
}

function Owned({ place }: { readonly place: Exclude<TablePlace, { page: 'seat' | 'watch' }> }): ReactElement {
  return (
    <Layout home={{ page: 'home' }} nav={navOf(place.page)} crumbs={[]}>
      {place.page === 'tables' && <Tables />}
      {place.page === 'new' && <Setup scenario={place.scenario} />}
      {place.page === 'table' && <OwnTable table={place.table} />}
      {place.page === 'class' && <Class id={place.class} />}
    </Layout>
  )
}

/** The secret stands behind the # of the address: a link to a place on the page goes there and leaves it be. */
function keepAddress(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
  const id = link?.getAttribute('href')?.slice(1)
  if (!id) return
  event.preventDefault()
  const goal = document.getElementById(id)
  goal?.scrollIntoView()
  goal?.focus({ preventScroll: true })
}
