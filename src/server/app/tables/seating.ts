/** Who sits where, as an order says it, and how tables and links are called. */
import { randomInt } from 'node:crypto'
import { UserError } from '../../../core/problem.ts'
import type { SeatLink, TableOrder } from '../../../pages/table-types.ts'
import { OBSERVER } from '../../../protocols/seats.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { isObserved } from '../../../study/check.ts'
import type { WrittenSpec } from '../../../study/sitting/folder.ts'
import { readSeat } from '../../../study/sitting/spec.ts'
import { Refused } from './refused.ts'
import { tokenOf } from './secrets.ts'

export const seatLink = (
  table: string,
  { parties }: Scenario,
  seat: string,
  name: string | undefined,
  secret: string,
): SeatLink => ({
  table,
  seat,
  label: parties.find(({ id }) => id === seat)?.label ?? seat,
  ...(name ? { name } : {}),
  // What stands behind the # is sent to no server: it is in no log and in no Referer.
  path: `/seat#${tokenOf(table, secret)}`,
})

/** Who sits at each party's seat, and who observes. Throws a Refused where a seat is empty or its negotiator cannot play. */
export function seatSpecs(scenario: Scenario, { seats }: TableOrder): Record<string, WrittenSpec> {
  const protocol = scenario.protocol.type
  const names = [...scenario.parties.map(({ id }) => id), ...(isObserved(scenario) ? [OBSERVER] : [])]
  const extra = Object.keys(seats).find((seat) => !names.includes(seat))
  if (extra !== undefined) throw new Refused(400, 'invalid', `There is no seat "${extra}".`)
  try {
    return Object.fromEntries(
      names.map((seat) => {
        const text = seats[seat]?.who
        if (text === undefined) throw new Refused(400, 'invalid', `Nobody sits for ${seat}.`)
        return [seat, readSeat({ text, where: seat, protocol, observer: seat === OBSERVER })]
      }),
    )
  } catch (error) {
    throw refusedBy(error)
  }
}

/** Throws a Refused where a model would be called without a bound. */
export function mustBeCapped(specs: Readonly<Record<string, WrittenSpec>>, order: TableOrder): void {
  const models = Object.values(specs).some((spec) => 'model' in spec)
  if (!models || order.capUsd !== undefined || order.capTokens !== undefined) return
  const message = 'A model sits here, which costs money: say what it may cost (capUsd).'
  throw new Refused(400, 'invalid', message)
}

export function usualOpener({ protocol, parties }: Scenario): string {
  const { opener } = protocol.settings
  return typeof opener === 'string' ? opener : parties[0]!.id
}

export const nameOf = (spec: WrittenSpec): string =>
  'person' in spec ? 'a person' : 'script' in spec ? String(spec.script) : String(spec.model)

/** A person's mistake as an answer; what is a fault of ours stays one. */
export function refusedBy(error: unknown): unknown {
  if (!(error instanceof UserError)) return error
  const [first] = error.problems
  const told = error.problems.map(({ message, expected }) =>
    expected ? `${message} (${expected})` : message,
  )
  return new Refused(400, 'invalid', told.join(' '), first?.mend)
}

export const slug = (text: string, longest: number): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '') || 'table'

/** Without those that are taken for each other. No secret: it stands in addresses. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
export const letters = (count: number): string =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]!).join('')
