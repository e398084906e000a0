/**
 * YAML as it was written: plain data for the schema, and beside it where each part stands and its own text, so
 * that a number is what was typed (`121.188`) and a problem has its line and column. Aliases are followed, a
 * limited number of times; merge keys, tags and odd spellings of numbers are told, not guessed at.
 */
import { type Alias, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Scalar } from 'yaml'
import type { Problem } from '../core/problem.ts'
import { oddNumber, yamlWords } from './yaml-words.ts'

export type Path = readonly (string | number)[]

export interface Place {
  readonly line: number
  readonly column: number
}

/** One YAML file, read. */
export interface Source {
  readonly file: string
  /** Strings, numbers, booleans, null, lists, and objects without a prototype; undefined where it is no YAML. */
  readonly data: unknown
  /** What could not be read, or is not read on purpose. */
  readonly problems: readonly Problem[]
  /** Where the value at this path stands; the nearest part around it where there is none. */
  at(path: Path): Place
  /** Where the key at the end of this path stands. */
  keyAt(path: Path): Place
  /** The text of the scalar at this path as it was written (a quoted one: its value). */
  text(path: Path): string | undefined
  /** A problem at a path: its file, line, column and path put in. */
  problem(path: Path, told: Omit<Problem, 'file' | 'line' | 'column' | 'path'>, key?: 'key'): Problem
}

const MOST_ALIASES = 100
const MOST_CHARACTERS = 2_000_000
const DEEPEST = 40

/** Reads one YAML text. Never throws for what a person wrote: problems are listed in the source. */
export function readSource(text: string, file: string): Source {
  if (text.length > MOST_CHARACTERS) {
    const message = `The file is longer than ${MOST_CHARACTERS} characters.`
    return new Reader('', file, [{ file, line: 1, column: 1, message, found: `${text.length} characters` }])
  }
  return new Reader(text, file, [])
}

const keyOf = (path: Path): string => JSON.stringify(path)

/** A path as a person writes it: `parties[0].points.price`. */
export const pathText = (path: Path): string =>
  path.map((part, i) => (typeof part === 'number' ? `[${part}]` : i === 0 ? part : `.${part}`)).join('')

class Reader implements Source {
  readonly file: string
  readonly data: unknown
  readonly problems: Problem[]
  readonly #values = new Map<string, { offset: number; text?: string }>()
  readonly #keys = new Map<string, number>()
  readonly #lines = new LineCounter()
  readonly #document: ReturnType<typeof parseDocument>
  #aliases = 0

