/**
 * The bench frame. A bench file `bench/<name>.bench.ts` exports `default async function (): Promise<Row[]>`;
 * `node bench/run.ts [filter] [--json file]` runs each file in a process of its own, so that memory and warmed-up
 * code of one do not colour another. Ours and the baseline take turns in one process, round by round, so that a
 * slow moment of the machine falls on both. An example:
 *
 *     import { compare, figure, type Row } from './harness.ts'
 *
 *     export default async function (): Promise<Row[]> {
 *       const events = makeEvents(2_400)
 *       return [
 *         await compare({
 *           what: 'Replay: the chain',
 *           unit: 'events/s',
 *           count: events.length, // how many units one call does: rates are wanted (without it: ms a call)
 *           ours: () => checkChain(events),
 *           baseline: { name: 'JSON.parse of the same events', run: () => parseAll(events) },
 *           bound: { atLeast: 0.3 }, // of the ratio ours / baseline
 *         }),
 *         figure({ what: 'Final file', unit: 'bytes', ours: [size], baseline: { name: 'events', values: [bytes] },
 *           bound: { atMost: 1.5 } }),
 *         figure({ what: 'Resident memory', unit: 'MB', ours: [rss], bound: { atMost: 160 } }), // of the figure
 *       ]
 *     }
 */

/** The middle and both ends of several measurements. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** A limit from the issue: on the ratio where there is a baseline, else on the figure itself. */
export interface Bound {
  readonly atMost?: number
  readonly atLeast?: number
}

/** One line of the bench's table. */
export interface Row {
  readonly what: string
  /** Of `ours` and `baseline`: `ms`, `events/s`, `MB`, … */
  readonly unit: string
  readonly ours: Spread
  readonly baseline?: Spread & { readonly name: string }
  /** ours / baseline, round by round. */
  readonly ratio?: Spread
  readonly bound?: Bound
  /** Whether the median keeps the bound; undefined where there is none. */
  readonly holds?: boolean
  /** Anything a reader should know, in a few words. */
  readonly note?: string
}

export interface Comparison {
  readonly what: string
  /** `ms` unless `count` is given; then what is counted, a second: `events/s`. */
  readonly unit?: string
  /** How many units of work one call does. */
  readonly count?: number
  ours(): unknown
  readonly baseline?: { readonly name: string; run(): unknown }
  readonly bound?: Bound
  /** Measured rounds (7) after warm-up rounds (2) that are thrown away. */
  readonly rounds?: number
  readonly warmup?: number
  /** Calls of one round are repeated until this many milliseconds have passed (0: one call a round). */
  readonly roundMs?: number
  /** Done before each round of either side, unmeasured. */
  before?(): unknown
  readonly note?: string
}

/** Times ours against a baseline in alternating rounds, the order swapped every round. */
export async function compare(options: Comparison): Promise<Row> {
  const { count, rounds = 7, warmup = 2, roundMs = 0 } = options
  const figureOf = (ms: number): number => (count === undefined ? ms : (count * 1000) / ms)
  const ours: number[] = []
  const theirs: number[] = []
  const time = async (run: () => unknown): Promise<number> => {
    await options.before?.()
    let calls = 0
    const start = performance.now()
    let passed: number
    do {
      const result = run()
      if (result instanceof Promise) await result
      calls++
      passed = performance.now() - start
    } while (passed < roundMs)
    return passed / calls
  }
  for (let round = -warmup; round < rounds; round++) {
    const sides = [
      async () => ours.push(figureOf(await time(options.ours))),
      async () => options.baseline && theirs.push(figureOf(await time(options.baseline.run))),
    ]
    for (const side of round % 2 === 0 ? sides : sides.reverse()) await side()
  }
  return figure({
    what: options.what,
    unit: options.unit ?? 'ms',
    ours: ours.slice(warmup),
    ...(options.baseline && { baseline: { name: options.baseline.name, values: theirs.slice(warmup) } }),
    ...(options.bound && { bound: options.bound }),
    ...(options.note !== undefined && { note: options.note }),
  })
}

export interface Figure {
  readonly what: string
  readonly unit: string
  /** One value a round. */
  readonly ours: readonly number[]
  /** As many values as `ours`, of the same rounds. */
  readonly baseline?: { readonly name: string; readonly values: readonly number[] }
  readonly bound?: Bound
  readonly note?: string
}

/** A row of figures that were measured in another way than `compare`'s. */
export function figure({ what, unit, ours, baseline, bound, note }: Figure): Row {
  const ratio = baseline && spread(ours.map((value, i) => value / baseline.values[i]!))
  const judged = ratio ?? spread(ours)
  return {
    what,
    unit,
    ours: spread(ours),
    ...(baseline && { baseline: { name: baseline.name, ...spread(baseline.values) } }),
    ...(ratio && { ratio }),
    ...(bound && {
      bound,
      holds: judged.median <= (bound.atMost ?? Infinity) && judged.median >= (bound.atLeast ?? -Infinity),
    }),
    ...(note !== undefined && { note }),
  }
}

/** Median (the mean of the middle two where they are even in number), smallest and largest. */
export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length / 2
  const median = (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2
  return { median, min: sorted[0]!, max: sorted.at(-1)! }
}
