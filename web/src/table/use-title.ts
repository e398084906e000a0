/** The title of the document: what is shown in its tab. */
import { useEffect } from 'react'

export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Parley`
  }, [title])
}
