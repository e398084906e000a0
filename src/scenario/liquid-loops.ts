/**
 * Which loops of a template say the same of an entry each time: those over the record whose rounds depend on their
 * entry and on what never changes, and on nothing else. The record grows by an entry a turn, and what was said of
 * the others is kept. A round that asks where in the loop it is, assigns or breaks is made anew each time.
 */
import type { Template } from 'liquidjs'
import { analyzeSync, toValueSync } from 'liquidjs/dist/liquid.browser.mjs'

/** The list whose entries stay what they are once they are there. */
const LIST = 'record'

/** Tags that do nothing but make text. */
const PURE: readonly string[] = ['for', 'if', 'unless', 'case', 'raw', 'comment', '#']

/** What the library's tags hold, as far as it is read here. */
interface Node extends Template {
  readonly name?: string
  readonly variable?: string
  /** `variable`: what the first of the names is looked up in, where that is not the data. */
  readonly collection?: {
    readonly variable?: unknown
    readonly props?: readonly { readonly content?: unknown }[]
  }
  readonly templates?: Template[]
}

/** A loop whose rounds are kept. */
export interface KeptLoop {
  /** The name that an entry has in it. */
  readonly entry: string
  /** Its rounds depend on their entry alone, whatever the fixed data. */
  readonly alone: boolean
}

/**
 * Such loops, by their bodies.
 * @param fixed the names whose data is the same in every rendering
 */
export function keptLoops(parsed: Template[], fixed: readonly string[]): ReadonlyMap<Template[], KeptLoop> {
  const found = new Map<Template[], KeptLoop>()
  const nodes = everyNode(parsed)
  const { locals, globals } = analyzeSync(parsed, { partials: false })
  const made = nodes.flatMap(({ name, variable }) => (name === 'for' ? (variable ?? []) : []))
  made.push(...Object.keys(locals))
  // A name that the template makes itself could stand for other data than it seems to; and a loop that goes on
  // where another stopped asks whether that one was run.
  const shadowed = made.some((name) => name === LIST || fixed.includes(name))
  if (shadowed || 'continue' in globals || computesNames(parsed)) return found
  for (const { name, variable, collection, templates } of nodes) {
    if (name !== 'for' || variable === undefined || !templates) continue
    const { variable: inside, props = [] } = collection ?? {}
    if (inside !== undefined || props.length !== 1 || props[0]!.content !== LIST) continue
    const pure = everyNode(templates).every((node) => node.name === undefined || PURE.includes(node.name))
    if (!pure || !usesOnly(templates, [variable, ...fixed])) continue
    found.set(templates, { entry: variable, alone: usesOnly(templates, [variable]) })
  }
  return found
}

/** Whether templates take no name from outside but these. */
const usesOnly = (templates: Template[], names: readonly string[]): boolean =>
  Object.keys(analyzeSync(templates, { partials: false }).globals).every((name) => names.includes(name))

/** Whether a name may be computed (`{{ [x] }}`), which could be any; the library's analysis does not tell. */
function computesNames([first]: readonly Template[]): boolean {
  const tags = first?.token.input.match(/\{\{.*?\}\}|\{%.*?%\}/gs) ?? []
  return tags.some((tag) => /[^\w\]?-]\[/.test(tag))
}

/** All templates of a list, and all that they hold. */
export function everyNode(templates: readonly Template[]): readonly Node[] {
  return templates.flatMap((template) => {
    const held = template.children ? toValueSync(template.children(false, true)) : []
    return [template as Node, ...everyNode(held as Template[])]
  })
}
