/**
 * Liquid for templates from strangers: a few tags and filters, no files, no chance, no clock. A template sees
 * plain data and nothing of the program; unknown names are errors; work, memory and output are limited by
 * counts, not by time, so that a prompt that renders once renders always.
 */
import type { Emitter, Template } from 'liquidjs'
import { analyzeSync, Context, Liquid } from 'liquidjs/dist/liquid.browser.mjs'
import { everyNode, keptLoops } from './liquid-loops.ts'
import { quicken, renderAll } from './liquid-quick.ts'

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
  render(data: Data): string
  /**
   * Renders again and again beside data that stays the same (`fixed`), and gives what `render` gives with both. What
   * the rounds of a loop over `record` make is kept, where it depends on their entry alone, for as long as the entry
   * is there; it must not change. No name may be in both.
   */
  bind(fixed: Data): (data: Data) => string
}

/** Plain data, by the names that a template calls it. */
export type Data = Readonly<Record<string, unknown>>

/** Reads a template. Throws a TemplateError where it cannot be read. */
export function compileTemplate(text: string): CompiledTemplate {
  if (text.length > LIMITS.template) {
    throw new TemplateError(`a template may have ${LIMITS.template} characters at most`, 1, 1)
  }
  const engine = makeEngine()
  const parsed = guarded(() => engine.parse(body(text)))
  guarded(() => quicken(everyNode(parsed)))
  const ofEntries = new Map<Template[], Rounds>()
  return {
    uses: guarded(() => usedNames(parsed)),
    render: (data) => guarded(() => run(engine, parsed, data, {}, NOTHING_KEPT)),
    bind(fixed) {
      const loops = keptLoops(parsed, Object.keys(fixed))
      const kept: Kept = new Map()
      for (const [templates, { entry, alone }] of loops) {
        const rounds: Rounds = (alone && ofEntries.get(templates)) || new WeakMap()
        if (alone) ofEntries.set(templates, rounds)
        kept.set(templates, { entry, rounds })
      }
      return (data) => guarded(() => run(engine, parsed, data, fixed, kept))
    },
  }
}

/** What was made of entries, by the body of the loop that made it. */
type Kept = Map<Template[], { readonly entry: string; readonly rounds: Rounds }>

type Rounds = WeakMap<object, Round>

const NOTHING_KEPT: Kept = new Map()

/** A round of a loop: its text, and what making it took, which counts again each time that it is used. */
interface Round {
  readonly text: string
  readonly steps: number
  readonly memory: number
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

/** What is counted in the library's own limit. */
type Counted = { base: number }

function run(engine: Liquid, parsed: Template[], data: Data, fixed: Data, kept: Kept): string {
  let steps = 0
  let length = 0
  const { renderer } = engine
  const context = new Context(data, engine.options, { sync: true, globals: fixed }, { liquid: engine })
  const memory = context.memoryLimit as unknown as Counted
  const limited = (): Emitter & { buffer: string } => ({
    buffer: '',
    write(html: unknown) {
      const text = typeof html === 'string' ? html : printable(html)
      length += text.length
      if (length > LIMITS.output) throw new Error(`more than ${LIMITS.output} characters would be made`)
      this.buffer += text
    },
  })
  const { scopes } = context as unknown as { scopes: Readonly<Record<string, unknown>>[] }
  // Every tag that holds others renders them through this method, so that it sees each round of each loop.
  const every = (templates: Template[], ctx: Context, emitter?: Emitter): unknown => {
    const loop = kept.get(templates)
    const entry = loop && scopes.at(-1)![loop.entry]
    if (typeof entry !== 'object' || entry === null) return render(templates, ctx, emitter)
    const known = loop!.rounds.get(entry)
    // What would go over a limit is made anew, so that it is stopped where it always is.
    if (
      known &&
      steps + known.steps <= LIMITS.steps &&
      memory.base + known.memory <= LIMITS.memory &&
      length + known.text.length <= LIMITS.output
    ) {
      steps += known.steps
      memory.base += known.memory
      emitter!.write(known.text)
      return undefined
    }
    const before = { steps, memory: memory.base }
    const own = limited()
    render(templates, ctx, own)
    const { buffer: text } = own
    loop!.rounds.set(entry, { text, steps: steps - before.steps, memory: memory.base - before.memory })
    // Its length is counted already.
    ;(emitter as typeof own).buffer += text
    return undefined
  }
  const render = (templates: Template[], ctx: Context, emitter?: Emitter): unknown => {
    steps += 1 + templates.length
    if (steps > LIMITS.steps) throw new Error(`more than ${LIMITS.steps} steps would be taken`)
    return renderAll(templates, ctx, emitter ?? limited())
  }
  renderer.renderTemplates = every as typeof renderer.renderTemplates
  return String(every(parsed, context, limited()))
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
