/** How a page links: components name what they link to, and the app or the site says where that is. */
import { createContext, type MouseEvent, type ReactElement, type ReactNode, useContext } from 'react'
import type { Target } from '../../src/pages/types.ts'

export interface Links {
  readonly href: (target: Target) => string
  /** There is no such page here: links to it are left out. A published site has no page of all studies. */
  readonly lacks?: ((target: Target) => boolean) | undefined
  /** Goes there without loading a new document; missing where there is no script. */
  readonly go?: ((target: Target, event: MouseEvent) => void) | undefined
}

const LinksContext = createContext<Links>({ href: () => '#' })
export const LinksProvider = LinksContext.Provider
export const useLinks = (): Links => useContext(LinksContext)

interface ToProps {
  readonly to: Target
  readonly children: ReactNode
  readonly className?: string | undefined
  readonly rel?: string | undefined
  readonly current?: boolean | undefined
}

/** A link to a page. */
export function To({ to, children, className, rel, current }: ToProps): ReactElement | null {
  const { href, go, lacks } = useLinks()
  if (lacks?.(to)) return null
  return (
    <a
      href={href(to)}
      className={className}
      rel={rel}
      aria-current={current ? 'page' : undefined}
      onClick={go && ((event) => go(to, event))}
    >
      {children}
    </a>
  )
}

interface MarkLinkProps {
  readonly to: Target | undefined
  readonly children: ReactNode
}

/** The list of attempts holds the same links for everybody. */
const HIDDEN = { 'aria-hidden': true } as const

/** A link around a mark of a chart: a shortcut for the mouse, since the same links stand in a list. */
export function MarkLink({ to, children }: MarkLinkProps): ReactElement {
  const { href, go } = useLinks()
  if (!to) return <>{children}</>
  return (
    <a href={href(to)} tabIndex={-1} {...HIDDEN} onClick={go && ((event) => go(to, event))}>
      {children}
    </a>
  )
}
