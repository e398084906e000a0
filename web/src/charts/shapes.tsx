/** Marks with a shape of their own, so that nothing is told apart by colour alone. */
import type { ReactElement, ReactNode } from 'react'

type Corners = readonly (readonly [number, number])[]

const around = (n: number, turned = 0, size = 1.1): Corners =>
  Array.from({ length: n }, (_, k) => {
    const angle = ((k + turned) * 2 * Math.PI) / n
    return [Math.cos(angle) * size, Math.sin(angle) * size] as const
  })

const STAR: Corners = Array.from({ length: 10 }, (_, k) => {
  const angle = (k * Math.PI) / 5 - Math.PI / 2
  const size = k % 2 === 0 ? 1.35 : 0.6
  return [Math.cos(angle) * size, Math.sin(angle) * size] as const
})

const CROSS: Corners = [
  [-0.4, -1.15],
  [0.4, -1.15],
  [0.4, -0.4],
  [1.15, -0.4],
  [1.15, 0.4],
  [0.4, 0.4],
  [0.4, 1.15],
  [-0.4, 1.15],
  [-0.4, 0.4],
  [-1.15, 0.4],
  [-1.15, -0.4],
  [-0.4, -0.4],
]

/** Circle, square, triangle, diamond, triangle down, hexagon, cross, star, pentagon, bar. */
const SHAPES: readonly Corners[] = [
  [],
  around(4, 0.5, 1.25),
  around(3, -0.25, 1.3),
  around(4, 0, 1.3),
  around(3, 0.25, 1.3),
  around(6),
  CROSS,
  STAR,
  around(5, -0.25, 1.15),
  [
    [-1.2, -0.6],
    [1.2, -0.6],
    [1.2, 0.6],
    [-1.2, 0.6],
  ],
]

const short = (value: number): number => Math.round(value * 100) / 100

interface MarkProps {
  /** Which shape; the eleventh begins again. */
  readonly kind: number
  readonly x: number
  readonly y: number
  readonly size: number
  readonly className?: string | undefined
  /** A tip in words, shown by the browser itself and by the page's script. */
  readonly tip?: string | undefined
}

/** One mark within a chart. */
export function Mark({ kind, x, y, size, className, tip }: MarkProps): ReactElement {
  const corners = SHAPES[kind % SHAPES.length]!
  const inside: ReactNode = tip === undefined ? undefined : <title>{tip}</title>
  if (corners.length === 0) {
    return (
      <circle className={className} cx={short(x)} cy={short(y)} r={size}>
        {inside}
      </circle>
    )
  }
  const points = corners.map(([dx, dy]) => `${short(x + dx * size)},${short(y + dy * size)}`).join(' ')
  return (
    <polygon className={className} points={points}>
      {inside}
    </polygon>
  )
}

/** A mark that stands in text. */
export const TextMark = ({ kind }: { readonly kind: number }): ReactElement => (
  <svg className="mark" viewBox="-1.4 -1.4 2.8 2.8" aria-hidden="true" focusable="false">
    <Mark kind={kind} x={0} y={0} size={1} />
  </svg>
)
