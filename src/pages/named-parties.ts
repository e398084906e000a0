/** A report is data and words at once, and calls parties by their ids; readers know them by their labels. */
import type { Scenario } from '../scenario/types.ts'
import { allParties } from './parties.ts'

/**
 * Puts labels in the place of ids where a report's words name parties: the columns that a caption explains, who opened
 * the negotiations of a note. Whatever else is called like a party stays as it is.
 */
export function namedParties(scenarios: readonly Scenario[]): (words: string) => string {
  const labels = new Map(allParties(scenarios).map(({ id, label }) => [id, label]))
  const label = (id: string): string => labels.get(id) ?? id
  return (words) =>
    words
      .replace(/((?:[^\s,;:]+, )*[^\s,;:]+)(?=: each party's own mean\b)/, (ids) =>
        ids.split(', ').map(label).join(', '),
      )
      .replace(/(?<= opened by )\S+(?= have the same )/, label)
}
