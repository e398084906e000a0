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

/**
 * Whether the parties of a talk are powered by the same thing: `the same model`, `different models`, `a model and a
 * script`, … `specs`: the settings of who sits for each party. Undefined where they are not two, or one is unknown.
 */
export function talkersWords(specs: readonly unknown[]): string | undefined {
  const [one, two] = specs.map(poweredBy)
  if (specs.length !== 2 || !one || !two) return undefined
  if (one.kind !== two.kind) {
    const kinds = [one.kind, two.kind].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    return kinds.map((kind) => `a ${kind}`).join(' and ')
  }
  if (one.kind === 'person') return 'two people'
  if (one.what !== two.what) return `different ${one.kind}s`
  return `the same ${one.kind}${one.settings === two.settings ? '' : ', set differently'}`
}

const ORDER = ['model', 'script', 'person']

function poweredBy(spec: unknown): { kind: string; what: string; settings: string } | undefined {
  if (typeof spec !== 'object' || spec === null) return undefined
  const {
    script,
    provider,
    model,
    base_url,
    price: _,
    key_env: __,
    ...settings
  } = spec as Record<string, unknown>
  const kind = script !== undefined ? 'script' : model !== undefined ? 'model' : 'person'
  return {
    kind,
    what: JSON.stringify([script, provider, model, base_url]),
    settings: JSON.stringify(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}
