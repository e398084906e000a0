/** Small packs for tests. */
import { parsePack } from '../../src/scenario/pack.ts'
import type { Scenario } from '../../src/scenario/types.ts'

/** One number, one choice, two parties. Tests change single places of it. */
export const LOT = `format: 1
id: lot
situation: one lot
issues:
  - { id: price, type: number, min: 0, max: 10, decimals: 1 }
  - { id: place, type: choice, options: [north, south] }
parties:
  - id: buyer
    label: Buyer
    reservation: 2
    points:
      price: { 0: 5, 10: 0 }
      place: { north: 1 }
  - id: seller
    label: Seller
    reservation: 2
    points:
      price: { 0: 0, 10: 5 }
      place: { south: 2.50 }
protocol: { type: alternating-offers }
`

/** The pack with texts replaced; throws where one is not in it, so that a test cannot pass by a slip. */
export function changed(pack: string, ...changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`not in the pack: ${from}`)
    return text.replace(from, to)
  }, pack)
}

/** A pack that must be without errors. */
export function scenarioOf(yaml: string, templates: Readonly<Record<string, string>> = {}): Scenario {
  const files = Object.entries(templates).map(([name, text]) => [`prompts/${name}.liquid`, text])
  const { scenario, problems } = parsePack({ 'scenario.yaml': yaml, ...Object.fromEntries(files) })
  if (!scenario) throw new Error(JSON.stringify(problems, null, 2))
  return scenario
}
