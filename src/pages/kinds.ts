/** Kinds of agreement of free talk in the words that a scenario has for readers, beside those of its observer. */
import type { Scenario } from '../scenario/types.ts'
import { NO_AGREEMENT } from '../study/clones/taxonomy.ts'
import type { TalkCell } from '../study/scores/talk-cell.ts'

/** `The full trade` for `integrative_full`, where the scenario says so; else the observer's own word, spelled out. */
export function kindName(scenario: Pick<Scenario, 'about'> | undefined, kind: string): string {
  const taxonomy = scenario?.about?.taxonomy
  const own = taxonomy && Object.hasOwn(taxonomy, kind) ? taxonomy[kind] : undefined
  return own?.name ?? kind.replaceAll('_', ' ')
}

/** The same for scenarios that are played side by side: a name that not all of them give a kind is none of it. */
export function commonKindName(scenarios: readonly Pick<Scenario, 'about'>[], kind: string): string {
  const names = new Set(scenarios.map((scenario) => kindName(scenario, kind)))
  const [only] = names
  return names.size === 1 ? only! : kindName(undefined, kind)
}

/** What talks of these scenarios can be settled as, in the order of their packs: the observer's word, and the readers'. */
export function kindNames(scenarios: readonly Scenario[]): ReadonlyMap<string, string> {
  const kinds = new Set(scenarios.flatMap(({ about }) => Object.keys(about?.taxonomy ?? {})))
  return new Map([...kinds].map((kind) => [kind, commonKindName(scenarios, kind)]))
}

/** What the talks of a row were settled as, those that came about, the most frequent first; undefined where none was. */
export function settledAs(
  talk: TalkCell | undefined,
  scenarios: readonly Scenario[],
): readonly { readonly name: string; readonly count: number }[] | undefined {
  const kinds = (talk?.kinds ?? []).filter(({ kind, count }) => count > 0 && kind !== NO_AGREEMENT)
  if (kinds.length === 0) return undefined
  return kinds
    .toSorted((a, b) => b.count - a.count)
    .map(({ kind, count }) => ({ name: commonKindName(scenarios, kind), count }))
}
