/**
 * The plots of a study as named SVG texts. Pairings and parties keep their colours from plot to plot; what was
 * registered is drawn alone and first, and again with its extensions where there are some.
 */
import { toNumber } from '../../core/rational.ts'
import { analyzeSpace } from '../../core/space/analysis.ts'
import { NotCovered } from '../../core/space/space.ts'
import type { Party, Scenario } from '../../scenario/types.ts'
import { COLOURS } from '../../svg/svg.ts'
import type { Observation } from '../analysis.ts'
import type { AnalysisSet } from '../sets.ts'
import { type Curve, curvesSvg } from './curves.ts'
import { type Plane, type Point, planeSvg } from './plane.ts'
import { type Strip, stripsSvg } from './strips.ts'

export interface PlotOf {
  readonly title: string
  readonly sets: readonly [AnalysisSet, AnalysisSet?]
  /** All that the sets are of. */
  readonly observations: readonly Observation[]
  /** The scenario that all of them played; undefined where there are several, or points are not known. */
  readonly scenario?: Scenario
}

/** File names with their texts, in the order in which a reader wants them. */
export function makePlots({ title, sets, observations, scenario }: PlotOf): Record<string, string> {
  const plots: Record<string, string> = {}
  for (const set of sets) {
    // There is nothing to draw points of in free talk.
    if (!set || set.analysis.frame.talk) continue
    const extended = set.extensions.length > 0
    const list = extended ? observations : observations.filter(({ extension }) => extension === undefined)
    const suffix = extended ? '-extended' : ''
    const mark = extended ? ` With ${set.extensions.map(({ name }) => name).join(', ')}: descriptive.` : ''
    const add = (name: string, svg: string | undefined): void => {
      if (svg !== undefined) plots[`${name}${suffix}.svg`] = svg
    }
    add('joint-gain', jointGains(title, set, mark))
    add(
      'gains',
      scenario?.parties.length === 2 ? plane(title, set, list, scenario, mark) : partyGains(title, set, mark),
    )
    add('concessions', scenario && concessions(title, set, list, scenario, mark))
  }
  return plots
}

const pairingColour = (i: number): number => [0, 1, 4, 5, 2, 3][i % COLOURS]!
const partyColour = (i: number): number => (i === 0 ? 2 : i === 1 ? 3 : (i + 2) % COLOURS)

const openOf = (cell: {
  readonly unknown: number
  readonly running: number
  readonly notStarted: number
}): number => cell.unknown + cell.running + cell.notStarted

const short = (value: number): string => String(Number(value.toPrecision(6)))

function jointGains(title: string, { analysis }: AnalysisSet, mark: string): string {
  const { pairings, openers, frame } = analysis
  const strips = pairings.flatMap((whole, i): Strip[] => {
    const parts = openers.filter(({ pairing }) => pairing === whole.pairing)
    const rows = parts.length > 1 ? parts : [whole]
    return rows.map((cell, k) => ({
      label: k === 0 ? whole.pairing : '',
      more:
        cell.opener === undefined || parts.length < 2
          ? `${cell.completed} completed`
          : `${cell.opener} opens, ${cell.completed}`,
      colour: pairingColour(i),
      values: cell.figures?.joint ?? [],
      ...box(cell.joint),
      unknown: openOf(cell),
      first: k === 0,
    }))
  })
  return stripsSvg({
    title,
    about: `Joint gain, each completed negotiation a dot; box: quartiles and median.${mark}`,
    axis: 'joint gain (points over the reservation values; no agreement is 0)',
    strips,
    range: { least: toNumber(frame.joint.least), most: toNumber(frame.joint.most) },
    format: short,
  })
}

const box = (of: AnalysisSet['analysis']['pairings'][number]['joint']): Pick<Strip, 'box'> =>
  of && of.n > 1
    ? { box: { lower: toNumber(of.lower), median: toNumber(of.median), upper: toNumber(of.upper) } }
    : {}

