/** The sides of a comparison, looked up. */
import { choicesOf, groupSide } from '../compare-group.ts'
import { comparePage, type Side } from '../compare-page.ts'
import type { ComparePage, CompareWhat, NegotiationPage } from '../types.ts'
import type { Hosts } from './hosts.ts'

export async function compare(
  hosts: Hosts,
  negotiation: (study: string, id: string) => Promise<NegotiationPage | undefined>,
  left: CompareWhat | undefined,
  right: CompareWhat | undefined,
): Promise<ComparePage> {
  // The title of a study that both sides are of tells them apart no better.
  const within = left?.study === right?.study
  const side = async (what: CompareWhat | undefined): Promise<Side | undefined> => {
    const open = what && (await hosts.show(what.study))
    if (!what || !open?.index.plan) return undefined
    const { host, index } = open
    if (what.negotiation === undefined) {
      const results = host.results(index)
      return results && groupSide(what, index, results.report, within ? undefined : index.plan!.now.title)
    }
    const page = await negotiation(what.study, what.negotiation)
    return page && { what, label: page.title, negotiation: page, rows: [page.row], parties: page.parties }
  }
  const sides = [await side(left), await side(right)]
  const choices = (await hosts.all()).flatMap(({ place, index }) =>
    // A single play is no pairing.
    index.draft || place.table || index.places.length < 2
      ? []
      : [{ study: place.key, title: index.plan!.now.title, ...choicesOf(index) }],
  )
  return comparePage(sides[0], sides[1], choices)
}
