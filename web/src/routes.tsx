/**
 * Pages of the app beside those that read studies: tables where people sit. Each is loaded when its address is
 * first asked for, and fetches what it shows by itself.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface RouteProps {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** Goes to a path of the app. */
  readonly go: (path: string, replace?: boolean) => void
}

export interface Route {
  readonly match: RegExp
  /** The document's title. */
  readonly title: string
  readonly Page: LazyExoticComponent<ComponentType<RouteProps>>
  /** Stands alone, without the way to studies: a person's own seat. */
  readonly bare?: boolean
}

export const route = (
  match: RegExp,
  title: string,
  load: () => Promise<{ default: ComponentType<RouteProps> }>,
  bare = false,
): Route => ({ match, title, Page: lazy(load), bare })

export const ROUTES: readonly Route[] = []
