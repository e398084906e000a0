/** The observer of a scenario's talks as pages show it: what it reports, and how a reading closes a talk. */
import type { Scenario } from '../scenario/types.ts'
import type { ObserverData } from './types.ts'
import { negotiatorWords } from './words.ts'

/** `spec`: the negotiator that observes, and its name. Undefined where nobody does. */
export function observerData(
  scenario: Scenario,
  negotiator: string | undefined,
  spec: unknown,
): ObserverData | undefined {
  const { observer, protocol } = scenario
  if (!observer) return undefined
  const { readings = 1, needed = 1 } = (protocol.settings.confirm ?? {}) as {
    readings?: number
    needed?: number
  }
  const audit = protocol.settings.audit === true
  const close =
    readings === 1
      ? 'One reading that reports an agreement closes the talk.'
      : `A first reading that reports an agreement is followed by others of the same transcript: ${needed} of up to ${readings} must agree to close the talk.`
  return {
    negotiator: negotiator ?? 'observer',
    // Its other settings stand in the study; some of them are those of a party and not of a reading.
    negotiatorText:
      negotiator === undefined ? 'nobody has been chosen' : negotiatorWords(spec).text.split(', ')[0]!,
    fields: Object.entries(observer.fields).map(([name, rule]) => ({ name, label: fieldLabel(name, rule) })),
    rule: `It reads after each message from the second on. ${close}${audit ? ' The talk went on to its bound after the close, to see how often the close was right.' : ''}`,
  }
}

function fieldLabel(name: string, rule: unknown): string {
  const words = name.replaceAll('_', ' ')
  if (Array.isArray(rule)) return `${words} (${rule.join(', ')})`
  if (rule === 'boolean') return `${words} (yes or no)`
  if (typeof rule === 'object' && rule !== null) {
    const { min, max } = rule as { min?: number; max?: number }
    return `${words} (${min} to ${max})`
  }
  return words
}
