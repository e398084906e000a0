/** What stands around every page: the way past it, the masthead, where one is, the foot. */
import type { ReactElement, ReactNode } from 'react'
import type { Target } from '../../src/pages/types.ts'
import { To } from './links.tsx'

export interface Crumb {
  readonly text: string
  /** Missing: it is this page. */
  readonly to?: Target | undefined
}

export interface NavItem {
  readonly text: string
  /** A page, or the address of what is no page of data. */
  readonly to: Target | string
  readonly current?: boolean
}

interface LayoutProps {
  /** Where one is, from the outside in; the last is this page. */
  readonly crumbs: readonly Crumb[]
  /** Links of the masthead. */
  readonly nav?: readonly NavItem[]
  /** Where the name at the top leads. */
  readonly home: Target
  readonly children: ReactNode
  /** More for the foot. */
  readonly foot?: ReactNode
}

export const Layout = ({ crumbs, nav = [], home, children, foot }: LayoutProps): ReactElement => (
  <>
    <a className="skip" href="#content">
      To the content
    </a>
    <header className="masthead">
      <div className="column">
        <To to={home} className="wordmark">
          Parley
        </To>
        {nav.length > 0 && (
          <nav aria-label="Main">
            <ul>
              {nav.map(({ text, to, current }) => (
                <li key={text}>
                  {typeof to === 'string' ? (
                    <a href={to} aria-current={current ? 'page' : undefined}>
                      {text}
                    </a>
                  ) : (
                    <To to={to} current={current}>
                      {text}
                    </To>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        )}
        {crumbs.length > 1 && (
          <nav className="crumbs" aria-label="Where you are">
            <ol>
              {crumbs.map(({ text, to }, k) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a path has places, and they may share a name.
                <li key={k}>
                  {to ? (
                    <To to={to}>
                      <bdi>{text}</bdi>
                    </To>
                  ) : (
                    <span aria-current="page">
                      <bdi>{text}</bdi>
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </nav>
        )}
      </div>
    </header>
    <main id="content" tabIndex={-1}>
      <div className="column">{children}</div>
    </main>
    <footer className="colophon">
      <div className="column">
        <p>
          Made with Parley, a laboratory for negotiations between language models, scripted negotiators and
          people.
        </p>
        {foot}
      </div>
    </footer>
  </>
)
