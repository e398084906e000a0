/** The document around the pages: the address, the page's data, and the states in between. */
import { type MouseEvent, type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CallBytes, Target } from '../../src/pages/types.ts'
import { pathOf, targetOf } from './addresses.ts'
import { Reading, State } from './components/states.tsx'
import { Layout } from './layout.tsx'
import { LinksProvider } from './links.tsx'
import { fetchJson } from './live/fetch.ts'
import { type PageState, usePage } from './live/use-page.ts'
import { LivePage } from './live-page.tsx'
import { navOf } from './nav.ts'
import { crumbsOf, titleOf } from './page-view.tsx'
import { BytesContext, type CallPlace } from './talk/calls.tsx'

interface Place {
  readonly pathname: string
  readonly search: string
  readonly hash: string
}

const here = (): Place => ({
  pathname: location.pathname,
  search: location.search,
  hash: location.hash,
})

/** Where the document is, and a way to go elsewhere without loading it anew. */
function usePlace(): [Place, (path: string, replace?: boolean) => void] {
  const [place, set] = useState(here)
  useEffect(() => {
    const moved = (): void => set(here())
    window.addEventListener('popstate', moved)
    return () => window.removeEventListener('popstate', moved)
  }, [])
  const go = useCallback((path: string, replace = false) => {
    if (replace) history.replaceState(null, '', path)
    else history.pushState(null, '', path)
    set(here())
  }, [])
  return [place, go]
}

export function Shell(): ReactElement {
  const [place, go] = usePlace()
  const target = useMemo(() => targetOf(place.pathname, place.search), [place.pathname, place.search])
  const state = usePage(target)
  const { page } = state
  useArrival(place, state)
  useEffect(() => {
    document.title = page && page.kind !== 'home' ? `${titleOf(page)} · Parley` : 'Parley'
  }, [page])

  const links = useMemo(
    () => ({
      href: pathOf,
      go: (to: Target, event: MouseEvent): void => {
        const plain =
          event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (!plain || to.page === 'download') return
        event.preventDefault()
        go(pathOf(to))
      },
    }),
    [go],
  )
  const study = page?.kind === 'negotiation' ? page.study : undefined
  const id = page?.kind === 'negotiation' ? page.id : undefined
  const bytes = useCallback(
    ({ pass, sent }: CallPlace) =>
      fetchJson<CallBytes>(
        `/api/studies/${encodeURIComponent(study!)}/negotiations/${encodeURIComponent(id!)}/calls/${sent}${pass === undefined ? '' : `?pass=${encodeURIComponent(pass)}`}`,
      ),
    [study, id],
  )
  return (
    <LinksProvider value={links}>
      <BytesContext value={bytes}>
        <Layout
          home={{ page: 'home' }}
          nav={navOf(target?.page)}
          crumbs={page ? [{ text: 'Home', to: { page: 'home' } }, ...crumbsOf(page)] : []}
        >
          <Content target={target} state={state} go={go} />
        </Layout>
      </BytesContext>
    </LinksProvider>
  )
}

interface ContentProps {
  readonly target: Target | undefined
  readonly state: PageState & { readonly again: () => void }
  readonly go: (path: string, replace?: boolean) => void
}

function Content({ target, state, go }: ContentProps): ReactElement {
  const { page, loading, failure, again } = state
  if (!target) {
    return (
      <State title="There is no such page" failed whole>
        <p>
          The address leads nowhere. <a href="/">Back to the studies</a>
        </p>
      </State>
    )
  }
  if (failure) {
    return (
      <State title={failure.code === 'not-found' ? 'Not found' : 'This page could not be read'} failed whole>
        <p>
          <bdi>{failure.message}</bdi>
        </p>
        {failure.mend !== undefined && (
          <p>
            <bdi>{failure.mend}</bdi>
          </p>
        )}
        <p className="row">
          <button type="button" onClick={again}>
            Try again
          </button>
          <a href="/">Back to the studies</a>
        </p>
      </State>
    )
  }
  if (!page) return <Reading />
  return (
    <div aria-busy={loading}>
      <LivePage page={page} go={go} again={again} />
    </div>
  )
}

/** A page that has come is read from its top, or from the turn or section that the address names. */
function useArrival({ pathname, hash }: Place, { page, loading }: PageState): void {
  const arrived = useRef<string | undefined>(undefined)
  const where = `${pathname}${hash}`
  useEffect(() => {
    if (loading || !page || arrived.current === where) return
    const before = arrived.current
    arrived.current = where
    const goal = hash === '' ? undefined : document.getElementById(decodeURIComponent(hash.slice(1)))
    if (goal) goal.scrollIntoView()
    else if (before !== undefined && before.split('#')[0] !== pathname) {
      window.scrollTo(0, 0)
      document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [where, pathname, hash, page, loading])
}
