/**
 * How outcomes fill a bar: by pattern, in one colour of their own, so that none is taken for a pairing or a party, and
 * all are told apart in print and by whoever sees few colours.
 */
import type { ReactElement } from 'react'

/** The side of a pattern's tile, in pixels. */
const TILE = 8

/** Lines of each pattern, drawn over the tile's edges so that they meet; the first is solid and has none. */
const LINES: readonly (readonly string[])[] = [
  [],
  ['M-2 2L2 -2M0 8L8 0M6 10L10 6'],
  ['M0 4H8'],
  ['M-2 2L2 -2M0 8L8 0M6 10L10 6', 'M-2 6L2 10M0 0L8 8M6 -2L10 2'],
  ['M4 0V8'],
  ['M-2 6L2 10M0 0L8 8M6 -2L10 2'],
]

/** How many patterns there are, the solid one among them; what comes after them begins again. */
export const PATTERNS = LINES.length

/** What a bar is filled with. */
export const patternFill = (index: number): string | undefined =>
  index % PATTERNS === 0 ? undefined : `url(#pattern-${index % PATTERNS})`

/** The patterns themselves: once on a page that has such bars. */
export const Patterns = (): ReactElement => (
  <svg className="patterns" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      {LINES.map(
        (lines, k) =>
          lines.length > 0 && (
            <pattern
              // biome-ignore lint/suspicious/noArrayIndexKey: a pattern is its place.
              key={k}
              id={`pattern-${k}`}
              width={TILE}
              height={TILE}
              patternUnits="userSpaceOnUse"
            >
              <rect className="ground" width={TILE} height={TILE} />
              {lines.map((line) => (
                <path key={line} d={line} />
              ))}
            </pattern>
          ),
      )}
    </defs>
  </svg>
)
