/** The data of the page that is asked for. The page before stays in sight until the next one is there. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttemptRow, NegotiationLive, Page, StudyLive, Target } from '../../../src/pages/types.ts'
import { dataOf } from '../addresses.ts'
import { ApiFailure, fetchJson } from './fetch.ts'
import { isStale, mergeNegotiation, mergeStudy } from './merge.ts'
import { useStream } from './stream.ts'

export interface PageState {
  /** The data that is shown, and where it came from. */
  readonly page?: Page
  readonly address?: string
  /** Something else is on its way. */
  readonly loading: boolean
  readonly failure?: ApiFailure
}

/** Milliseconds between two readings of results while a study runs. */
const REREAD = 2000

export function usePage(target: Target | undefined): PageState & { readonly again: () => void } {
  const address = target && dataOf(target)
  const [state, set] = useState<PageState>({ loading: true })
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound((n) => n + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for the same address anew.
  useEffect(() => {
    if (address === undefined) return undefined
    const stop = new AbortController()
    set((old) => ({ ...old, loading: old.address !== address }))
    fetchJson<Page>(address, { signal: stop.signal }).then(
      (page) => set({ page, address, loading: false }),
      (error: unknown) => {
        if (stop.signal.aborted) return
        const failure =
          error instanceof ApiFailure
            ? error
            : new ApiFailure('failed', error instanceof Error ? error.message : '')
        // What is shown already stays: a server that is away for a moment takes nothing from the reader.
        set((old) =>
          old.address === address && old.page
            ? { ...old, loading: false }
            : { address, failure, loading: false },
        )
      },
    )
    return () => stop.abort()
  }, [address, round])

  const shown = state.address === address ? state.page : undefined
  const caughtUp = useRef<string | undefined>(undefined)
  const reread = useRef<number | undefined>(undefined)
  useEffect(() => () => window.clearTimeout(reread.current), [])
  const later = (): void => {
    reread.current ??= window.setTimeout(() => {
      reread.current = undefined
      again()
    }, REREAD)
  }
  useStream<StudyLive | NegotiationLive>(shown && liveAddress(shown), (messages) => {
    if (!shown) return
    // Put into the page as it is then: messages before these may not have been drawn yet.
    const put = (merge: (page: Page) => Page): void =>
      set((old) => {
        if (old.address !== address || !old.page) return old
        const page = merge(old.page)
        return page === old.page ? old : { ...old, page }
      })
    if (shown.kind === 'negotiation') {
      const told = messages as readonly NegotiationLive[]
      put((page) => (page.kind === 'negotiation' ? mergeNegotiation(page, told) : page))
      // Points, outcome and neighbours are the server's to tell.
      if (told.some((message) => message.type === 'reset' || message.end)) later()
    } else {
      const told = messages as readonly StudyLive[]
      put((page) => mergeStudy(page, told))
      if (isStale(shown, told)) later()
      // The stream tells of rows from its own beginning on: what moved after the list was read and before that is read.
      if (caughtUp.current !== address && told.some(({ type }) => type === 'progress')) {
        caughtUp.current = address
        if (shown.kind === 'attempts' && shown.rows.some(isOpen)) again()
      }
    }
  })
  return { ...state, again }
}

/** It may still change. */
const isOpen = ({ status }: AttemptRow): boolean => status === 'planned' || status === 'running'

/** Where a page goes on being told; undefined where nothing more will come. */
function liveAddress(page: Page): string | undefined {
  const study = 'study' in page ? encodeURIComponent(page.study) : ''
  switch (page.kind) {
    case 'study':
    case 'attempts':
      return `/api/studies/${study}/live`
    case 'negotiation':
      return page.end ? undefined : `/api/studies/${study}/negotiations/${encodeURIComponent(page.id)}/live`
    default:
      return undefined
  }
}
