/**
 * What of a reply is public. Where parties have scratchpads a reply may hold what no other party is to read: then
 * its whole text is sealed, and the body has a text without it that leads to the same state. Of a reply that could
 * not be read the private part cannot be told from the rest, so its fault alone is public.
 */
import type { Checked, SeatView } from '../protocols/contract.ts'
import { readReply } from '../protocols/read.ts'
import type { Game } from '../scenario/game.ts'
import { faultText } from './claims.ts'
import type { ReplyReceived } from './events.ts'
import { readAs } from './read.ts'

export type PublicReply = Pick<ReplyReceived, 'text' | 'withheld'>

/** The public part of a reply that was read as `checked` by the seat whose view is given. */
export function publicReply(
  game: Game,
  text: string,
  view: SeatView,
  checked: Checked<unknown>,
): PublicReply {
  const { protocol, scenario } = game
  if (!protocol.publicText || text.trim() === '') return { text }
  const read = readReply(text, scenario.protocol.settings.strict === true)
  const open = protocol.publicText(read.ok ? read.value : undefined, view)
  if (open === undefined) return { text }
  const again = open === '' ? undefined : readAs(game, open, view)
  const same =
    again !== undefined &&
    (checked.ok ? again.ok : !again.ok && faultText(again.fault) === faultText(checked.fault))
  return same ? { text: open, withheld: 'part' } : { text: '', withheld: 'whole' }
}

/** What is sealed of a reply whose public text is not all of it: JSON, since a sealed text holds no half characters. */
export const sealReply = (text: string): string => JSON.stringify(text)

/** The whole text of a recorded reply; undefined where what was sealed of it is no longer in the record. */
export function wholeReply(
  event: ReplyReceived,
  sealed: Readonly<Record<string, string>> | undefined,
): string | undefined {
  if (event.withheld === undefined) return event.text
  try {
    const text: unknown = JSON.parse(sealed?.text ?? '')
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
