import type { ReactElement } from 'react'

/** Text as it was written or sent. What is long scrolls within itself, by keyboard as well. */
export const Pre = ({ children }: { readonly children: string }): ReactElement => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard as well.
  <pre dir="auto" tabIndex={0}>
    {children}
  </pre>
)
