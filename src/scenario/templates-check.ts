/** Every template of a pack, read and rendered for every party before it is used. */
import type { Problem } from '../core/problem.ts'
import { chooseTemplate } from './choose.ts'
import { type Context, repairContext, staticContext, turnContext } from './context.ts'
import { type CompiledTemplate, compileTemplate, FILTERS, TAGS, TemplateError } from './liquid.ts'
import { meant } from './nearest.ts'
import { sampleMoments, sampleRepair } from './samples.ts'
import { findSlips, type Rendered } from './slips.ts'
import { unnamedKinds } from './slips-kinds.ts'
import { type Scenario, TEMPLATES, type TemplateName } from './types.ts'

const STOPPED = 'The template was stopped'

/** Where a template's problems are told: its file as a person knows it. */
type FileOf = (own: string) => string

/** Reads one template text; problems are pushed. */
export function readTemplate(text: string, file: string, problems: Problem[]): CompiledTemplate | undefined {
  try {
    return compileTemplate(text)
  } catch (error) {
    problems.push(templateProblem(error, file, []))
    return undefined
  }
}

/** Checks all that the scenario's seats will be shown. `read`: the pack's templates that could be read. */
export function checkTemplates(
  scenario: Scenario,
  read: ReadonlyMap<string, CompiledTemplate>,
  fileOf: FileOf,
  packFile: string,
): Problem[] {
  const found = new Map<string, Problem>()
  const tell = (problem: Problem): void => {
    const key = JSON.stringify([problem.file, problem.line, problem.column, problem.found ?? problem.message])
    if (!found.has(key)) found.set(key, problem)
  }
  const defaults = new Map<string, CompiledTemplate>()
  const prompts: Rendered[] = []
  const contexts = new Map<string | undefined, Context>()
  const contextOf = (seat: string | undefined): Context => {
    const known = contexts.get(seat) ?? staticContext(scenario, seat)
    contexts.set(seat, known)
    return known
  }
  for (const name of TEMPLATES) {
    const seats =
      name === 'observer' || name === 'transcript' ? [undefined] : scenario.parties.map((p) => p.id)
    for (const seat of seats) {
      const chosen = chooseTemplate(scenario, name, seat)
      if (!chosen) {
        if (name === 'system') tell(noSystem(scenario, packFile))
        continue
      }
      if (chosen.own !== undefined && !read.has(chosen.own)) continue
      const own = chosen.own === undefined ? undefined : read.get(chosen.own)
      const template = own ?? defaults.get(chosen.text) ?? compileTemplate(chosen.text)
      if (!own) defaults.set(chosen.text, template)
      const file = chosen.own === undefined ? `default ${name} template` : fileOf(chosen.own)
      const moments = sampleContexts(scenario, name, seat, contextOf(seat))
      const before = found.size
      for (const problem of unknownNames(template, moments[0]!, file)) tell(problem)
      if (found.size > before) continue
      const tried = moments.map((context) => attempt(template, context, file))
      const failed = tried.find((one) => typeof one !== 'string')
      if (failed === undefined) {
        // What a default template says amiss can only be the pack's own words.
        const words = { file: own ? file : packFile, source: own ? chosen.text : '' }
        if (seat !== undefined) prompts.push({ seat, text: tried.at(-1) as string, ...words })
        const unnamed =
          own && name === 'observer' ? unnamedKinds(scenario, tried[0] as string, file) : undefined
        if (unnamed) tell(unnamed)
        continue
      }
      tell(failed as Problem)
      // What runs away for one party does so for all, and takes its time.
      if ((failed as Problem).message.startsWith(STOPPED)) break
    }
  }
  return [...found.values(), ...findSlips(scenario, prompts)]
}

function sampleContexts(
  scenario: Scenario,
  name: TemplateName,
  seat: string | undefined,
  fixed: Context,
): Context[] {
  if (name === 'system' || name === 'observer') return [fixed]
  const repair = name === 'repair' ? repairContext(sampleRepair(seat!), 'A sample of a faulty reply') : {}
  return sampleMoments(scenario, name).map((shown) => ({
    ...fixed,
    ...turnContext(scenario, shown),
    ...repair,
  }))
}

