import { createContext, type ReactElement, type ReactNode, useContext } from 'react'
import { useLinks } from '../links.tsx'
import { classes } from './look.ts'

interface FigureProps {
  readonly title: string
  /** What to see in it, in a sentence or two. */
  readonly caption: ReactNode
  /** What the marks are. */
  readonly legend?: ReactNode
  /** The same figures as a table, for those who want numbers or do not see the picture. */
  readonly table?: ReactNode
  /** The drawing is a square: the legend stands at its side where there is room. */
  readonly beside?: boolean
  readonly children: ReactNode
}

const FigureNumberContext = createContext<number | undefined>(undefined)
/** The number of the figure in it, by which texts refer to it: `Figure 2`, and `#figure-2` as an address. */
export const FigureNumber = FigureNumberContext.Provider
export const useFigureNumber = (): number | undefined => useContext(FigureNumberContext)

/** A chart with what it shows, its legend, and its numbers on demand. */
export function Figure({ title, caption, legend, table, beside, children }: FigureProps): ReactElement {
  const number = useFigureNumber()
  return (
    <figure
      className={classes('figure', beside && 'beside')}
      id={number === undefined ? undefined : `figure-${number}`}
    >
      <figcaption>
        <strong>
          {number !== undefined && <span className="nth">{`Figure ${number}. `}</span>}
          {title}
        </strong>
        {caption}
        {number === 1 && (
          <span className="hint">
            {' '}
            What you point at in a figure or list is marked in all others on this page.
          </span>
        )}
      </figcaption>
      <div className="figure-body">
        {legend}
        <div className="drawing">{children}</div>
      </div>
      {table !== undefined && (
        <details className="details">
          <summary>The figures as a table</summary>
          {table}
        </details>
      )}
    </figure>
  )
}

export interface LegendEntry {
  readonly key: string
  readonly sign: ReactNode
  readonly text: string
  readonly className?: string | undefined
  /** What can be marked in every figure by it: a pairing, a party. */
  readonly marks?: string | undefined
}

/** Signs and their meaning, above the drawing. What can be marked is a button, where there is a script (linked.ts). */
export function Legend({ entries }: { readonly entries: readonly LegendEntry[] }): ReactElement {
  const scripted = useLinks().go !== undefined
  return (
    <ul className="legend">
      {entries.map(({ key, sign, text, className, marks }) => {
        const inside = (
          <>
            <svg viewBox="0 0 18 14" aria-hidden="true" focusable="false" className="chart">
              {sign}
            </svg>
            <bdi>{text}</bdi>
          </>
        )
        return (
          <li key={key} className={className} data-in={marks}>
            {scripted && marks !== undefined ? (
              <button type="button" aria-pressed="false">
                {inside}
              </button>
            ) : (
              inside
            )}
          </li>
        )
      })}
    </ul>
  )
}
