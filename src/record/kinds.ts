/** What plays under a negotiator's name in a record: a script, or a model. */

/** The script or the model of each negotiator, by its name; who is neither (a person) is left out. */
export function kindsOf(negotiators: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const known = Object.entries(negotiators).map(([name, spec]) => {
    const { script, model } = (spec ?? {}) as { readonly script?: unknown; readonly model?: unknown }
    return [name, script ?? model] as const
  })
  return Object.fromEntries(known.flatMap(([name, what]) => (typeof what === 'string' ? [[name, what]] : [])))
}

/** A negotiator by its name and what plays under it: `rules (rule-observer)`. */
export const withKind = (name: string, kinds: Readonly<Record<string, string>> = {}): string =>
  Object.hasOwn(kinds, name) ? `${name} (${kinds[name]})` : name
