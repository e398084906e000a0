/** Scales in percent of a chart's side, so that a chart fits any width without a script. */
export interface Scale {
  /** 0 to 100. */
  readonly at: (value: number) => number
  readonly ticks: readonly number[]
  readonly text: (value: number) => string
}

/** The least and the most of many numbers; undefined of none. */
export function span(values: Iterable<number>): [number, number] | undefined {
  let least = Infinity
  let most = -Infinity
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return least <= most ? [least, most] : undefined
}

interface ScaleOptions {
  /** About how many ticks. */
  readonly ticks?: number
  /** Room beyond the values, as a part of their span. */
  readonly room?: number
  /** Whole numbers only: turns, counts. */
  readonly whole?: boolean
  /** Grows downwards, as SVG counts. */
  readonly down?: boolean
}

/** A linear scale with ticks at 1, 2 or 5 times a power of ten (Heckbert 1990). */
export function linear([from, to]: readonly [number, number], options: ScaleOptions = {}): Scale {
  const { ticks: wanted = 5, room = 0.04, whole = false, down = false } = options
  const width = to - from || Math.abs(to) || 1
  const low = from - width * room
  const high = to + width * room
  const rough = (high - low) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    whole ? 1 : 0,
    [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough * 0.999)!,
  )
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9))
  const ticks: number[] = []
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
    ticks.push(Number((k * step).toFixed(places)))
  }
  const at = (value: number): number => {
    const part = ((value - low) / (high - low)) * 100
    return Math.round((down ? 100 - part : part) * 100) / 100
  }
  return { at, ticks, text: (value) => minus(value.toFixed(places)) }
}

/** A real minus sign, as wide as a plus. */
export const minus = (text: string): string => text.replace(/^-/, '\u2212')

/** At most two decimals, none that say nothing. */
export const plain = (value: number): string => minus(value.toFixed(2).replace(/\.?0+$/, ''))
