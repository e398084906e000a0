/** Solution points of a plane: those that lie in one place are one mark with all their names. */
import type { SolutionName, SpaceData, XY } from '../../../src/pages/types.ts'
import type { Scale } from './scale.ts'

export interface SolutionPoint {
  /** The concept whose mark it has: the first of those that lie there. */
  readonly name: SolutionName
  /** `Nash and egalitarian`. */
  readonly labels: readonly string[]
  readonly at: XY
}

/** Nearer than this part of an axis two marks cover each other. */
const NEAR = 1 / 120

/** Each place with what lies there, in the order of the concepts. */
export function solutionPoints({ solutions, extents }: SpaceData): SolutionPoint[] {
  const [width, height] = extents.map(([least, most]) => most - least || 1) as [number, number]
  const found: { name: SolutionName; labels: string[]; at: XY }[] = []
  for (const { name, label, at: places } of solutions) {
    for (const at of places) {
      const there = found.find(
        (other) =>
          Math.abs(other.at[0] - at[0]) < width * NEAR && Math.abs(other.at[1] - at[1]) < height * NEAR,
      )
      if (!there) found.push({ name, labels: [label], at })
      else if (!there.labels.includes(label)) there.labels.push(label)
    }
  }
  return found
}

/** A list in words: `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** A line of small type in percent of the plane's height. */
const LINE = 3.6

export interface NamePlace {
  readonly words: string
  /** In percent. */
  readonly x: number
  readonly y: number
  readonly end: boolean
}

/**
 * Where the names stand: right of their mark, where no outcome lies, the last line beside it and the others above;
 * at the right edge above it. Names that would cover each other move apart. Places with more than a few marks of one
 * kind are left to the legend.
 */
export function namePlaces(points: readonly SolutionPoint[], x: Scale, y: Scale): NamePlace[] {
  let free = 0
  return [...points]
    .sort((a, b) => b.at[1] - a.at[1])
    .flatMap(({ labels, at }): NamePlace[] => {
      const across = x.at(at[0])
      const end = across > 70
      const wanted = y.at(at[1]) + 1.2 - (labels.length - 1) * LINE - (end ? 4 : 0)
      const first = Math.max(wanted, free + LINE)
      free = first + (labels.length - 1) * LINE
      return labels.map((words, k) => ({
        words,
        x: end ? 100 : across,
        y: Math.round((first + k * LINE) * 100) / 100,
        end,
      }))
    })
}
