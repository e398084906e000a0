/** What a page shows while there is nothing to show: each state says what it is and what can be done. */
import type { ReactElement, ReactNode } from 'react'
import { classes } from './look.ts'

interface StateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly failed?: boolean
}

/** Nothing here, and why. */
export const State = ({ title, children, failed }: StateProps): ReactElement => (
  <div className={classes('state', failed && 'failed')} role={failed ? 'alert' : undefined}>
    <h2>{title}</h2>
    {children}
  </div>
)

/** Keeps the room of a page that is on its way, so that nothing jumps when it comes. */
export const Loading = ({ what = 'the page' }: { readonly what?: string }): ReactElement => (
  <div className="column loading" role="status">
    <p>Reading {what} …</p>
  </div>
)

/** A command that the reader can type. */
export const Command = ({ children }: { readonly children: string }): ReactElement => (
  <pre>
    <code>{children}</code>
  </pre>
)
