/** A page of the app: the readable one, with what only a running server can do. */
import type { ReactElement } from 'react'
import type { Page } from '../../src/pages/types.ts'
import { pathOf } from './addresses.ts'
import { Control } from './live/control.tsx'
import { PageView } from './page-view.tsx'
import { Attempts } from './pages/attempts.tsx'
import { Compare } from './pages/compare.tsx'
import { Study } from './pages/study.tsx'

interface LivePageProps {
  readonly page: Page
  readonly go: (path: string, replace?: boolean) => void
  /** Reads the page's data anew. */
  readonly again: () => void
}

export function LivePage({ page, go, again }: LivePageProps): ReactElement {
  switch (page.kind) {
    case 'study':
      return <Study page={page} control={<Control page={page} again={again} />} />
    case 'attempts':
      return (
        <Attempts
          page={page}
          change={(query) => go(pathOf({ page: 'attempts', study: page.study, query }))}
        />
      )
    case 'compare':
      return (
        <Compare
          page={page}
          change={(left, right) =>
            go(pathOf({ page: 'compare', ...(left ? { left } : {}), ...(right ? { right } : {}) }), true)
          }
        />
      )
    default:
      return <PageView page={page} />
  }
}
