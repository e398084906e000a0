/**
 * Goes through every page of a written site, as files: each link leads to a file that is there, each anchor to an
 * element that is there, what a page loads is of the site, and no two elements of a page have one name.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'

/** What a page loads, or its script does, by element and attribute; an `a` is what a reader's click asks for. */
const LOADED = /^(link|script|img|image|use|iframe|source|object|embed|form|div|section)$/
const ADDRESSES = [
  'href',
  'src',
  'srcset',
  'data',
  'action',
  'xlink:href',
  'data-attempts',
  'data-turns',
  'data-check',
  'data-archive',
]
/** Attributes that name other elements of the page. */
const NAMING = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'headers']

interface Tag {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
}

export interface SiteLinks {
  readonly pages: number
  readonly links: number
  /** What is wrong, with the page on which it stands. */
  readonly problems: readonly string[]
  /** Links to the web. */
  readonly elsewhere: ReadonlySet<string>
  /** Pages that no link leads to. */
  readonly unreached: readonly string[]
}

export function checkLinks(folder: string): SiteLinks {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => posix.join(one.parentPath.slice(folder.length + 1).replaceAll('\\', '/'), one.name))
  const tagsOf = (file: string): readonly Tag[] => readTags(readFileSync(join(folder, file), 'utf8'))
  const names = files.filter((file) => file.endsWith('.html'))
  const ids = new Map(names.map((file) => [file, idsOf(tagsOf(file))]))
  const problems = new Set<string>()
  const elsewhere = new Set<string>()
  const reached = new Set(['index.html'])
  let links = 0

  const follow = (from: string, address: string, loaded: boolean): void => {
    links++
    if (address.startsWith('data:')) return
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)) {
      if (loaded || !/^(https?|mailto):/.test(address)) problems.add(`${from}: ${address} is elsewhere`)
      else elsewhere.add(address)
      return
    }
    if (address.startsWith('/')) problems.add(`${from}: ${address} is not relative`)
    const [before = '', anchor] = address.split('#') as [string, string?]
    const path = decodeURIComponent(before.replace(/\?.*$/, ''))
    const to = path === '' ? from : posix.normalize(posix.join(posix.dirname(from), path))
    const at = join(folder, to)
    if (to.startsWith('..') || !existsSync(at)) problems.add(`${from}: ${address} leads nowhere`)
    else if (statSync(at).isDirectory() && !loaded) problems.add(`${from}: ${address} is a folder`)
    if (!loaded) reached.add(to)
    if (anchor && ids.get(to)?.includes(decodeURIComponent(anchor)) === false)
      problems.add(`${from}: ${address} leads to no place on that page`)
  }

  for (const from of names) {
    const own = ids.get(from)!
    const once = new Set(own)
    if (once.size < own.length)
      problems.add(`${from}: two have one name: ${own.filter((id, at) => own.indexOf(id) !== at)}`)
    for (const { name, attributes } of tagsOf(from)) {
      const loaded = LOADED.test(name)
      if (loaded || name === 'a') {
        for (const of of ADDRESSES) {
          const address = attributes.get(of)
          if (address !== undefined && !(name === 'link' && attributes.get('rel') === 'canonical'))
            follow(from, address, loaded)
        }
      }
      for (const of of NAMING) {
        for (const id of attributes.get(of)?.split(/\s+/) ?? [])
          if (!once.has(id)) problems.add(`${from}: ${of}="${id}" names nothing`)
      }
    }
  }
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const css = readFileSync(join(folder, file), 'utf8')
    for (const [, address] of css.matchAll(/url\(["']?([^"')]+)/g)) follow(file, address!, true)
    if (css.includes('@import')) problems.add(`${file}: loads another style sheet`)
  }
  const unreached = names.filter((name) => !reached.has(name))
  return { pages: names.length, links, problems: [...problems], elsewhere, unreached }
}

/** The tags of a page as it is written: every sign with a meaning is escaped in its texts and attributes. */
function readTags(html: string): Tag[] {
  return [...html.matchAll(/<([a-z][a-z0-9]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/gi)].map(
    ([, name, rest]) => ({
      name: name!.toLowerCase(),
      attributes: new Map(
        [...rest!.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [key!, plain(value)]),
      ),
    }),
  )
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#x27': "'", amp: '&' }
const plain = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|#x27|amp);/g, (_, name: string) => SIGNS[name]!)

const idsOf = (tags: readonly Tag[]): string[] => tags.flatMap(({ attributes }) => attributes.get('id') ?? [])
