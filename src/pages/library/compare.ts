/** The sides of a comparison, looked up. */
import { comparePage, type Side, sideCell } from '../compare-page.ts'
import { partyTags } from '../parties.ts'
import type { RecordIndex } from '../record-index.ts'
import { spaceData } from '../space.ts'
import type { ComparePage, CompareWhat, NegotiationPage } from '../types.ts'
import type { Hosts, Open } from './hosts.ts'

export async function compare(
  hosts: Hosts,
  negotiation: (study: string, id: string) => Promise<NegotiationPage | undefined>,
  left: CompareWhat | undefined,
  right: CompareWhat | undefined,
): Promise<ComparePage> {
  const side = async (what: CompareWhat | undefined): Promise<Side | undefined> => {
    const open = what && (await hosts.show(what.study))
    if (!what || !open?.index.plan) return undefined
    if (what.negotiation === undefined) return groupSide(what, open, left?.study === right?.study)
    const page = await negotiation(what.study, what.negotiation)
    return page && { what, label: page.title, negotiation: page, rows: [page.row], parties: page.parties }
  }
  const sides = [await side(left), await side(right)]
  const choices = (await hosts.all()).flatMap(({ place, index }) =>
    index.draft || place.table
      ? []
      : [{ study: place.key, title: index.plan!.now.title, ...choicesOf(index) }],
  )
  return comparePage(sides[0], sides[1], choices)
}

/**
 * A pairing, or a pairing at one level of a factor; undefined where the study has none such. `within`: both sides are
 * of one study, whose title then tells them apart no better.
 */
function groupSide(what: CompareWhat, { host, index }: Open, within: boolean): Side | undefined {
  const { pairings, factors } = choicesOf(index)
  const { pairing, factor, level } = what
  if (pairing === undefined || !pairings.includes(pairing)) return undefined
  const known = factors.find(({ name }) => name === factor)
  if (factor !== undefined && !known?.levels.includes(level ?? '')) return undefined
  const results = host.results(index)
  if (!results) return undefined
  const { report } = results
  const { cell, ids } = sideCell(report.observations, report.analysis.frame, what)
  const [scenario, ...more] = report.scenarios
  const space = scenario && more.length === 0 ? spaceData(scenario) : undefined
  return {
    what,
    label: [
      pairing,
      ...(factor === undefined ? [] : [`, ${factor} ${level}`]),
      ...(within ? [] : [` (${index.plan!.now.title})`]),
    ].join(''),
    cell,
    rows: index.places.flatMap(({ attempt: { row } }) => (ids.has(row.id) ? [row] : [])),
    parties: report.scenarios.flatMap(partyTags),
    ...(space ? { space } : {}),
  }
}

function choicesOf(index: RecordIndex): Pick<ComparePage['choices'][number], 'pairings' | 'factors'> {
  const { design, assignments } = index.plan!.created
  const pairings = [...(design?.pairings ?? new Set(assignments.map(({ pairing }) => pairing)))]
  const factors = Object.entries(design?.factors ?? {}).map(([name, levels]) => ({ name, levels }))
  return { pairings, factors }
}
