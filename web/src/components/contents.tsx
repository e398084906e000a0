import type { ReactElement } from 'react'

interface ContentsProps {
  readonly entries: readonly { readonly id: string; readonly title: string }[]
}

/** The way through a long page: below its opening, and on wide windows at its side, where it stays in sight. */
export const Contents = ({ entries }: ContentsProps): ReactElement => (
  <nav className="contents" aria-label="On this page">
    <ul>
      {entries.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
)
