/**
 * The library evaluates everything through generators, so that values may be promises; that took most of the time of
 * a prompt. Ours are plain data: names, literals, operators and filters are evaluated at once here, by the library's
 * own operators, filters and lookups. What fails is evaluated again the library's way, so that its error is told.
 */
import type { Context, Emitter, Liquid, Template, Token } from 'liquidjs'
import {
  CaseTag,
  ForTag,
  IfTag,
  isTruthy,
  LiquidError,
  Output,
  RenderError,
  toValue,
  toValueSync,
  UnlessTag,
  Value,
} from 'liquidjs/dist/liquid.browser.mjs'

/** What the library's templates and tokens hold, as far as it is used here. */
interface Node extends Omit<Template, 'render'> {
  readonly str?: string
  readonly branches?: readonly Branch[]
  readonly elseTemplates?: Template[]
  readonly liquid: Liquid
  render(context: Context, emitter: Emitter): unknown
}

/** Of `if`: taken where its value is true; of `unless` where its test says so. */
interface Branch {
  readonly value: Value
  readonly test?: (value: unknown, context: Context) => boolean
  readonly templates: Template[]
}

/** `case`: every branch is taken that has a value like the one that is asked about, else the rest. */
interface Case extends Node {
  readonly value: Value
  readonly branches: readonly (Branch & { readonly values: readonly Operand[] })[]
}

/** Of `for`: what is repeated for each of what. */
interface Loop extends Node {
  readonly variable: string
  readonly collection: Operand
  readonly templates: Template[]
  readonly hash: { readonly hash: object }
}

interface Operand extends Token {
  readonly content?: unknown
  readonly operator?: string
  /** What the first of `props` is looked up in, where that is not the data. */
  readonly variable?: unknown
  readonly props?: readonly { readonly content?: unknown }[]
}

type Evaluate = (context: Context) => unknown

/** Stands for a value that must be had the library's way. */
const SLOW = Symbol('slow')

/** Makes parsed templates, every one of the list, quick; their meaning stays. */
export function quicken(nodes: readonly Template[]): void {
  for (const node of nodes) {
    for (const part of node.arguments?.() ?? []) if (part instanceof Value) quickenValue(part)
    if (node instanceof Output) quickenOutput(node)
    const quick = node as unknown as Node
    if (node instanceof IfTag || node instanceof UnlessTag) quickenBranches(quick)
    if (node instanceof CaseTag) quickenCase(node as unknown as Case)
    if (node instanceof ForTag) quickenLoop(node as unknown as Loop)
    const { str } = quick
    if (typeof str === 'string') {
      quick.render = (_, emitter) => {
        emitter.write(str)
      }
    }
  }
}

/** As the library's own, with a plain loop. */
export function renderAll(templates: readonly Template[], context: Context, emitter: Emitter): unknown {
  for (const template of templates) {
    try {
      const html: unknown = toValueSync(template.render(context, emitter) as Iterator<unknown>)
      if (html) emitter.write(html)
    } catch (error) {
      throw LiquidError.is(error) ? error : new RenderError(error as Error, template)
    }
    if (context.breakCalled || context.continueCalled) break
  }
  return (emitter as Emitter & { buffer: string }).buffer
}

function quickenBranches(tag: Node): void {
  const { branches = [], elseTemplates = [], liquid } = tag
  tag.render = (context, emitter) => {
    const taken = branches.find(({ value, test = isTruthy }) =>
      test(toValue(toValueSync(value.value(context))), context),
    )
    toValueSync(liquid.renderer.renderTemplates(taken?.templates ?? elseTemplates, context, emitter))
  }
}

/** One whose branches name literals: what is asked about is evaluated once. */
function quickenCase(tag: Case): void {
  const { value, branches, elseTemplates = [], liquid } = tag
  const literals = branches.map(({ values }) => values.map((one) => ('content' in one ? one.content : SLOW)))
  if (literals.flat().some((one) => typeof one !== 'string')) return
  const own = tag.render.bind(tag)
  tag.render = (context, emitter) => {
    const memory = context.memoryLimit as unknown as { base: number }
    const before = memory.base
    const target = toValue(toValueSync(value.value(context, false)))
    if (typeof target !== 'string') {
      memory.base = before
      return own(context, emitter)
    }
    const taken = branches.filter((_, i) => literals[i]!.includes(target))
    const parts = taken.length > 0 ? taken.map(({ templates }) => templates) : [elseTemplates]
    for (const part of parts) toValueSync(liquid.renderer.renderTemplates(part, context, emitter))
    return undefined
  }
}