/** Several parties, or several scenarios: each party's own gain in rows. */
function partyGains(title: string, { analysis }: AnalysisSet, mark: string): string | undefined {
  const { pairings, frame } = analysis
  const parties = frame.parties.filter((party) => pairings.some(({ gains }) => gains[party]))
  if (parties.length === 0) return undefined
  const strips = parties.flatMap((party): Strip[] =>
    pairings.map((cell, i) => ({
      label: i === 0 ? party : '',
      more: cell.pairing,
      colour: pairingColour(i),
      values: cell.figures?.gains[party] ?? [],
      ...box(cell.gains[party]),
      unknown: openOf(cell),
      first: i === 0,
    })),
  )
  const ranges = parties.map((party) => frame.gains[party]!)
  return stripsSvg({
    title,
    about: `Each party's own gain, a row for each pairing; box: quartiles and median.${mark}`,
    axis: 'gain (points over the reservation value)',
    strips,
    range: {
      least: Math.min(...ranges.map(({ least }) => toNumber(least))),
      most: Math.max(...ranges.map(({ most }) => toNumber(most))),
    },
    format: short,
  })
}

function plane(
  title: string,
  { analysis }: AnalysisSet,
  list: readonly Observation[],
  { issues, parties }: Scenario,
  mark: string,
): string | undefined {
  const [a, b] = parties as readonly [Party, Party]
  if (!a.utility || !b.utility || !list.some(({ gains }) => gains?.[a.id] && gains[b.id])) return undefined
  const space = {
    issues,
    parties: [
      { id: a.id, utility: a.utility, reservation: a.reservation.value },
      { id: b.id, utility: b.utility, reservation: b.reservation.value },
    ],
  } as const
  const point = ({
    a: x,
    b: y,
  }: {
    readonly a: Parameters<typeof toNumber>[0]
    readonly b: Parameters<typeof toNumber>[0]
  }): Point => [toNumber(x), toNumber(y)]
  let found: Pick<Plane, 'frontier' | 'nash'> = { frontier: [], nash: [] }
  try {
    const { continuum, grid } = analyzeSpace(space)
    found = {
      frontier: (continuum?.frontier ?? []).map(({ start, end }) => [point(start), point(end)] as const),
      nash: continuum
        ? continuum.solutions.nash.map(({ from }) => point(from))
        : (grid.solutions?.nash.outcomes ?? []).map(point),
    }
  } catch (error) {
    if (!(error instanceof NotCovered)) throw error
  }
  const { pairings } = analysis
  const groups = pairings.map((cell, i) => ({
    name: cell.pairing,
    colour: pairingColour(i),
    points: list.flatMap(({ pairing, gains }): Point[] =>
      pairing === cell.pairing && gains?.[a.id] && gains[b.id]
        ? [[toNumber(gains[a.id]!.add(a.reservation.value)), toNumber(gains[b.id]!.add(b.reservation.value))]]
        : [],
    ),
    unknown: openOf(cell),
  }))
  return planeSvg({
    title,
    about: `Who gained what: each completed negotiation in the two parties' points; no agreement lies at the reservation values.${mark}`,
    labels: [a.label, b.label],
    reservations: [toNumber(a.reservation.value), toNumber(b.reservation.value)],
    ...found,
    groups,
  })
}

function concessions(
  title: string,
  { analysis }: AnalysisSet,
  list: readonly Observation[],
  { parties }: Scenario,
  mark: string,
): string | undefined {
  if (!list.some(({ offers }) => offers && offers.length > 0)) return undefined
  const panels = analysis.pairings.map(({ pairing, ...cell }) => ({
    name: pairing,
    unknown: openOf(cell as Parameters<typeof openOf>[0]),
    curves: list
      .filter((o) => o.pairing === pairing)
      .flatMap(({ offers = [], status }): Curve[] =>
        parties.map(({ id }) => ({
          party: id,
          points: offers.flatMap(({ turn, seat, points }) => (seat === id ? [[turn, points] as const] : [])),
          unknown: status !== 'completed',
        })),
      ),
  }))
  return curvesSvg({
    title,
    about: `Concessions: what each offer was worth to the party that made it. Thin: one negotiation; thick: mean of the completed, at turns where at least a quarter of them made an offer.${mark}`,
    parties: parties.map(({ id, label, reservation }, i) => ({
      ...{ id, label },
      colour: partyColour(i),
      reservation: toNumber(reservation.value),
    })),
    panels,
  })
}

/** Whether scenarios have the same issues, points and reservation values, whatever else differs. */
export function samePoints([first, ...more]: readonly Scenario[]): boolean {
  const points = (one: Scenario): string =>
    JSON.stringify([
      one.issues,
      one.parties.map(({ id, sheet, reservation }) => [id, sheet, reservation.text]),
    ])
  return more.every((one) => points(one) === points(first!))
}
