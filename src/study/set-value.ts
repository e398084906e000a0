/**
 * Sets one value in a YAML text and leaves every other character as it was written: comments stay, and numbers keep
 * their own text. What the text holds afterwards is read again and compared, so that nothing else can have changed.
 */
import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from 'yaml'
import { readSource } from '../scenario/source.ts'

/** The keys of a path: `parties.buyer.reservation`, `issues[0].max`. Undefined where it is none. */
export function pathKeys(path: string): string[] | undefined {
  const keys = path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')
  return keys.every((key) => /^[A-Za-z0-9_-]+$/.test(key)) ? keys : undefined
}

/**
 * The text with the value at the path. An entry of a list is named by its number, or by its `id`; a key that is
 * missing is added. `text`: the value as YAML on one line. Returns undefined where the path leads nowhere.
 */
export function setValue(yaml: string, keys: readonly string[], text: string): string | undefined {
  const document = parseDocument(yaml, { version: '1.2', logLevel: 'silent' })
  if (document.errors.length > 0) return undefined
  const before = readSource(yaml, '').data
  const path: (string | number)[] = []
  let node: unknown = document.contents
  let after = yaml
  for (const [i, key] of keys.entries()) {
    if (isSeq(node)) {
      const at = /^\d+$/.test(key)
        ? Number(key)
        : node.items.findIndex((item) => isMap(item) && item.get('id') === key)
      if (at < 0 || at >= node.items.length) return undefined
      path.push(at)
      node = node.items[at]
    } else if (isMap(node)) {
      path.push(key)
      const found: unknown = node.get(key, true)
      if (found === undefined || (isScalar(found) && found.value === null)) {
        if (found !== undefined && i < keys.length - 1) return undefined
        const rest = keys
          .slice(i + 1)
          .reduceRight((inner, name) => `{ ${JSON.stringify(name)}: ${inner} }`, text)
        after = found === undefined ? added(yaml, node, key, rest) : replaced(yaml, found as Node, ` ${text}`)
        path.push(...keys.slice(i + 1))
        return onlyThat(before, after, path, text)
      }
      node = found
    } else return undefined
  }
  after = replaced(yaml, node as Node, text)
  return onlyThat(before, after, path, text)
}

function replaced(yaml: string, { range }: Node, text: string): string {
  const [from, until] = range!
  // A block's range ends behind its last line.
  const old = yaml.slice(from, until)
  const tail = /\s*$/.exec(old)![0]
  return yaml.slice(0, from) + text + tail + yaml.slice(until)
}

function added(yaml: string, map: YAMLMap, key: string, text: string): string {
  const start = map.range![0]
  const entry = `${JSON.stringify(key)}: ${text}`
  if (map.flow)
    return `${yaml.slice(0, start + 1)} ${entry}${map.items.length > 0 ? ',' : ''}${yaml.slice(start + 1)}`
  const indent = start - (yaml.lastIndexOf('\n', start - 1) + 1)
  return `${yaml.slice(0, start)}${entry}\n${' '.repeat(indent)}${yaml.slice(start)}`
}

/** The text, if it reads as before but for the value at the path. */
function onlyThat(
  before: unknown,
  text: string,
  path: readonly (string | number)[],
  value: string,
): string | undefined {
  const wanted = structuredClone(before) as Record<string | number, unknown>
  let inner = wanted
  for (const key of path.slice(0, -1)) {
    if (inner[key] === undefined || inner[key] === null) inner[key] = {}
    inner = inner[key] as Record<string | number, unknown>
  }
  inner[path.at(-1)!] = (readSource(`value: ${value}`, '').data as { value?: unknown } | undefined)?.value
  const { data, problems } = readSource(text, '')
  return problems.length === 0 && isDeepStrictEqual(plain(data), plain(wanted)) ? text : undefined
}

/** Without the difference between objects with a prototype and without. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
