/**
 * The scenarios that a study plays: one, or several where a factor changes it. A variant is a pack of its own, made
 * of a pack on disk by setting values in its scenario.yaml and by exchanging templates; from then on it is read,
 * hashed, rendered and replayed like any other.
 */
import { readFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type Problem, UserError } from '../core/problem.ts'
import { makeBrief } from '../scenario/brief.ts'
import { type Pack, readPack, readTemplates, SCENARIO_FILE } from '../scenario/folder.ts'
import { type Game, makeGame } from '../scenario/game.ts'
import { parsePack } from '../scenario/pack.ts'
import type { Path, Source } from '../scenario/source.ts'
import type { Brief, Scenario } from '../scenario/types.ts'
import type { Level, Levels } from './factors.ts'
import { pathKeys, setValue } from './set-value.ts'

/** A scenario of the study, with what is made of it once. */
export interface Variant {
  /** What assignments call it; undefined for the study's own. */
  readonly name?: string
  readonly scenario: Scenario
  /** Where a file of the pack lies. */
  place(packPath: string): string
  game(opener: string): Game
  brief(seat: string): Brief
}

/** A folder or a file that the study names, seen from its own folder. */
export const beside = (folder: string, named: string): string =>
  isAbsolute(named) ? named : join(folder, named)

/**
 * Makes every variant that the levels lead to, the study's own (each factor's first level) first.
 * Problems are pushed; a variant that has errors is missing. `audit`: whether talks go on after their close, where the
 * study says so.
 */
export async function makeVariants(
  scenarios: readonly { readonly name?: string; readonly folder: string; readonly path: Path }[],
  factors: readonly Levels[],
  source: Source,
  folder: string,
  problems: Problem[],
  audit?: boolean,
): Promise<Variant[]> {
  const made: Variant[] = []
  for (const [i, { name, folder: pack, path }] of scenarios.entries()) {
    let base: Pack
    try {
      base = await readPack(pack)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(cannotUse(source, path, pack), ...error.problems)
      continue
    }
    const own = parsePack(base.files, base.place)
    // With a scenario that is broken as it lies there, each of its variants would be broken in the same way.
    if (!own.scenario) problems.push(cannotUse(source, path, pack))
    problems.push(...own.problems)
    if (!own.scenario) continue
    for (const levels of combinations(factors)) {
      const first = i === 0 && levels.every(({ first }) => first)
      const changes = levels.filter(({ change }) => Object.keys(change).length > 0)
      const called = variantName(name, levels)
      let variant: Parsed | undefined = { scenario: own.scenario, place: base.place }
      if (changes.length > 0) variant = await changed(base, changes, source, folder, problems)
      if (variant) {
        const which = first || called === '' ? {} : { name: called }
        made.push(kept({ ...variant, ...which, ...(audit === undefined ? {} : { audit }) }))
      }
    }
  }
  return made
}

/** `scenario=concert,tone=warm`: every factor that may change the scenario, with its level. */
export const variantName = (
  scenario: string | undefined,
  levels: readonly Pick<Level, 'factor' | 'level'>[],
): string =>
  [
    ...(scenario === undefined ? [] : [`scenario=${scenario}`]),
    ...levels.map(({ factor, level }) => `${factor}=${level}`),
  ].join(',')

function cannotUse(source: Source, path: Path, found: string): Problem {
  const named = source.text(path) ?? found
  const message = `The scenario "${named}" cannot be used; its own problems are listed too.`
  return source.problem(path, { message, found })
}

function combinations(factors: readonly Levels[]): Level[][] {
  let all: Level[][] = [[]]
  for (const levels of factors) all = all.flatMap((before) => levels.map((level) => [...before, level]))
  return all
}

interface Parsed {
  readonly scenario: Scenario
  readonly place: (packPath: string) => string
}

/** The pack as these levels change it. */
async function changed(
  base: Pack,
  levels: readonly Level[],
  source: Source,
  folder: string,
  problems: Problem[],
): Promise<Parsed | undefined> {
  let files: Record<string, string> = { ...base.files }
  const places = new Map<string, string>()
  const before = problems.length
  for (const { change, at } of levels) {
    if (change.prompts !== undefined) {
      const templates = beside(folder, change.prompts)
      const found = await readTemplates(
        templates,
        source.problem([...at, 'prompts'], { message: '' }),
        problems,
      )
      files = Object.fromEntries(Object.entries(files).filter(([name]) => !name.startsWith('prompts/')))
      for (const [name, text] of Object.entries(found)) {
        files[`prompts/${name}`] = text
        places.set(`prompts/${name}`, join(templates, name))
      }
    }
    for (const [name, file] of Object.entries(change.templates ?? {})) {
      const path = beside(folder, file)
      try {
        files[`prompts/${name}.liquid`] = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
        places.set(`prompts/${name}.liquid`, path)
      } catch (error) {
        const message = `The template cannot be read: ${(error as Error).message}.`
        tellOnce(problems, source.problem([...at, 'templates', name], { message, found: path }))
      }
    }
    for (const [path, { text, at: place }] of Object.entries(change.set ?? {})) {
      const keys = pathKeys(path)
      const yaml = keys && setValue(files[SCENARIO_FILE]!, keys, text)
      if (yaml !== undefined) files[SCENARIO_FILE] = yaml
      else {
        const message = `There is no place "${path}" in the scenario.`
        const mend = 'a path is keys with points between: vars.tone, parties.buyer.reservation, issues[0].max'
        tellOnce(problems, source.problem(place, { message, found: path, mend }))
      }
    }
  }
  if (problems.length > before) return undefined
  const place = (name: string): string => places.get(name) ?? base.place(name)
  const { scenario, problems: own } = parsePack(files, place)
  const which = levels.map(({ factor, level }) => `${factor} ${level}`).join(', ')
  const untold = own.filter(
    (one) => !problems.some((known) => known.message === one.message && known.file === one.file),
  )
  problems.push(...untold.map((one) => ({ ...one, message: `With ${which}: ${one.message}` })))
  return scenario && { scenario, place }
}

function tellOnce(problems: Problem[], problem: Problem): void {
  if (
    !problems.some(
      (one) => one.line === problem.line && one.column === problem.column && one.message === problem.message,
    )
  )
    problems.push(problem)
}

/** Makes each game and each brief once. */
export function kept({
  name,
  scenario,
  place,
  audit,
}: Parsed & { readonly name?: string; readonly audit?: boolean }): Variant {
  return {
    ...(name === undefined ? {} : { name }),
    scenario,
    place,
    game: once((opener) => makeGame(scenario, opener, { audit })),
    brief: once((seat) => makeBrief(scenario, seat)),
  }
}

/** The same function, which works each answer out once. */
export function once<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const made = make(name)
    known.set(name, made)
    return made
  }
}
