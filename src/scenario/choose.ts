/** Which text a template is rendered from. */
import { DEFAULTS } from './templates/index.ts'
import type { Scenario, TemplateName } from './types.ts'

export interface Chosen {
  readonly text: string
  /** The pack's file name without ending (`system.buyer`); absent where the text is the protocol's own. */
  readonly own?: string
}

/**
 * The party's own (`turn.buyer`), else the pack's (`turn`), else the protocol's. An `opening` that the pack does
 * not bring is the pack's `turn`, so that a pack with one template for all turns is complete.
 * Returns undefined where there is none at all.
 */
export function chooseTemplate(
  scenario: Pick<Scenario, 'templates' | 'protocol'>,
  name: TemplateName,
  seat?: string,
): Chosen | undefined {
  const names = name === 'opening' ? (['opening', 'turn'] as const) : ([name] as const)
  for (const one of names) {
    for (const own of seat === undefined ? [one] : [`${one}.${seat}`, one]) {
      if (Object.hasOwn(scenario.templates, own)) return { text: scenario.templates[own]!, own }
    }
  }
  const defaults = DEFAULTS[scenario.protocol.type]
  const text = names.map((one) => defaults[one]).find((one) => one !== undefined)
  return text === undefined ? undefined : { text }
}
