/** A negotiator's settings in a few words. */
import { negotiatorSpec } from '../negotiators/registry.ts'

/** The script or the model, then what is set otherwise than by default. */
export function specText(spec: unknown): string {
  const { script, provider, model, price: _, ...settings } = spec as Record<string, unknown>
  const bare = script === undefined ? { provider, model } : { script }
  const usual: Record<string, unknown> = negotiatorSpec.safeParse(bare).data ?? {}
  const own = Object.entries(settings).filter(([key, value]) => value !== usual[key])
  const name = script === undefined ? `${String(provider)} ${String(model)}` : String(script)
  return [name, ...own.map(([key, value]) => `${key} ${valueText(value)}`)].join(', ')
}

const valueText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
