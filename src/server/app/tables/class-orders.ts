/** The tables of a class: one for each group of names, and those without people that are played beside them. */
import type { ClassOrder, TableOrder } from '../../../pages/table-types.ts'
import { OBSERVER } from '../../../protocols/seats.ts'
import type { Scenario } from '../../../scenario/types.ts'
import { isObserved } from '../../../study/check.ts'
import { Refused } from './refused.ts'

/** An order for each table. Throws a Refused where names do not come out even and nobody fills the rest. */
export function classOrders(scenario: Scenario, order: ClassOrder, title: string): TableOrder[] {
  const parties = scenario.parties.map(({ id }) => id)
  const groups = grouped(order.names, parties.length)
  const spare = order.spare
  if (groups.some((group) => group.length < parties.length) && spare === undefined) {
    const message = `${order.names.length} names do not fill tables of ${parties.length}: say who fills the rest (spare).`
    throw new Refused(400, 'invalid', message)
  }
  const common = {
    scenario: order.scenario,
    ...(order.opener === undefined ? {} : { opener: order.opener }),
    ...(order.capUsd === undefined ? {} : { capUsd: order.capUsd }),
  }
  const observer: TableOrder['seats'] = isObserved(scenario) ? { [OBSERVER]: { who: observerOf(order) } } : {}
  return [
    ...groups.map(
      (group): TableOrder => ({
        ...common,
        title: `${title}: ${group.join(', ')}`,
        seats: {
          ...Object.fromEntries(
            parties.map((party, i) => [
              party,
              group[i] === undefined ? { who: spare! } : { who: 'person', name: group[i] },
            ]),
          ),
          ...observer,
        },
      }),
    ),
    ...(order.beside ?? []).map(
      (seats): TableOrder => ({
        ...common,
        seats: {
          ...Object.fromEntries(Object.entries(seats).map(([party, who]) => [party, { who }])),
          ...observer,
        },
      }),
    ),
  ]
}

/** Nobody is chosen unasked: an observer by rules reads nothing that people say, and a model costs money. */
function observerOf({ observer }: ClassOrder): string {
  if (observer !== undefined) return observer
  const message = 'Somebody has to read each talk and say when it is settled: say who (observer).'
  throw new Refused(400, 'invalid', message, 'A model reads what people say; rule-observer does not.')
}

const grouped = (names: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(names.length / size) }, (_, i) => names.slice(i * size, (i + 1) * size))
