/**
 * A quick way through JSON that is as it should be. Reading is most of the work of playing and of replaying, and
 * nearly every reply is one sound object; so it is read in a single pass here. Anything out of the ordinary is
 * left to the library, which also knows how to say what is wrong: read.ts uses both, and a test holds them to the
 * same answers.
 */
import { LosslessNumber } from 'lossless-json'

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const [TAB, LF, CR, SPACE, QUOTE, COMMA, COLON, BACKSLASH] = [9, 10, 13, 32, 34, 44, 58, 92] as const
const [LIST, LIST_END, OBJECT, OBJECT_END] = [91, 93, 123, 125] as const
/** Characters that JSON lets stand in a string only behind a backslash. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f]/

/**
 * Reads a text as one JSON object, numbers as LosslessNumber. Returns undefined where the text is anything else:
 * no JSON, a key twice, nested deeper than `deepest`, half a character. Takes time in proportion to the text.
 */
export function quickObject(text: string, deepest: number): object | undefined {
  const reader = new Reader(text, deepest)
  const value = reader.value()
  return typeof value === 'object' && value !== null && reader.object && reader.done() ? value : undefined
}

/** Every method returns undefined where it gives up. */
class Reader {
  readonly #text: string
  #at = 0
  #room: number
  /** Whether the value that was read last is an object. */
  object = false

  constructor(text: string, deepest: number) {
    this.#text = text
    this.#room = deepest
  }

  /** Whether nothing but white space is left. */
  done(): boolean {
    this.#space()
    return this.#at === this.#text.length
  }

  value(): unknown {
    this.#space()
    const code = this.#text.charCodeAt(this.#at)
    this.object = false
    if (code === QUOTE) return this.#string()
    if (code === OBJECT) return this.#object()
    if (code === LIST) return this.#list()
    if (code > LETTERS) return this.#word()
    NUMBER.lastIndex = this.#at
    const number = NUMBER.exec(this.#text)?.[0]
    if (number === undefined) return undefined
    this.#at += number.length
    return new LosslessNumber(number)
  }

  #word(): boolean | null | undefined {
    const found = WORDS.find(([word]) => this.#text.startsWith(word, this.#at))
    if (!found) return undefined
    this.#at += found[0].length
    return found[1]
  }

  #object(): object | undefined {
    if (this.#room-- === 0) return undefined
    const object: Record<string, unknown> = {}
    this.#at++
    if (!this.#takes(OBJECT_END)) {
      do {
        this.#space()
        const key = this.#text.charCodeAt(this.#at) === QUOTE ? this.#string() : undefined
        if (key === undefined || key === '__proto__' || Object.hasOwn(object, key)) return undefined
        if (!this.#takes(COLON)) return undefined
        const value = this.value()
        if (value === undefined) return undefined
        object[key] = value
      } while (this.#takes(COMMA))
      if (!this.#takes(OBJECT_END)) return undefined
    }
    this.#room++
    this.object = true
    return object
  }

  #list(): unknown[] | undefined {
    if (this.#room-- === 0) return undefined
    const list: unknown[] = []
    this.#at++
    if (!this.#takes(LIST_END)) {
      do {
        const value = this.value()
        if (value === undefined) return undefined
        list.push(value)
      } while (this.#takes(COMMA))
      if (!this.#takes(LIST_END)) return undefined
    }
    this.#room++
    this.object = false
    return list
  }

  #string(): string | undefined {
    const text = this.#text
    const from = this.#at + 1
    let end = text.indexOf('"', from)
    if (end < 0) return undefined
    let plain = text.slice(from, end)
    if (plain.includes('\\')) {
      end = from
      while (end < text.length && text.charCodeAt(end) !== QUOTE)
        end += text.charCodeAt(end) === BACKSLASH ? 2 : 1
      try {
        plain = JSON.parse(text.slice(from - 1, end + 1))
      } catch {
        return undefined
      }
      // An escape can spell half a character.
      if (!plain.isWellFormed()) return undefined
    } else if (CONTROL.test(plain)) {
      return undefined
    }
    this.#at = end + 1
    return plain
  }

  /** Steps over white space and the sign, where the sign is next. */
  #takes(sign: number): boolean {
    this.#space()
    if (this.#text.charCodeAt(this.#at) !== sign) return false
    this.#at++
    return true
  }

  #space(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== SPACE && code !== LF && code !== CR && code !== TAB) return
      this.#at++
    }
  }
}

/** Numbers begin below the letters. */
const LETTERS = 64

const WORDS: readonly (readonly [string, boolean | null])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
]
