/** What one party may know of the scenario: an allow-list. Everything a seat is shown starts from here. */
import type { Brief, Party, PublicParty, Scenario } from './types.ts'

/**
 * The brief of the party at `seat`. The others are whole only where the scenario makes everything common
 * knowledge. Throws a RangeError where no party has that id: a caller's fault.
 */
export function makeBrief(scenario: Scenario, seat: string): Brief {
  const you = scenario.parties.find((party) => party.id === seat)
  if (!you) throw new RangeError(`${seat} is no party of ${scenario.id}`)
  return {
    seat,
    you,
    situation: scenario.situation,
    issues: scenario.issues,
    parties: scenario.parties.map(publicParty),
    information: scenario.information,
    open: scenario.information === 'common' ? scenario.parties.filter((party) => party !== you) : [],
  }
}

/** What everybody may know of a party. */
export const publicParty = ({ id, label, name, about, veto }: Party): PublicParty => ({
  id,
  label,
  name,
  about,
  veto,
})
