/** Page data as a page: which component draws which, what it is called, and where it stands among the others. */
import type { ReactElement } from 'react'
import type { Page } from '../../src/pages/types.ts'
import { shortName } from './components/words.tsx'
import type { Crumb } from './layout.tsx'
import { Attempts } from './pages/attempts.tsx'
import { Compare } from './pages/compare.tsx'
import { Home } from './pages/home.tsx'
import { Negotiation } from './pages/negotiation.tsx'
import { Scenario } from './pages/scenario.tsx'
import { Study } from './pages/study.tsx'

/** A page as it can be read: without anything that needs a server or a script. */
export function PageView({ page }: { readonly page: Page }): ReactElement {
  switch (page.kind) {
    case 'home':
      return <Home page={page} />
    case 'study':
      return <Study page={page} />
    case 'attempts':
      return <Attempts page={page} />
    case 'negotiation':
      return <Negotiation page={page} />
    case 'scenario':
      return <Scenario page={page} />
    case 'compare':
      return <Compare page={page} />
  }
}

/** The title of a document, the most particular first. */
export function titleOf(page: Page): string {
  switch (page.kind) {
    case 'home':
      return 'Parley'
    case 'attempts':
      return `All attempts · ${page.title}`
    case 'negotiation':
      return `${page.title} · ${page.studyTitle}`
    default:
      return page.title
  }
}

/** Where a page stands, from the outside in. */
export function crumbsOf(page: Page): Crumb[] {
  switch (page.kind) {
    case 'home':
      return []
    case 'attempts':
      return [{ text: page.title, to: { page: 'study', study: page.study } }, { text: 'all attempts' }]
    case 'negotiation':
      return [
        { text: page.studyTitle, to: { page: 'study', study: page.study } },
        { text: 'all attempts', to: { page: 'attempts', study: page.study } },
        { text: shortName(page.id) },
      ]
    default:
      return [{ text: page.title }]
  }
}
