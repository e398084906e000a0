/** What `parley power` does. */
import { readFile } from 'node:fs/promises'
import { EXIT, UserError } from '../../core/problem.ts'
import type { Observation } from '../../study/analysis.ts'
import { parseAttempts } from '../../study/attempts.ts'
import { differenceFor, MOST_UNITS, powerAt, sizeFor } from '../../study/inference/power.ts'
import { studyPlace } from '../../study/load.ts'
import { pooledSpread } from '../../study/pilot.ts'
import { reportStudy } from '../../study/study-report.ts'
import type { Options } from '../commands/power.ts'
import type { Io } from '../io.ts'
import { look } from '../look.ts'
import { safeLine } from '../text.ts'

export async function power(options: Options, io: Io): Promise<void> {
  const { difference, n, comparisons, json } = options
  const pilot = options.from === undefined ? undefined : pooledSpread(await pilotOf(options.from, io))
  if (options.from !== undefined && options.sd !== undefined)
    throw usage('--sd and --from say the same: give one of them.')
  if (options.from !== undefined && !pilot) {
    const message = 'No pairing and opener has two completed negotiations, so that the pilot tells no spread.'
    throw new UserError([{ file: options.from, message }], EXIT.invalid)
  }
  if (options.from !== undefined && options.games)
    throw usage("--games needs --sd: that of the games' differences.")
  const sd = options.sd ?? pilot?.sd
  if (sd === undefined) throw usage('Give the spread: --sd, or --from a pilot.')
  if (difference === undefined && n === undefined)
    throw usage('Give --difference, or --n to ask what a size finds.')
  if (n !== undefined && n < 2) throw usage('--n must be 2 or more.')
  if (pilot?.sd === 0) throw usage('The pilot has no spread at all: any size would do.')
  // One comparison of k must pass alpha / k first (Holm 1979); it is the hardest step.
  const alpha = options.alpha / comparisons
  const unit = options.games ? ('games' as const) : ('negotiations' as const)
  const of = { sd, alpha, unit }
  const size = difference === undefined ? undefined : sizeFor(options.power, { ...of, difference })
  const found = {
    ...{ unit, sd, power: options.power, alpha: options.alpha, comparisons },
    ...(pilot ? { pilot } : {}),
    ...(difference === undefined ? {} : { difference, effect: difference / sd }),
    ...(size === undefined ? {} : { size, powerAtSize: powerAt(size, { ...of, difference: difference! }) }),
    ...(n === undefined
      ? {}
      : {
          n,
          smallestDifference: differenceFor(options.power, n, of),
          ...(difference === undefined ? {} : { powerAtN: powerAt(n, { ...of, difference }) }),
        }),
  }
  if (json) return io.out(JSON.stringify(found, null, 2))
  io.out(text(found).join('\n'))
}

interface Found {
  readonly unit: 'games' | 'negotiations'
  readonly sd: number
  readonly power: number
  readonly alpha: number
  readonly comparisons: number
  readonly pilot?: { readonly n: number; readonly cells: number }
  readonly difference?: number
  readonly size?: number
  readonly powerAtSize?: number
  readonly n?: number
  readonly smallestDifference?: number
  readonly powerAtN?: number
}

function text(found: Found): string[] {
  const { unit, sd, pilot, difference, size, n, comparisons } = found
  const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`
  const each = unit === 'games' ? 'games, both pairings in each' : 'negotiations a pairing'
  const out = [
    `Spread: standard deviation ${Number(sd.toPrecision(4))}${pilot ? `, within ${pilot.cells} cells of ${pilot.n} completed negotiations` : ''}.`,
  ]
  if (difference !== undefined) {
    out.push(
      size === undefined
        ? `A difference of ${difference} would need more than ${MOST_UNITS} ${each}.`
        : `A difference of ${difference} (effect size ${(difference / sd).toFixed(2)}): ${size} ${each} find it with power ${percent(found.powerAtSize!)}.`,
    )
  }
  if (n !== undefined) {
    out.push(
      `${n} ${each} find a difference of ${Number(found.smallestDifference!.toPrecision(4))} with power ${percent(found.power)}${found.powerAtN === undefined ? '' : `, and one of ${difference} with power ${percent(found.powerAtN)}`}.`,
    )
  }
  out.push(
    `Two-sided t test, alpha ${found.alpha}${comparisons > 1 ? ` parted among ${comparisons} comparisons` : ''}; completed negotiations: add what may be interrupted. A pilot's spread is itself uncertain.`,
  )
  return out
}

async function pilotOf(from: string, io: Io): Promise<readonly Observation[]> {
  if (/\.csv$/i.test(from)) return parseAttempts(await textOf(from), from).observations
  const { record } = await studyPlace(from)
  await look(record, 'power', io)
  return (await reportStudy(record)).observations
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UserError([{ file, message: `It cannot be read (${code}).` }])
  }
}

const usage = (message: string): UserError =>
  new UserError(
    [{ file: safeLine('parley power'), message, mend: '`parley power --help` shows how it is used.' }],
    EXIT.usage,
  )