  constructor(text: string, file: string, problems: Problem[]) {
    this.file = file
    this.problems = problems
    this.#document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      version: '1.2',
      merge: false,
      uniqueKeys: (a, b) => isScalar(a) && isScalar(b) && nameOf(a) === nameOf(b),
      logLevel: 'silent',
    })
    const errors = this.#document.errors.filter(({ code }) => code !== 'DUPLICATE_KEY')
    // A tab is enough to explain whatever follows.
    const tabs = errors.filter(({ code }) => code === 'TAB_AS_INDENT')
    const broken = tabs.length > 0 ? tabs : errors
    // Where the reading has lost its way, one slip gives many findings; the first few say it all.
    const told = broken.length > 0 ? firstOfLines(broken, this.#lines) : this.#document.errors
    for (const { code, message, pos } of [...told, ...this.#document.warnings]) {
      const { line, column } = this.#place(pos[0])
      problems.push({ file, line, column, ...yamlWords(code, message) })
    }
    if (broken.length > 0) {
      this.data = undefined
      return
    }
    this.data = this.#read(this.#document.contents, [], 0)
    if (this.data === undefined || this.data === null) {
      if (problems.length === 0) problems.push({ file, line: 1, column: 1, message: 'The file is empty.' })
    }
  }

  at(path: Path): Place {
    for (let length = path.length; length >= 0; length--) {
      const known = this.#values.get(keyOf(path.slice(0, length)))
      if (known) return this.#place(known.offset)
    }
    return { line: 1, column: 1 }
  }

  keyAt(path: Path): Place {
    const known = this.#keys.get(keyOf(path))
    return known === undefined ? this.at(path) : this.#place(known)
  }

  text(path: Path): string | undefined {
    return this.#values.get(keyOf(path))?.text
  }

  problem(path: Path, told: Omit<Problem, 'file' | 'line' | 'column' | 'path'>, key?: 'key'): Problem {
    const { line, column } = key ? this.keyAt(path) : this.at(path)
    return { file: this.file, line, column, ...(path.length > 0 ? { path: pathText(path) } : {}), ...told }
  }

  #place(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }

  #refuse(path: Path, told: Omit<Problem, 'file' | 'line' | 'column' | 'path'>): undefined {
    this.problems.push(this.problem(path, told))
    return undefined
  }

  #read(node: unknown, path: Path, depth: number): unknown {
    const range = (node as { range?: [number, number, number] } | null)?.range
    if (range) this.#values.set(keyOf(path), { offset: range[0] })
    if (depth > DEEPEST) return this.#refuse(path, { message: `Nested more than ${DEEPEST} levels deep.` })
    if (isAlias(node)) return this.#follow(node, path, depth)
    if (isScalar(node)) return this.#scalar(node, path)
    if (isSeq(node)) return node.items.map((item, i) => this.#read(item, [...path, i], depth + 1))
    if (!isMap(node)) return null
    const object: Record<string, unknown> = Object.create(null)
    for (const { key, value } of node.items) {
      const name = this.#key(key, path)
      if (name === undefined) continue
      const inner = [...path, name]
      const offset = (key as Scalar).range?.[0]
      if (offset !== undefined) this.#keys.set(keyOf(inner), offset)
      object[name] = this.#read(value, inner, depth + 1)
      // A key with nothing behind it has no node of its own: its place is the key's.
      if (!value && offset !== undefined) this.#values.set(keyOf(inner), { offset })
    }
    return object
  }

  #key(key: unknown, path: Path): string | undefined {
    const offset = (key as { range?: [number] } | null)?.range?.[0]
    const tell = (message: string, mend: string, found?: string): undefined => {
      const place = offset === undefined ? this.at(path) : this.#place(offset)
      const inside = path.length > 0 ? { path: pathText(path) } : {}
      this.problems.push({ file: this.file, ...place, ...inside, message, mend, ...(found ? { found } : {}) })
    }
    if (!isScalar(key))
      return tell('A key must be plain text.', 'write the key as text, without lists or aliases')
    const name = nameOf(key)
    if (name === '<<' && key.type === 'PLAIN') {
      return tell('Merge keys are not read: they are no part of YAML 1.2.', 'write the entries out', '<<')
    }
    if (name === '__proto__') return tell('This name cannot be used.', 'choose another name', name)
    return name
  }

  #follow(node: Alias, path: Path, depth: number): unknown {
    this.#aliases++
    if (this.#aliases === MOST_ALIASES + 1) {
      this.#refuse(path, {
        message: `More than ${MOST_ALIASES} aliases would be followed.`,
        found: `*${node.source}`,
        mend: 'write the values out',
      })
    }
    if (this.#aliases > MOST_ALIASES) return undefined
    const target = node.resolve(this.#document)
    if (!target) {
      return this.#refuse(path, {
        message: `No anchor "&${node.source}" stands above this alias.`,
        found: `*${node.source}`,
      })
    }
    return this.#read(target, path, depth + 1)
  }

  #scalar(node: Scalar, path: Path): unknown {
    const { value } = node
    const written = nameOf(node)
    this.#values.set(keyOf(path), { offset: node.range?.[0] ?? 0, text: written })
    if (node.tag !== undefined && node.tag !== null) {
      // A tag that is not YAML's own has been told already.
      const { line } = this.at(path)
      const told = this.#document.warnings.some(({ pos }) => this.#place(pos[0]).line === line)
      if (!told)
        this.#refuse(path, { message: 'Tags are not read.', found: node.tag, mend: 'leave the tag out' })
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      const odd = oddNumber(written)
      if (odd) this.#refuse(path, odd)
      return Number(value)
    }
    return value
  }
}

/** A scalar's text: what stands in the quotes, or all of it. */
const nameOf = ({ value, source }: Scalar): string =>
  typeof value === 'string' ? value : (source ?? String(value))

/** The first finding of each line, three at most. */
function firstOfLines<T extends { pos: [number, number] }>(found: readonly T[], lines: LineCounter): T[] {
  const first = new Map<number, T>()
  for (const one of found) {
    const { line } = lines.linePos(one.pos[0])
    if (!first.has(line)) first.set(line, one)
  }
  return [...first.values()].slice(0, 3)
}
