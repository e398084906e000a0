/** The factors of a study file: what each of their levels changes, and what is wrong with how they are written. */
import type { Problem } from '../core/problem.ts'
import { fitTo } from '../scenario/shape.ts'
import type { Path, Source } from '../scenario/source.ts'
import { type Change, changeSchema, type FactorBlock } from './schema.ts'
import { pathKeys } from './set-value.ts'

/** A value as YAML on one line, and where the study says it. */
export interface Setting {
  readonly text: string
  readonly at: Path
}

export interface Level {
  readonly factor: string
  readonly level: string
  /** The first of its factor. */
  readonly first: boolean
  readonly change: Omit<Change, 'set'> & { readonly set?: Readonly<Record<string, Setting>> }
  /** Where the study says it. */
  readonly at: Path
}

/** The levels of one factor, in their order. */
export type Levels = readonly Level[]

/** A name of a level becomes part of tables and files. */
const LEVEL = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]*[A-Za-z0-9])?$/

/** Reads the factors; problems are pushed with line and column. */
export function readFactors(
  factors: Readonly<Record<string, FactorBlock>>,
  source: Source,
  problems: Problem[],
): Levels[] {
  return Object.entries(factors).map(([factor, block]) => {
    const base = ['factors', factor]
    const { path, levels } = block
    if (path !== undefined && !pathKeys(path)) {
      const mend = 'write keys with points between: vars.tone, protocol.turns'
      problems.push(source.problem([...base, 'path'], { message: 'This is no path.', found: path, mend }))
    }
    const named = Array.isArray(levels)
      ? levels.map((value, i) => ({
          level: source.text([...base, 'levels', i]) ?? String(value),
          value,
          at: i,
        }))
      : Object.entries(levels).map(([level, value]) => ({ level, value, at: level }))
    if (path === undefined && Array.isArray(levels)) {
      const message = 'A list of levels needs a path: where in scenario.yaml each of them is put.'
      const mend =
        'add path: vars.<name>, or give each level a name and what it changes: { set, prompts, templates }'
      problems.push(source.problem([...base, 'levels'], { message, mend }))
    }
    if (named.length < 2) {
      const message = `Factor "${factor}" has one level, so that nothing varies.`
      problems.push(
        source.problem([...base, 'levels'], { message, mend: 'add a level, or leave the factor out' }),
      )
    }
    const seen = new Set<string>()
    return named.map(({ level, value, at }, i): Level => {
      const place: Path = [...base, 'levels', at]
      const tell = (message: string, mend: string): void =>
        void problems.push(
          source.problem(place, { message, found: level, mend }, typeof at === 'string' ? 'key' : undefined),
        )
      if (!LEVEL.test(level) || level.length > 40)
        tell('This cannot be the name of a level.', 'give it a name of letters, digits, "-", "_" and "."')
      if (seen.has(level.toLowerCase())) tell(`Level "${level}" is there twice.`, 'list each level once')
      seen.add(level.toLowerCase())
      const change =
        path === undefined && Array.isArray(levels)
          ? {}
          : path === undefined
            ? changeOf(value, source, place, problems)
            : { set: { [path]: setting(value, source, place) } }
      return { factor, level, first: i === 0, change, at: place }
    })
  })
}

function changeOf(value: unknown, source: Source, at: Path, problems: Problem[]): Level['change'] {
  const { set, ...change } = fitTo(changeSchema, value ?? {}, source, at, problems) ?? {}
  if (!set) return change
  const settings = Object.entries(set).map(
    ([path, one]) => [path, setting(one, source, [...at, 'set', path])] as const,
  )
  return { ...change, set: Object.fromEntries(settings) }
}

/** JSON is YAML on one line; a number stays as it was typed. */
const setting = (value: unknown, source: Source, at: Path): Setting => ({
  text: typeof value === 'number' ? (source.text(at) ?? String(value)) : JSON.stringify(value),
  at,
})
