/** A scenario together with its protocol and the one who opens: all that one negotiation is played by. */
import { UserError } from '../core/problem.ts'
import type { AnyProtocol } from '../protocols/contract.ts'
import { protocolOf } from '../protocols/index.ts'
import { meant } from './nearest.ts'
import { acceptsOf, isScored } from './score.ts'
import type { Scenario } from './types.ts'

export interface Game {
  readonly scenario: Scenario
  readonly protocol: AnyProtocol
  readonly config: unknown
  readonly opener: string
  /** Free talk: whether it goes on after its close, where that was said from outside of the scenario. */
  readonly audit?: boolean
}

export interface GameOptions {
  /** Free talk: goes before the scenario's own `audit`. */
  readonly audit?: boolean | undefined
}

/**
 * Sets the table. `opener`: the party that speaks first; unless given, the pack's own, else the first party.
 * Throws a UserError where the opener is no party or this version cannot play the protocol.
 */
export function makeGame(scenario: Scenario, opener?: string, { audit }: GameOptions = {}): Game {
  const { id, issues, protocol: block } = scenario
  const protocol = protocolOf(block.type)
  const file = `scenario ${id}`
  if (!protocol) {
    const message = `This version cannot play the protocol "${block.type}": it reads, checks and renders such packs.`
    throw new UserError([{ file, path: 'protocol.type', message, found: block.type }])
  }
  const parties = scenario.parties.map((party) => party.id)
  const first = opener ?? (block.settings.opener as string | undefined) ?? parties[0]!
  if (!parties.includes(first)) {
    const message = `No party is called "${first}", so it cannot open.`
    throw new UserError([{ file, message, found: first, mend: meant(first, parties) }])
  }
  const settings = audit === undefined ? block.settings : { ...block.settings, audit }
  const config = protocol.configure(settings, {
    parties,
    opener: first,
    issues,
    vetoes: scenario.parties.filter((party) => party.veto).map((party) => party.id),
    ...(isScored(scenario) ? { accepts: acceptsOf(scenario) } : {}),
    ...(scenario.observer ? { observer: scenario.observer } : {}),
  })
  return { scenario, protocol, config, opener: first, ...(audit === undefined ? {} : { audit }) }
}
