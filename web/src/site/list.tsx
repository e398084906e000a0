/** A published list of attempts with filters, sorting and search: the app's own components over rows of a file. */
import { type ReactElement, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { parseQuery, queryParams } from '../../../src/pages/query.ts'
import type { AttemptsPage, AttemptsQuery, Target } from '../../../src/pages/types.ts'
import { hrefFrom } from '../../../src/site/names.ts'
import { LinksProvider } from '../links.tsx'
import { Attempts } from '../pages/attempts.tsx'
import { allWords, type WordsOf } from './all-words.ts'
import { answer } from './answer.ts'

/** Puts the list into `place` in the place of the static one. Throws where the rows cannot be fetched. */
export async function showList(place: HTMLElement): Promise<void> {
  const { attempts, turns, at } = place.dataset as { attempts: string; turns: string; at: string }
  const response = await fetch(new URL(attempts, document.baseURI))
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  const all = (await response.json()) as AttemptsPage
  createRoot(place).render(<List all={all} turns={new URL(turns, document.baseURI).href} at={at} />)
}

const asked = (): AttemptsQuery => parseQuery(new URLSearchParams(location.search))

/** The address that asks for it, seen from the list itself. */
function addressOf(query: AttemptsQuery): string {
  const search = new URLSearchParams(queryParams(query))
  return search.size === 0 ? location.pathname : `?${search}`
}

interface ListProps {
  readonly all: AttemptsPage
  readonly turns: string
  /** The path of this page within the site. */
  readonly at: string
}

function List({ all, turns, at }: ListProps): ReactElement {
  const [query, setQuery] = useState<AttemptsQuery>(() => asked())
  const [words, setWords] = useState<WordsOf | undefined>()
  const [failed, setFailed] = useState(false)
  const wanted = query.q !== undefined && words === undefined
  useEffect(() => {
    const back = (): void => setQuery(asked())
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  useEffect(() => {
    if (!wanted) return
    setFailed(false)
    allWords(turns).then(setWords, () => setFailed(true))
  }, [wanted, turns])
  const change = (next: AttemptsQuery): void => {
    history.pushState(null, '', addressOf(next))
    setQuery(next)
  }
  const plain = hrefFrom(at)
  const links = {
    href: (target: Target) => (target.page === 'attempts' ? addressOf(target.query ?? {}) : plain(target)),
    go: (target: Target, event: { preventDefault(): void; metaKey?: boolean; ctrlKey?: boolean }) => {
      if (target.page !== 'attempts' || event.metaKey || event.ctrlKey) return
      event.preventDefault()
      change(target.query ?? {})
    },
  }
  const page = answer(all, query, words)
  return (
    <LinksProvider value={links}>
      <Attempts
        page={wanted ? { ...page, rows: [] } : page}
        change={change}
        tools={
          wanted && (
            <p role="status">
              {failed
                ? 'The messages could not be fetched. Is the network there?'
                : 'Searching all messages …'}
            </p>
          )
        }
      />
    </LinksProvider>
  )
}
