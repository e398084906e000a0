/** What somebody said. A message of a thousand lines must not bury the table: the rest of it is unfolded on demand. */
import type { ReactElement } from 'react'
import { Words } from '../components/words.tsx'

const LONGEST = 4000
const SHOWN = 1500

export function Said({ children }: { readonly children: string }): ReactElement {
  if (children.length <= LONGEST) return <Words>{children}</Words>
  // Never half a character.
  const end = /[\ud800-\udbff]$/.test(children.slice(0, SHOWN)) ? SHOWN - 1 : SHOWN
  return (
    <>
      <Words>{`${children.slice(0, end)} …`}</Words>
      <details className="details">
        <summary>All {children.length} characters</summary>
        <Words>{children}</Words>
      </details>
    </>
  )
}
