/** What a page shows while there is nothing to show: each state says what it is and what can be done. */
import type { ReactElement, ReactNode } from 'react'
import { classes } from './look.ts'

interface StateProps {
  readonly title: string
  readonly children?: ReactNode
  readonly failed?: boolean
  /** It is all that the page has. */
  readonly whole?: boolean
}

/** Nothing here, and why. */
export const State = ({ title, children, failed, whole }: StateProps): ReactElement => (
  <div className={classes('state', failed && 'failed')} role={failed ? 'alert' : undefined}>
    {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
  </div>
)

/** A command that the reader can type. */
export const Command = ({ children }: { readonly children: string }): ReactElement => (
  <pre>
    <code>{children}</code>
  </pre>
)

/** Keeps the room of what is on its way, so that nothing jumps when it comes. */
export const Reading = (): ReactElement => (
  <div className="loading" role="status">
    <p>Reading …</p>
  </div>
)
