/** A page of the app: the readable one, with what only a running server can do. */
import type { ReactElement } from 'react'
import type { Page } from '../../src/pages/types.ts'
import { attemptsQuery, pathOf } from './addresses.ts'
import { counted } from './components/words.tsx'
import { LiveCompare } from './live/compare.tsx'
import { Control } from './live/control.tsx'
import { PageView } from './page-view.tsx'
import { Attempts } from './pages/attempts.tsx'
import { Home } from './pages/home.tsx'
import { Scenario } from './pages/scenario.tsx'
import { Study } from './pages/study.tsx'
import { tablePath } from './table/place.ts'

const tableOf = (scenario: string): string => tablePath({ page: 'new', scenario })

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
          // What was asked for shows at once, before the list that answers it has come.
          page={{ ...page, query: attemptsQuery(new URLSearchParams(location.search)) }}
          change={(query) => go(pathOf({ page: 'attempts', study: page.study, query }))}
        />
      )
    case 'compare':
      return <LiveCompare page={page} go={go} again={again} />
    case 'home':
      return (
        <Home
          page={page}
          start={
            <p className="row">
              <a className="button primary" href="/tables/new">
                Run one now
              </a>
              <span className="muted small">a script, a model or a person on each side</span>
            </p>
          }
          tablesOf={(count) => (
            <p className="muted">
              <a href={tablePath({ page: 'tables' })}>{counted(count, 'table')}</a>, where people, models or
              scripts sat down to play, {count === 1 ? 'stands' : 'stand'} apart.
            </p>
          )}
          startOf={(scenario) => <a href={tableOf(scenario)}>run it yourself</a>}
        />
      )
    case 'scenario':
      return (
        <Scenario
          page={page}
          start={
            <p>
              <a className="button primary" href={tableOf(page.scenario)}>
                Run it yourself
              </a>
            </p>
          }
        />
      )
    default:
      return <PageView page={page} />
  }
}
