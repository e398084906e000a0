/** A straight scale from figures to places, with ticks at 1, 2 or 5 times a power of ten (Heckbert 1990). */
export interface Scale {
  at(value: number): number
  readonly ticks: readonly number[]
}

/** Over all `values`, widened by `room` of their span, laid from `from` to `to`. */
export function makeScale(
  values: readonly number[],
  from: number,
  to: number,
  { room = 0.04, ticks: wanted = 6 } = {},
): Scale {
  let [least, most] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  if (!(least <= most)) [least, most] = [0, 1]
  const span = most - least || Math.abs(most) || 1
  const [low, high] = [least - span * room, most + span * room]
  const rough = (high - low) / wanted
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((k) => k * power).find((size) => size >= rough * 0.999)!
  const ticks: number[] = []
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) ticks.push(k * step + 0)
  return { at: (value) => from + ((value - low) / (high - low)) * (to - from), ticks }
}
