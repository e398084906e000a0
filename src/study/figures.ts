/** The figures of a negotiation that can be compared, by the names that a study plans them under. */
import { type Rational, toNumber, ZERO } from '../core/rational.ts'
import { type Frame, JOINT, type Observation, type Range } from './analysis.ts'
import type { OUTCOMES } from './analysis-schema.ts'
import { NO_AGREEMENT } from './clones/taxonomy.ts'
import { allKinds } from './scores/talk-cell.ts'

export interface Figure {
  /** What it is called in tables. */
  readonly name: string
  /** The figure of a completed negotiation; undefined where it has none. */
  value(o: Observation): number | undefined
  /** Where it can lie, by the rules of the scenario; undefined where nothing bounds it. */
  readonly range?: { readonly least: number; readonly most: number }
}

const UNIT = { least: 0, most: 1 }

const floats = ({ least, most }: Range) => ({ least: toNumber(least), most: toNumber(most) })

/** A figure by its name in the plan. Throws a RangeError for one that is not there: a plan is checked when loaded. */
export function figureOf(name: string, frame: Frame): Figure {
  const of = (value: Figure['value'], range?: Figure['range'], shown = name.replaceAll('-', ' ')): Figure =>
    range ? { name: shown, value, range } : { name: shown, value }
  const party = name.startsWith('gain.') ? name.slice('gain.'.length) : undefined
  if (party !== undefined) {
    const range = frame.gains[party]
    return of((o) => float(o.gains?.[party]), range && floats(range), party)
  }
  const kind = name.startsWith('kind.') ? name.slice('kind.'.length) : undefined
  if (kind !== undefined) {
    const value: Figure['value'] = ({ talk }) =>
      talk?.kind === undefined ? undefined : Number(talk.kind === kind)
    return of(value, UNIT, kind)
  }
  switch (name as (typeof OUTCOMES)[number]) {
    case 'joint-gain':
      return of((o) => float(o.joint), floats(frame.joint), JOINT)
    case 'efficiency': {
      const { least, most } = frame.joint
      const largest = frame.largestJoint
      const range = largest &&
        largest.compare(ZERO) > 0 && { least: least.div(largest), most: most.div(largest) }
      return of((o) => float(efficiencyOf(o, frame)), range ? floats(range) : undefined)
    }
    case 'agreement':
      return of((o) => (o.agreement === undefined ? undefined : Number(o.agreement)), UNIT)
    case 'turns':
      return of((o) => o.turns, frame.turns)
    case 'frontier':
      return of(
        (o) => (place(o, 'frontier') === undefined ? undefined : Number(place(o, 'frontier') === 0)),
        UNIT,
      )
    case 'frontier-distance':
      return of((o) => place(o, 'frontier'), UNIT)
    case 'nash-distance':
      return of((o) => place(o, 'nash'), UNIT)
    case 'trade-found':
      return of((o) => o.talk?.found, frame.turns)
    case 'below-reservation':
      return of((o) => o.below && Number(o.below.length > 0), UNIT)
    case 'tokens':
      return of((o) => o.tokens)
    case 'cost':
      return of((o) => float(o.usd))
    default:
      throw new RangeError(`there is no figure ${name}`)
  }
}

const float = (value: Rational | undefined): number | undefined => value && toNumber(value)

/** Distances of agreements alone: no deal has no place beside the frontier. */
const place = (o: Observation, landmark: 'frontier' | 'nash'): number | undefined =>
  o.agreement ? o.scores?.distances?.[landmark] : undefined

/** Joint gain over the largest individually rational one of the game that was played. */
export function efficiencyOf(o: Observation, { largestJoint }: Frame): Rational | undefined {
  const largest = o.largestJoint ?? largestJoint
  return o.joint && largest && largest.compare(ZERO) > 0 ? o.joint.div(largest) : undefined
}

/** One frame for several games: every range covers all of theirs, and the largest joint gain is told where it is one. */
export function mergeFrames(frames: readonly Frame[]): Frame {
  const [first, ...more] = frames
  if (!first) throw new RangeError('no frame')
  if (more.length === 0) return first
  const parties = [...new Set(frames.flatMap((frame) => frame.parties))]
  const cover = (ranges: readonly Range[]): Range => ({
    least: ranges.map(({ least }) => least).reduce((a, b) => (b.compare(a) < 0 ? b : a)),
    most: ranges.map(({ most }) => most).reduce((a, b) => (b.compare(a) > 0 ? b : a)),
  })
  const { largestJoint, turns, talk } = first
  const same = largestJoint && more.every((frame) => frame.largestJoint?.equals(largestJoint))
  return {
    parties,
    ...(same ? { largestJoint } : {}),
    ...(talk ? { talk: { ...talk, kinds: allKinds(frames.map((frame) => kindsOf(frame))) } } : {}),
    joint: cover(frames.map(({ joint }) => joint)),
    gains: Object.fromEntries(
      parties.map((party) => [party, cover(frames.flatMap(({ gains }) => gains[party] ?? []))]),
    ),
    ...(turns && frames.every((frame) => frame.turns)
      ? { turns: { least: 1, most: Math.max(...frames.map((frame) => frame.turns!.most)) } }
      : {}),
  }
}

const kindsOf = ({ talk }: Frame): string[] => (talk?.kinds ?? []).filter((kind) => kind !== NO_AGREEMENT)

/** The level of a factor that an observation has; `pairing` and `opener` are factors too. */
export const levelOf = (o: Observation, factor: string): string | undefined =>
  factor === 'pairing' ? o.pairing : factor === 'opener' ? o.opener : o.levels?.[factor]
