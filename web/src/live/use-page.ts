/** The data of the page that is asked for. The page before stays in sight until the next one is there. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { NegotiationLive, Page, StudyLive, Target } from '../../../src/pages/types.ts'
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
    const put = (page: Page): void =>
      set((old) => (old.page === shown && page !== shown ? { ...old, page } : old))
    if (shown.kind === 'negotiation') {
      const told = messages as readonly NegotiationLive[]
      put(mergeNegotiation(shown, told))
      // Points, outcome and neighbours are the server's to tell.
      if (told.some((message) => message.type === 'reset' || message.end)) later()
    } else {
      const told = messages as readonly StudyLive[]
      put(mergeStudy(shown, told))
      if (isStale(shown, told)) later()
    }
  })
  return { ...state, again }
}

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