/** The text that a template makes of a context, or why it makes none. */
function attempt(template: CompiledTemplate, context: Context, file: string): string | Problem {
  try {
    return template.render(context)
  } catch (error) {
    return templateProblem(error, file, Object.keys(context))
  }
}

/**
 * Names that no moment has, also in branches that no sample reaches: the first name always, and what comes after
 * it as long as it stays inside fixed fields.
 */
function unknownNames(template: CompiledTemplate, context: Context, file: string): Problem[] {
  return template.uses.flatMap(({ segments, line, column }) => {
    let value: unknown = context
    for (const [i, segment] of segments.entries()) {
      if (segment === undefined || typeof value !== 'object' || value === null || Array.isArray(value))
        return []
      const known = Object.keys(value)
      if (known.includes(segment)) value = (value as Record<string, unknown>)[segment]
      else if (['size', 'first', 'last'].includes(segment)) return []
      else return [unknownName(segments.slice(0, i + 1).join('.'), known, file, line, column)]
    }
    return []
  })
}

function unknownName(
  name: string,
  known: readonly string[],
  file: string,
  line: number,
  column: number,
): Problem {
  const last = name.split('.').at(-1)!
  const parent = name.includes('.') ? name.slice(0, name.lastIndexOf('.') + 1) : ''
  return {
    file,
    line,
    column,
    message: `The template uses "${name}", which there is not here.`,
    found: name,
    mend: HIDDEN[name] ?? meant(last, known).replace('did you mean "', `did you mean "${parent}`),
  }
}

/** Names that exist, but not in this template. */
const HIDDEN: Readonly<Record<string, string>> = {
  reply: '"reply" is there in a repair alone',
  fault: '"fault" is there in a repair alone',
  you: 'the observer and the transcript see what is public, so they have no "you"',
  turn: '"turn" is there once the talk runs; the system prompt is the same in every turn',
  record: '"record" is there once the talk runs; the system prompt is the same in every turn',
  standing: '"standing" is there once the talk runs; the system prompt is the same in every turn',
}

function templateProblem(error: unknown, file: string, known: readonly string[]): Problem {
  if (!(error instanceof TemplateError)) throw error
  const { line, column, message } = error
  const place = { file, line, column }
  const variable = /^undefined variable: (.*)$/.exec(message)?.[1]
  if (variable !== undefined) {
    const private_ = /\.(reservation|threshold|sheet|formula)$/.test(variable) && !variable.startsWith('you.')
    const mend = private_
      ? "other parties' points are shown only where the pack says information: common"
      : variable.includes('.')
        ? 'check the name; docs/packs.md lists what templates see'
        : meant(variable, known)
    return {
      ...place,
      message: `The template uses "${variable}", which there is not here.`,
      found: variable,
      mend,
    }
  }
  const filter = /^undefined filter: (.*)$/.exec(message)?.[1]
  if (filter !== undefined) {
    return {
      ...place,
      message: `No filter "${filter}" is allowed.`,
      found: filter,
      mend: meant(filter, FILTERS),
    }
  }
  const tag = /^tag "(.*)" not found$/.exec(message)?.[1]
  if (tag !== undefined) {
    return { ...place, message: `No tag "${tag}" is allowed.`, found: tag, mend: meant(tag, TAGS) }
  }
  if (
    message.includes('limit exceeded') ||
    /^more than \d+ /.test(message) ||
    message.includes('too deeply')
  ) {
    const expected = 'a template that ends soon and stays small'
    return { ...place, message: `${STOPPED}: ${message.replace('alloc ', '')}.`, expected }
  }
  return { ...place, message: `The template cannot be used: ${message}.` }
}

const noSystem = (scenario: Scenario, file: string): Problem => ({
  file,
  message: `There is no system prompt: "${scenario.protocol.type}" has no default for it.`,
  expected: 'prompts/system.liquid',
  mend: 'add the file prompts/system.liquid beside scenario.yaml',
})