/**
 * A loop over a list from its first entry to its last, in a template that nowhere asks where in a loop it is or goes
 * on where one stopped: all that a round needs then is its entry.
 */
function quickenLoop(loop: Loop): void {
  const { variable, templates, liquid } = loop
  const list = operand(loop.collection)
  if (!list || Object.keys(loop.hash.hash).length > 0 || /\b(?:forloop|offset)\b/.test(loop.token.input))
    return
  const own = loop.render.bind(loop)
  loop.render = (context, emitter) => {
    const entries = list(context)
    if (!Array.isArray(entries) || entries.length === 0) return own(context, emitter)
    const scope: Record<string, unknown> = Object.create(null)
    context.push(scope)
    for (const entry of entries) {
      scope[variable] = entry
      context.continueCalled = context.breakCalled = false
      toValueSync(liquid.renderer.renderTemplates(templates, context, emitter))
      if (context.breakCalled) break
    }
    context.continueCalled = context.breakCalled = false
    context.pop()
    return undefined
  }
}

function quickenOutput(output: Output): void {
  const { value } = output as unknown as { value: Value }
  ;(output as unknown as Node).render = (context, emitter) => {
    emitter.write(toValue(toValueSync(value.value(context, false))))
  }
}

function quickenValue(value: Value): void {
  const own = value.value.bind(value)
  const { initial, filters } = value
  const first = expression(initial.postfix as Operand[])
  const steps = filters.map((filter) => {
    const { args, handler } = filter as unknown as {
      args: unknown[]
      handler: (...args: unknown[]) => unknown
    }
    const given = args.map((arg) => (Array.isArray(arg) ? undefined : operand(arg as Operand)))
    const { token, liquid } = filter as unknown as { token: Token; liquid: unknown }
    return given.includes(undefined) ? undefined : { handler, given: given as Evaluate[], token, liquid }
  })
  if (!first || steps.includes(undefined)) return
  const evaluate: Evaluate = (context) => {
    let result = first(context)
    for (const step of steps) {
      if (result === SLOW) return SLOW
      const { handler, given, token, liquid } = step!
      const args = given.map((one) => one(context))
      if (args.includes(SLOW)) return SLOW
      result = toValueSync(handler.apply({ context, token, liquid }, [result, ...args]))
    }
    return result
  }
  ;(value as { value: unknown }).value = (context: Context, lenient?: boolean) => {
    if (lenient) return own(context, lenient)
    const memory = context.memoryLimit as unknown as { base: number }
    const before = memory.base
    const result = evaluate(context)
    if (result !== SLOW) return result
    memory.base = before
    return own(context, lenient)
  }
}

type Operators = Readonly<Record<string, (...args: unknown[]) => unknown>>

/** Operands and operators, as they follow one another in postfix. */
function expression(postfix: readonly Operand[]): Evaluate | undefined {
  if (postfix.length === 1) return operand(postfix[0]!)
  const parts = postfix.map(({ operator }, i) => operator ?? operand(postfix[i]!))
  if (parts.includes(undefined)) return undefined
  return (context) => {
    const stack: unknown[] = []
    for (const part of parts as (string | Evaluate)[]) {
      if (typeof part !== 'string') {
        const found = part(context)
        if (found === SLOW) return SLOW
        stack.push(found)
        continue
      }
      const right = stack.pop()
      if (part === '==' && typeof right === 'string' && typeof stack.at(-1) === 'string') {
        stack.push(stack.pop() === right)
        continue
      }
      const operators = context.opts.operators as Operators
      const applied =
        part === 'not' ? operators[part]!(right, context) : operators[part]!(stack.pop(), right, context)
      stack.push(toValueSync(applied as Iterator<unknown>))
    }
    return stack[0]
  }
}

/** A literal, or a name and the names of what is looked up in it. */
function operand(token: Operand): Evaluate | undefined {
  if ('content' in token) {
    const { content } = token
    return () => content
  }
  if (token.props === undefined || token.variable !== undefined) return undefined
  const path = token.props.map(({ content }) => content)
  if (path.length === 0 || typeof path[0] !== 'string' || !path.every(isKey)) return undefined
  return (context) => lookUp(context, path as string[])
}

const isKey = (key: unknown): boolean => typeof key === 'string' || typeof key === 'number'

interface Lookup {
  findScope(name: string): object
  readProperty(scope: unknown, key: string | number): unknown
}

function lookUp(context: Context, path: readonly string[]): unknown {
  const lookup = context as unknown as Lookup
  let found: unknown = lookup.findScope(path[0]!)
  for (const key of path) {
    found = lookup.readProperty(found, key)
    // An unknown name: the library says which.
    if (found === undefined) return SLOW
  }
  return found
}
