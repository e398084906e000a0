/** A comparison whose records the server may still be reading: asked for again until both sides are there. */
import { type ReactElement, useEffect, useRef } from 'react'
import type { ComparePage } from '../../../src/pages/types.ts'
import { pathOf, targetOf } from '../addresses.ts'
import { Compare } from '../pages/compare.tsx'

interface LiveCompareProps {
  readonly page: ComparePage
  readonly go: (path: string, replace?: boolean) => void
  readonly again: () => void
}

const WAIT_MS = 700
/** A side that is not there by then does not exist. */
const TRIES = 40

export function LiveCompare({ page, go, again }: LiveCompareProps): ReactElement {
  const asked = targetOf(location.pathname, location.search)
  const waits =
    asked?.page === 'compare' &&
    ((asked.left !== undefined && !page.left) || (asked.right !== undefined && !page.right))
  const tries = useRef({ of: '', n: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer that lacks a side is waited after.
  useEffect(() => {
    if (tries.current.of !== location.search) tries.current = { of: location.search, n: 0 }
    if (!waits || tries.current.n >= TRIES) return undefined
    tries.current.n++
    const timer = window.setTimeout(again, WAIT_MS)
    return () => window.clearTimeout(timer)
  }, [page, waits, again])
  return (
    <Compare
      page={page}
      reading={waits && tries.current.n < TRIES}
      change={(left, right) =>
        go(pathOf({ page: 'compare', ...(left ? { left } : {}), ...(right ? { right } : {}) }), true)
      }
    />
  )
}
