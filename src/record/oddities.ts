/**
 * Checks of a file of calls against itself, for what nothing else can vouch for: the settings that the file alone
 * carries, and the spelling of replies, which no later request quotes.
 */
import { linePlace } from './calls.ts'
import { compareText } from './compare-json.ts'
import type { Difference } from './difference.ts'
import { PLAIN, writeJson } from './json-style.ts'
import type { Played } from './requests.ts'

/** Settings (model, params and their order) that one turn has otherwise than the same seat's other turns. */
export function oddSettings(played: readonly Played[]): Difference[] {
  const seats = Map.groupBy(played, ({ seat }) => seat)
  return [...seats.values()].flatMap((own) => {
    const names = new Set(own.flatMap(({ call }) => Object.keys(call.request)))
    names.delete('system')
    names.delete('messages')
    const parts: [string, (one: Played) => string][] = [...names].map((name) => [
      `request.${name}`,
      ({ call }) => (Object.hasOwn(call.request, name) ? writeJson(call.request[name], PLAIN) : 'nothing'),
    ])
    const values = parts.flatMap(([path, value]) => oddOnes(own, path, value))
    const order = (one: Played): string => Object.keys(one.call.request).join(', ')
    return values.length > 0 ? values : oddOnes(own, 'the order of the keys of request', order)
  })
}

function oddOnes(own: readonly Played[], path: string, value: (one: Played) => string): Difference[] {
  const groups = [...Map.groupBy(own, value)].sort(([, a], [, b]) => b.length - a.length)
  const [usual, ...others] = groups
  return others.flatMap(([found, list]) =>
    list.map(({ call, seat }) => ({
      depth: 'requests' as const,
      place: `${linePlace(call.line)}, turn ${call.turn}, ${path}`,
      message: `A setting is another than in the other turns of ${seat}.`,
      found,
      expected: `${usual![0]} (${usual![1].length} of its ${own.length} requests)`,
    })),
  )
}

/** With fewer replies to go by, one that is spelt otherwise says nothing. */
const ENOUGH = 3

/**
 * A reply that reads well but is spelt otherwise than every other, all of which stand exactly as the protocol
 * writes a move (`62.00`, one space after a comma). Such a change leaves every request as it was.
 */
export function oddReplies(played: readonly Played[]): Difference[] {
  const read = played.filter(({ plain }) => plain !== undefined)
  const odd = read.filter(({ call, plain }) => call.reply !== plain)
  if (odd.length !== 1 || read.length <= ENOUGH) return []
  const { call, plain } = odd[0]!
  const at = compareText(call.reply, plain!, 'reply')!
  return [
    {
      depth: 'requests',
      place: `${linePlace(call.line)}, turn ${call.turn}, reply, character ${at.offset! + 1}`,
      message: `The reply reads well, but is spelt otherwise than all ${read.length - 1} others: it may have been changed.`,
      found: at.found,
      expected: at.expected,
    },
  ]
}
