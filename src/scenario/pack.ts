/** A pack's texts to a scenario, or to everything that is wrong with them at once. */
import type { Problem } from '../core/problem.ts'
import { checkAbout, readAbout } from './about.ts'
import { readSlots } from './issues.ts'
import type { CompiledTemplate } from './liquid.ts'
import { readParties, readVars } from './parties.ts'
import { checkRules } from './rules.ts'
import * as schema from './schema.ts'
import { fitTo, newerFormat } from './shape.ts'
import { unusedVars } from './slips-vars.ts'
import { readSource, type Source } from './source.ts'
import { checkNames } from './template-names.ts'
import { checkTemplates, readTemplate } from './templates-check.ts'
import type { Scenario } from './types.ts'
import { openingPackage } from './votes-rules.ts'

export interface Parsed {
  /** Absent where there is an error; warnings alone leave it. */
  readonly scenario?: Scenario
  readonly problems: readonly Problem[]
}

const SCENARIO = 'scenario.yaml'
const TEMPLATE = /^prompts\/([^/]+)\.liquid$/

/**
 * Reads a pack from its texts by path (`scenario.yaml`, `prompts/turn.liquid`; others are ignored). `place` maps
 * such a path to the name by which a person knows the file. Never throws for what is in the pack.
 */
export function parsePack(
  files: Readonly<Record<string, string>>,
  place: (path: string) => string = (path) => path,
): Parsed {
  const file = place(SCENARIO)
  const text = Object.hasOwn(files, SCENARIO) ? files[SCENARIO] : undefined
  if (text === undefined) {
    const mend = 'name a folder that holds a scenario.yaml'
    return { problems: [{ file, message: 'There is no scenario.yaml.', mend }] }
  }
  const source = readSource(text, file)
  const problems: Problem[] = [...source.problems]
  const templates = templatesOf(files)
  const read = new Map<string, CompiledTemplate>()
  for (const [name, body] of Object.entries(templates)) {
    const template = readTemplate(body, place(`prompts/${name}.liquid`), problems)
    if (template) read.set(name, template)
  }
  const draft = readScenario(source, problems)
  checkNames(Object.keys(templates), draft.partyIds, place, problems)
  if (!draft.scenario || hasErrors(problems)) return { problems: sorted(problems) }

  const scenario: Scenario = { ...draft.scenario, templates, files: ownFiles(files) }
  const fileOf = (own: string): string => place(`prompts/${own}.liquid`)
  problems.push(...checkTemplates(scenario, read, fileOf, file))
  // A template with an error may have meant the var that seems unused.
  if (!hasErrors(problems)) problems.push(...unusedVars(scenario, read, source))
  return hasErrors(problems) ? { problems: sorted(problems) } : { scenario, problems: sorted(problems) }
}

/** The pack's texts as one, in a fixed order: what a scenario's hash is taken of. */
export const packText = (files: Readonly<Record<string, string>>): string => {
  const own = ownFiles(files)
  const names = Object.keys(own).sort((a, b) => (a < b ? -1 : 1))
  return JSON.stringify(names.map((name) => [name, own[name]]))
}

/** What belongs to a pack, with line ends that are the same on every machine. */
const ownFiles = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path === SCENARIO || TEMPLATE.test(path))
      .map(([path, text]) => [path, text.replaceAll('\r\n', '\n')]),
  )

const templatesOf = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(ownFiles(files)).flatMap(([path, text]) => {
      const name = TEMPLATE.exec(path)?.[1]
      return name === undefined ? [] : [[name, text]]
    }),
  )

type Draft = Omit<Scenario, 'templates' | 'files'>

interface Drafted {
  readonly scenario?: Draft
  readonly partyIds: readonly string[]
}

function readScenario(source: Source, problems: Problem[]): Drafted {
  const { data } = source
  if (data === undefined) return { partyIds: [] }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    if (problems.length === 0) {
      problems.push(
        source.problem([], { message: 'The file does not hold keys and values.', expected: 'format: 1' }),
      )
    }
    return { partyIds: [] }
  }
  const given = data as Record<string, unknown>
  const newer = newerFormat(source, schema.PACK_FORMAT)
  if (newer) {
    problems.push(newer)
    return { partyIds: [] }
  }
  const odd = new Set(problems.map((problem) => `${problem.line}:${problem.column}`))
  const shape: Problem[] = []
  const whole = fitTo(schema.scenario, data, source, [], shape)
  // What YAML itself could not say has been told already.
  problems.push(...shape.filter((problem) => !odd.has(`${problem.line}:${problem.column}`)))
  const slots = readSlots(given.issues, source, problems)
  const { parties, ids } = readParties(given.parties, slots, source, problems)
  checkRules(given, { slots, partyIds: ids }, source, problems)
  checkAbout(given, source, problems)
  if (!whole || hasErrors(problems)) return { partyIds: ids }
  const { type, ...settings } = whole.protocol
  const opening = openingPackage(whole.protocol, source)
  const about = readAbout(given.about, source)
  return {
    partyIds: ids,
    scenario: {
      id: whole.id,
      title: whole.title ?? whole.id,
      situation: whole.situation.replace(/\n$/, ''),
      vars: readVars(whole.vars, source, ['vars']),
      issues: slots.list.flatMap((slot) => (slot.issue ? [slot.issue] : [])),
      parties,
      protocol: { type, settings: { type, ...settings, ...(opening ? { opening_package: opening } : {}) } },
      information: whole.information,
      ...(whole.observer ? { observer: whole.observer } : {}),
      ...(about ? { about } : {}),
    },
  }
}

const hasErrors = (problems: readonly Problem[]): boolean =>
  problems.some((problem) => problem.severity !== 'warning')

/** By file as first met, then by place. */
function sorted(problems: readonly Problem[]): Problem[] {
  const files = [...new Set(problems.map((problem) => problem.file))]
  return [...problems].sort(
    (a, b) =>
      files.indexOf(a.file) - files.indexOf(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}
