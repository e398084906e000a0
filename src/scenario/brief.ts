/** What one seat may know of the scenario: an allow-list. Everything a seat is shown starts from here. */
import { ZERO } from '../core/rational.ts'
import { isObserver } from '../protocols/seats.ts'
import type { Brief, Party, PublicParty, Scenario } from './types.ts'

/**
 * The brief of the party at `seat`, or of an observer, who knows what is public and what it is to report. The others
 * are whole only where the scenario makes everything common knowledge. Throws a RangeError where no party has that id:
 * a caller's fault.
 */
export function makeBrief(scenario: Scenario, seat: string): Brief {
  const observes = isObserver(seat)
  const you = observes ? onlooker(seat) : scenario.parties.find((party) => party.id === seat)
  if (!you) throw new RangeError(`${seat} is no party of ${scenario.id}`)
  const common = scenario.information === 'common'
  return {
    seat,
    scenario: scenario.id,
    you,
    situation: scenario.situation,
    vars: scenario.vars,
    issues: scenario.issues,
    parties: scenario.parties.map(publicParty),
    information: scenario.information,
    open: common ? scenario.parties.filter((party) => party !== you) : [],
    ...(observes ? { observer: scenario.observer } : {}),
  }
}

/** Somebody who sits at the table and is no party: without points, words or a veto. */
function onlooker(seat: string): Party {
  const nothing = { text: '0', value: ZERO }
  const names = { id: seat, label: 'Observer', name: 'Observer', about: '' }
  return { ...names, veto: false, vars: {}, reservation: nothing, threshold: nothing, sheet: [] }
}

/** What everybody may know of a party. */
const publicParty = ({ id, label, name, about, veto }: Party): PublicParty => ({
  id,
  label,
  name,
  about,
  veto,
})
