/** What a scenario says about itself as page data: prose, lists, and sources by short citations. */
import type { About } from '../scenario/about.ts'
import type { Scenario } from '../scenario/types.ts'
import { given } from './figure.ts'
import type { AboutBlock, ScenarioPage, SourceData } from './types.ts'

/** A scenario of an id, where it has a page: to be read beside this one. */
export type FindScenario = (id: string) => { readonly key: string; readonly title: string } | undefined

/** `find`: other scenarios that can be opened from here. */
export function aboutBlocks({ about, observer }: Scenario, find: FindScenario): readonly AboutBlock[] {
  if (!about) return []
  const { measures, setup, benchmarks, expectations, taxonomy, twin } = about
  const cited = (id: string | undefined) => citation(about, id)
  const prose = (title: string, text: string): AboutBlock => ({ title, paragraphs: text.split(/\n+/) })
  const other = twin === undefined ? undefined : find(twin)
  return [
    prose('What it measures', measures),
    ...(setup === undefined ? [] : [prose('How it is played', setup)]),
    ...(benchmarks.length === 0
      ? []
      : [
          {
            title: 'What people did',
            items: benchmarks.map(({ of, figure, n, date, source }) =>
              given({ name: of, text: `${figure} (n\u00a0=\u00a0${n}, ${date})`, source: cited(source) }),
            ),
          },
        ]),
    ...(expectations.length === 0
      ? []
      : [
          {
            title: 'What is expected of people',
            items: expectations.map(({ text, source }) => given({ text, source: cited(source) })),
          },
        ]),
    ...(taxonomy
      ? [
          {
            title: 'Kinds of outcomes',
            items: Object.entries(taxonomy).map(([code, { name, means }]) =>
              given({ name, text: means, code: observer ? code : undefined }),
            ),
          },
        ]
      : []),
    ...(twin === undefined
      ? []
      : [
          given({
            title: 'To be read beside',
            paragraphs: other ? [] : [twin],
            to: other && {
              text: other.title,
              target: { page: 'scenario' as const, scenario: other.key },
            },
          }),
        ]),
  ]
}

/** What a text is cited by: the entry that it stands in, and its number from 1; what has no entry, by its own name. */
function citation({ bibliography }: About, id: string | undefined) {
  if (id === undefined) return undefined
  const at = bibliography.findIndex((entry) => entry.id === id)
  return at < 0 ? { short: id } : { short: shortCitation(bibliography[at]!.text) ?? id, entry: at + 1 }
}

export const sourcesOf = ({ about }: Scenario): ScenarioPage['bibliography'] =>
  (about?.bibliography ?? []).map(({ text, url }): SourceData => (url ? { text, url } : { text }))

/** A name before its initials: `Fisher, R.`, `van der Berg, A. B.` */
const NAME = /([\p{L}][\p{L}\u2019' -]*?), (?:\p{Lu}\p{Ll}?\.[- ]?)+/gu

/**
 * `Fisher & Ury, 1981` of an entry in the style of the APA; undefined of an entry that is written in another way.
 * One name or two are named, of more the first.
 */
export function shortCitation(text: string): string | undefined {
  const [, authors, year] = /^([^()]+)\((\d{4}[a-z]?)\)/.exec(text) ?? []
  if (authors === undefined || year === undefined) return undefined
  const names = [...authors.matchAll(NAME)].map(([, name]) => name!.trim())
  const [first, second] = names
  if (first === undefined) return undefined
  const who = names.length > 2 ? `${first} et al.` : second === undefined ? first : `${first} & ${second}`
  return `${who}, ${year}`
}
