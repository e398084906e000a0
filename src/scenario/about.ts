/** A pack's `about` block: what a page about the scenario says, as data, and what must hold between its parts. */

import type { Problem } from '../core/problem.ts'
import { about as aboutSchema } from './about-schema.ts'
import { meant } from './nearest.ts'
import type { Path, Source } from './source.ts'

/** Numbers stand as they were written. Texts may be of several paragraphs, an empty line between them. */
export interface About {
  readonly measures: string
  readonly benchmarks: readonly Benchmark[]
  readonly expectations: readonly { readonly text: string; readonly source?: string }[]
  readonly setup?: string
  /** By the observer's option, in the observer's order. Results are coded by these ids. */
  readonly taxonomy?: Readonly<Record<string, KindInWords>>
  /** The id of the scenario to read beside this one. */
  readonly twin?: string
  readonly bibliography: readonly { readonly id: string; readonly text: string; readonly url?: string }[]
}

export interface Benchmark {
  readonly of: string
  readonly figure: string
  readonly n: string
  readonly date: string
  readonly source: string
}

/** A kind of outcome in readers' words, which may differ from those that the observer is given. */
export interface KindInWords {
  readonly name: string
  readonly means: string
}

/** The block as it is used. `input`: what its schema made of it; its numbers are read from the source. */
export function readAbout(input: unknown, source: Source): About | undefined {
  const { data } = aboutSchema.safeParse(input)
  if (!data) return undefined
  const written = (value: string | number, ...path: Path): string =>
    whole(source.text(['about', ...path]) ?? String(value))
  const { measures, setup, taxonomy, twin } = data
  return {
    measures: whole(measures),
    benchmarks: data.benchmarks.map(({ of, figure, n, date, source: from }, i) => ({
      of: whole(of),
      figure: written(figure, 'benchmarks', i, 'figure'),
      n: written(n, 'benchmarks', i, 'n'),
      date: written(date, 'benchmarks', i, 'date'),
      source: from,
    })),
    expectations: data.expectations.map(({ text, source: from }) => ({
      text: whole(text),
      ...(from === undefined ? {} : { source: from }),
    })),
    ...(setup === undefined ? {} : { setup: whole(setup) }),
    ...(taxonomy === undefined ? {} : { taxonomy: inOrder(taxonomy, outcomeKinds(source.data)?.kinds) }),
    ...(twin === undefined ? {} : { twin }),
    bibliography: data.bibliography.map(({ id, text, url }) => ({ id, text, ...(url ? { url } : {}) })),
  }
}

const whole = (text: string): string => text.trimEnd()

const inOrder = (
  taxonomy: Readonly<Record<string, KindInWords>>,
  kinds: readonly string[] = Object.keys(taxonomy),
): Record<string, KindInWords> =>
  Object.fromEntries(
    kinds.flatMap((kind) => {
      const words = Object.hasOwn(taxonomy, kind) ? taxonomy[kind] : undefined
      return words ? [[kind, { name: words.name, means: whole(words.means) }]] : []
    }),
  )

export interface Kinds {
  readonly kinds: readonly string[]
  /** Whose kinds they are, for a person. */
  readonly of: string
}

/**
 * The kinds by which a scenario's outcomes are coded: the options of the observer's kind field; of a scenario
 * without an observer whether there was an agreement. `data`: a scenario, or the pack's data, whatever its shape.
 * Returns undefined of free talk where the observer tells no kinds apart, or where there is none.
 */
export function outcomeKinds(data: unknown): Kinds | undefined {
  const { observer, protocol } = (data ?? {}) as {
    observer?: { fields?: unknown; kind?: unknown } | null
    protocol?: { type?: unknown } | null
  }
  const lists = Object.entries((observer?.fields ?? {}) as object).filter(([, field]) => Array.isArray(field))
  const chosen = observer?.kind === undefined ? lists[0] : lists.find(([name]) => name === observer.kind)
  if (chosen) return { kinds: (chosen[1] as unknown[]).map(String), of: `observer.fields.${chosen[0]}` }
  if (protocol?.type === 'free-talk') return undefined
  return { kinds: ['agreement', 'no-agreement'], of: 'a negotiation without an observer' }
}

/**
 * What no shape can say of the block: names that must be there, kinds that must be the observer's. `given`: a pack's
 * data, whatever its shape; `source`: the file that the block stands in.
 */
export function checkAbout(given: unknown, source: Source, problems: Problem[]): void {
  const { about, id } = (given ?? {}) as { about?: unknown; id?: unknown }
  const { data } = aboutSchema.safeParse(about)
  if (!data) return
  const ids = data.bibliography.map((entry) => entry.id)
  for (const [i, entry] of ids.entries()) {
    if (ids.indexOf(entry) === i) continue
    const message = `Two entries of the bibliography are called "${entry}".`
    problems.push(source.problem(['about', 'bibliography', i, 'id'], { message, found: entry }))
  }
  for (const list of ['benchmarks', 'expectations'] as const) {
    for (const [i, { source: from }] of data[list].entries()) {
      if (from === undefined || ids.includes(from)) continue
      problems.push(
        source.problem(['about', list, i, 'source'], {
          message: `The bibliography has no entry "${from}".`,
          found: from,
          mend: ids.length > 0 ? meant(from, ids) : 'add the entry to "about.bibliography"',
        }),
      )
    }
  }
  if (data.twin !== undefined && data.twin === id) {
    const told = {
      message: 'A scenario is not its own twin.',
      found: data.twin,
      mend: 'name another scenario',
    }
    problems.push(source.problem(['about', 'twin'], told))
  }
  if (data.taxonomy) checkTaxonomy(Object.keys(data.taxonomy), outcomeKinds(given), source, problems)
}

function checkTaxonomy(
  said: readonly string[],
  known: Kinds | undefined,
  source: Source,
  problems: Problem[],
): void {
  const path: Path = ['about', 'taxonomy']
  if (!known) {
    const message = 'There are no kinds to describe: the observer reports no field that is a list of options.'
    problems.push(
      source.problem(
        path,
        { message, mend: 'add such a field to "observer", or leave the taxonomy out' },
        'key',
      ),
    )
    return
  }
  for (const kind of said) {
    if (known.kinds.includes(kind)) continue
    problems.push(
      source.problem(
        [...path, kind],
        {
          message: `No outcome is coded as "${kind}".`,
          found: kind,
          expected: `the kinds of ${known.of}: ${known.kinds.join(', ')}`,
          mend: meant(kind, known.kinds),
        },
        'key',
      ),
    )
  }
  const missing = known.kinds.filter((kind) => !said.includes(kind))
  if (missing.length === 0) return
  problems.push(
    source.problem(
      path,
      {
        message: `The taxonomy says nothing of ${missing.map((kind) => `"${kind}"`).join(', ')}.`,
        found: said.join(', '),
        expected: `the kinds of ${known.of}: ${known.kinds.join(', ')}`,
        mend: 'add an entry for each',
      },
      'key',
    ),
  )
}
