/**
 * The words that a record keeps sealed about failures (a provider's own, or ours), put beside the turns they belong
 * to: for whoever has the record itself. What is published has none of them.
 */
import { openEvent } from '../record/chain.ts'
import type { StoredEvent } from '../record/stored.ts'
import type { StoryTurn } from '../record/story.ts'

/** The turns with what is known of why an attempt failed, and why a reply never came. */
export function withWords(turns: readonly StoryTurn[], stored: readonly StoredEvent[]): StoryTurn[] {
  const words = new Map<string, string>()
  for (const one of stored) {
    const { event, sealed } = openEvent(one)
    if (event.type === 'seat.absent' && sealed.detail !== undefined)
      words.set(`${event.seat}/${event.turn}`, sealed.detail)
    if (event.type === 'call.failed' && sealed.message !== undefined)
      words.set(`${event.seat}/${event.turn}/${event.repair}/${event.attempt}`, sealed.message)
  }
  if (words.size === 0) return [...turns]
  return turns.map((turn) => {
    const place = `${turn.seat}/${turn.turn}`
    const detail = turn.absent === undefined ? undefined : words.get(place)
    const calls = turn.calls?.map((call) => {
      const told = words.get(`${place}/${call.repair}/${call.attempt}`)
      return told === undefined ? call : { ...call, words: told }
    })
    return {
      ...turn,
      ...(detail === undefined ? {} : { absentWords: detail }),
      ...(calls === undefined ? {} : { calls }),
    }
  })
}
