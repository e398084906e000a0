/**
 * Liquid for templates from strangers: a few tags and filters, no files, no chance, no clock. A template sees
 * plain data and nothing of the program; unknown names are errors; work, memory and output are limited by
 * counts, not by time, so that a prompt that renders once renders always.
 */
import type { Emitter, Template } from 'liquidjs'
import { analyzeSync, Context, Liquid, toValueSync } from 'liquidjs/dist/liquid.browser.mjs'

export const TAGS = [
  'assign',
  'break',
  'capture',
  'case',
  'comment',
  'continue',
  'cycle',
  'for',
  'if',
  'raw',
  'unless',
  '#',
] as const

export const FILTERS = [
  'abs',
  'append',
  'at_least',
  'at_most',
  'capitalize',
  'ceil',
  'compact',
  'concat',
  'default',
  'divided_by',
  'downcase',
  'first',
  'floor',
  'join',
  'json',
  'last',
  'lstrip',
  'map',
  'minus',
  'modulo',
  'plus',
  'prepend',
  'reject',
  'remove',
  'remove_first',
  'remove_last',
  'replace',
  'replace_first',
  'replace_last',
  'reverse',
  'round',
  'rstrip',
  'size',
  'slice',
  'split',
  'strip',
  'strip_newlines',
  'times',
  'truncate',
  'truncatewords',
  'uniq',
  'upcase',
  'where',
] as const

/** Far above what an honest template needs: the record of tens of thousands of turns renders within them. */
export const LIMITS = {
  /** Characters of one template. */
  template: 500_000,
  /** Parts rendered: texts, outputs, tags, rounds of loops. */
  steps: 2_000_000,
  /** Characters and list entries made on the way. */
  memory: 20_000_000,
  /** Characters of the prompt. */
  output: 20_000_000,
} as const

/** What is wrong with a template, and where in it (from 1). */
export class TemplateError extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, line: number, column: number) {
    super(message)
    this.name = 'TemplateError'
    this.line = line
    this.column = column
  }
}

/** A name that a template uses: `you.vars.promise` is ['you', 'vars', 'promise']; what is computed is undefined. */
export interface Used {
  readonly segments: readonly (string | undefined)[]
  readonly line: number
  readonly column: number
}

export interface CompiledTemplate {
  /** Names that the template takes from outside. */
  readonly uses: readonly Used[]
  /** Renders with plain data. Throws a TemplateError. */
  render(data: Readonly<Record<string, unknown>>): string
}

/** Reads a template. Throws a TemplateError where it cannot be read. */
export function compileTemplate(text: string): CompiledTemplate {
  if (text.length > LIMITS.template) {
    throw new TemplateError(`a template may have ${LIMITS.template} characters at most`, 1, 1)
  }
  const engine = makeEngine()
  const parsed = guarded(() => engine.parse(body(text)))
  return {
    uses: guarded(() => usedNames(parsed)),
    render: (data) => guarded(() => run(engine, parsed, data)),
  }
}

/** Line ends are "\n" on every machine, and a last one is the file's, not the prompt's. */
const body = (text: string): string => text.replaceAll('\r\n', '\n').replace(/\n$/, '')

function makeEngine(): Liquid {
  const engine = new Liquid({
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    // An empty list of templates in memory: nothing is ever looked for in files.
    templates: {},
    // Given, so that the library does not ask the machine for its language.
    locale: 'en-US',
    timezoneOffset: 0,
    parseLimit: LIMITS.template,
    memoryLimit: LIMITS.memory,
    outputEscape: printable,
  })
  for (const name of Object.keys(engine.tags)) if (!isListed(TAGS, name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) if (!isListed(FILTERS, name)) delete engine.filters[name]
  return engine
}

const isListed = (list: readonly string[], name: string): boolean => list.includes(name)

/** Only text and numbers print: an empty place in a prompt is a mistake that nobody would notice. */
function printable(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (value === null || value === undefined) throw new Error('nothing to print here: the value is empty')
  throw new Error(
    `${Array.isArray(value) ? 'a list' : 'an object'} cannot be printed: print one of its fields, or join a list`,
  )
}

function run(engine: Liquid, parsed: Template[], data: Readonly<Record<string, unknown>>): string {
  let steps = 0
  let length = 0
  const { renderer } = engine
  const context = new Context(data, engine.options, { sync: true }, { liquid: engine })
  const limited = (): Emitter & { buffer: string } => ({
    buffer: '',
    write(html: unknown) {
      const text = typeof html === 'string' ? html : printable(html)
      length += text.length
      if (length > LIMITS.output) throw new Error(`more than ${LIMITS.output} characters would be made`)
      this.buffer += text
    },
  })
  const inner = Object.getPrototypeOf(renderer).renderTemplates as typeof renderer.renderTemplates
  // Every tag that holds others renders them through this method, so that it sees each round of each loop.
  renderer.renderTemplates = (templates, ctx, emitter) => {
    steps += 1 + templates.length
    if (steps > LIMITS.steps) throw new Error(`more than ${LIMITS.steps} steps would be taken`)
    return inner.call(renderer, templates, ctx, emitter ?? limited())
  }
  return String(toValueSync(renderer.renderTemplates(parsed, context, limited())))
}

function usedNames(parsed: Template[]): Used[] {
  const { globals } = analyzeSync(parsed, { partials: false })
  return Object.values(globals)
    .flat()
    .map(({ segments, location }) => ({
      segments: segments.map((part) => (typeof part === 'object' ? undefined : String(part))),
      line: location.row,
      column: location.col,
    }))
}

/** Turns whatever the library throws into a TemplateError with its place. */
function guarded<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asTemplateError(error)
  }
}

function asTemplateError(error: unknown): TemplateError {
  if (error instanceof TemplateError) return error
  const { message, token } = error as { message?: string; token?: { getPosition(): [number, number] } }
  const [line, column] = token?.getPosition() ?? [1, 1]
  const words = String(message ?? error).replace(/, line:\d+, col:\d+$/, '')
  const deep = /call stack|too much recursion/i.test(words)
  return new TemplateError(deep ? 'the template is nested too deeply' : words, line, column)
}
