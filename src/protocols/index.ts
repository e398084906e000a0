/** Every protocol by its name. */
import { alternatingOffers } from './alternating-offers/index.ts'
import { settings as alternatingOffersSettings } from './alternating-offers/settings.ts'
import type { AnyProtocol } from './contract.ts'
import { freeTalk } from './free-talk/index.ts'
import { settings as freeTalkSettings } from './free-talk/settings.ts'
import { packageVotes } from './package-votes/index.ts'
import { settings as packageVotesSettings } from './package-votes/settings.ts'

export const SETTINGS = {
  'alternating-offers': alternatingOffersSettings,
  'package-votes': packageVotesSettings,
  'free-talk': freeTalkSettings,
} as const

export type ProtocolName = keyof typeof SETTINGS

const PROTOCOLS: Readonly<Record<ProtocolName, AnyProtocol>> = {
  'alternating-offers': alternatingOffers,
  'package-votes': packageVotes,
  'free-talk': freeTalk,
}

/** The machine of that name; undefined where this version cannot play it. */
export const protocolOf = (name: string): AnyProtocol | undefined =>
  Object.hasOwn(PROTOCOLS, name) ? PROTOCOLS[name as ProtocolName] : undefined
