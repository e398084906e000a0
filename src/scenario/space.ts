/** The outcome space of a scenario: what its analysis looks at. */
import type { ManySpace } from '../core/space/many/game.ts'
import type { Scenario } from './types.ts'

/**
 * The space of all parties, and how many of them an agreement needs: all, unless the protocol's settings let one be
 * outvoted. Undefined where the scenario scores nothing.
 */
export function manySpaceOf({ issues, parties, protocol }: Scenario): ManySpace | undefined {
  const { accept, vetoes_needed: vetoesNeeded = true } = protocol.settings
  const scored = parties.flatMap(({ id, utility, reservation, veto }) =>
    utility ? [{ id, utility, reservation: reservation.value, veto: veto && vetoesNeeded !== false }] : [],
  )
  if (scored.length < parties.length || issues.length === 0) return undefined
  const needed = accept === 'all-but-one' ? parties.length - 1 : parties.length
  return { issues, parties: scored, needed }
}
