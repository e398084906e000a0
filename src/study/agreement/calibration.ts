/** How well a reader's confidence tells how often it is right, by bins of confidence. */
import { mean } from 'simple-statistics'

/** One reading with its confidence from 0 to 1, and whether it says what the other reader says. */
export interface Judged {
  readonly confidence: number
  readonly right: boolean
}

export interface Bin {
  /** From `from`, included, to `to`, excluded but for 1. */
  readonly from: number
  readonly to: number
  readonly n: number
  /** Mean confidence, and the share that is right; undefined where nothing lies in the bin. */
  readonly confidence?: number
  readonly right?: number
}

export interface Calibration {
  readonly n: number
  readonly bins: readonly Bin[]
  /** Mean of (confidence - right)^2: 0 is perfect, 0.25 a coin that knows it (G. W. Brier, Monthly Weather Review 78, 1950). */
  readonly brier: number
  /** Mean confidence less the share that is right: above 0, too sure. */
  readonly over: number
}

/** Most readings come with high confidence, so bins are finer there. */
const EDGES = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1] as const

/** Undefined where nothing was judged. */
export function calibrate(judged: readonly Judged[]): Calibration | undefined {
  if (judged.length === 0) return undefined
  const bins = EDGES.slice(0, -1).map((from, i): Bin => {
    const to = EDGES[i + 1]!
    const own = judged.filter(({ confidence: c }) => c >= from && (c < to || (to === 1 && c === 1)))
    const told =
      own.length === 0 ? {} : { confidence: mean(own.map((one) => one.confidence)), right: shareRight(own) }
    return { from, to, n: own.length, ...told }
  })
  const sure = mean(judged.map(({ confidence }) => confidence))
  const brier = mean(judged.map(({ confidence, right }) => (confidence - Number(right)) ** 2))
  return { n: judged.length, bins, brier, over: sure - shareRight(judged) }
}

const shareRight = (judged: readonly Judged[]): number => mean(judged.map(({ right }) => Number(right)))
