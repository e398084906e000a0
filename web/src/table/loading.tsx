import type { ReactElement } from 'react'

/** Keeps the room of a page that is on its way. */
export const Loading = ({ what }: { readonly what: string }): ReactElement => (
  <div className="loading" role="status">
    <p>Reading {what} …</p>
  </div>
)
