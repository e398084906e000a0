/** The default templates of every protocol, as data. What is missing here is the pack's to bring. */
import type { ProtocolName } from '../../protocols/index.ts'
import type { TemplateName } from '../types.ts'
import * as alternatingOffers from './alternating-offers.ts'
import * as freeTalk from './free-talk.ts'
import * as packageVotes from './package-votes.ts'

/** Of free talk also what an observer is told in a repair, which no pack brings: its `repair` is for parties. */
export const DEFAULTS: Readonly<Record<ProtocolName, Readonly<Partial<Record<TemplateName, string>>>>> = {
  'alternating-offers': { ...alternatingOffers },
  'package-votes': { ...packageVotes },
  'free-talk': { ...freeTalk },
}
