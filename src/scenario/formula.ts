/**
 * Reads a scoring rule as it is written for people, `50 x (1 - p/4) + 30 x (1 - r/4)`, as an exact linear form:
 * a constant and a factor for each name. `x`, `×` and `*` multiply; a name with spaces stands in brackets,
 * `[unit price]`. What is not linear (names multiplied with each other, a name in a divisor) is said to be so.
 */
import { parseRational, type Rational, rational, ZERO } from '../core/rational.ts'

/** constant + Σ factor x name. */
export interface Linear {
  readonly constant: Rational
  readonly factors: ReadonlyMap<string, Rational>
}

export type ReadFormula =
  | { readonly ok: true; readonly form: Linear }
  /** `at`: where in the text the reading stopped, from 0. */
  | { readonly ok: false; readonly at: number; readonly why: string; readonly unknown?: string }

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z_][A-Za-z0-9_]*)|\[([^\][]+)\]|([-+*/()×·−–÷]))/uy

/** Other characters for the same sign, as word processors like them. */
const SAME: Readonly<Record<string, string>> = { '×': '*', '·': '*', '÷': '/', '−': '-', '–': '-' }

const DEEPEST = 100

/**
 * Reads `text`. `known` gives the form of a name, or undefined for one that is not known.
 * Never throws for what a person wrote.
 */
export function readFormula(text: string, known: (name: string) => Linear | undefined): ReadFormula {
  try {
    const reader = new Reader(tokens(text), known)
    return { ok: true, form: reader.whole() }
  } catch (error) {
    if (error instanceof Stop) {
      const { at, why, unknown } = error
      return { ok: false, at, why, ...(unknown === undefined ? {} : { unknown }) }
    }
    throw error
  }
}

/** The form of one name alone. */
export const nameForm = (name: string): Linear => ({
  constant: ZERO,
  factors: new Map([[name, rational(1)]]),
})

class Stop extends Error {
  readonly at: number
  readonly why: string
  readonly unknown?: string

  constructor(at: number, why: string, unknown?: string) {
    super(why)
    this.at = at
    this.why = why
    if (unknown !== undefined) this.unknown = unknown
  }
}

function tokens(text: string): Token[] {
  const found: Token[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match) {
      const start = at + (text.slice(at).length - text.slice(at).trimStart().length)
      throw new Stop(start, `"${String.fromCodePoint(text.codePointAt(start)!)}" is no part of a formula`)
    }
    const [whole, number, name, bracketed, sign] = match
    const start = at + (whole.length - whole.trimStart().length)
    at = TOKEN.lastIndex
    if (number !== undefined) found.push({ kind: 'number', text: number, at: start })
    else if (bracketed !== undefined) found.push({ kind: 'name', text: bracketed.trim(), at: start })
    else if (sign !== undefined) found.push({ kind: 'sign', text: SAME[sign] ?? sign, at: start })
    else if (name !== undefined) found.push(timesOrName(name, found.at(-1), start))
  }
  found.push({ kind: 'end', text: 'the end', at: text.length })
  return found
}

/** `x` after a value multiplies; elsewhere it is a name like any other. */
function timesOrName(name: string, before: Token | undefined, at: number): Token {
  const afterValue = before !== undefined && (before.kind !== 'sign' || before.text === ')')
  const times = afterValue && (name === 'x' || name === 'X')
  return times ? { kind: 'sign', text: '*', at } : { kind: 'name', text: name, at }
}

/** sum = product {(+|-) product}; product = unary {(x|/) unary}; unary = [-|+] atom. */
class Reader {
  readonly #tokens: readonly Token[]
  readonly #known: (name: string) => Linear | undefined
  #next = 0
  #depth = 0

  constructor(list: readonly Token[], known: (name: string) => Linear | undefined) {
    this.#tokens = list
    this.#known = known
  }

  whole(): Linear {
    const form = this.#sum()
    const { kind, text, at } = this.#look()
    if (kind !== 'end') throw new Stop(at, `"${text}" is not expected here`)
    return form
  }

  #look(): Token {
    return this.#tokens[this.#next]!
  }

  #takes(...signs: string[]): Token | undefined {
    const token = this.#look()
    if (token.kind !== 'sign' || !signs.includes(token.text)) return undefined
    this.#next++
    return token
  }

  #sum(): Linear {
    if (++this.#depth > DEEPEST) throw new Stop(this.#look().at, 'nested too deeply')
    let form = this.#product()
    for (let sign = this.#takes('+', '-'); sign; sign = this.#takes('+', '-')) {
      form = add(form, scale(this.#product(), rational(sign.text === '+' ? 1 : -1)))
    }
    this.#depth--
    return form
  }

  #product(): Linear {
    let form = this.#unary()
    for (let sign = this.#takes('*', '/'); sign; sign = this.#takes('*', '/')) {
      const right = this.#unary()
      if (sign.text === '/') {
        if (right.factors.size > 0) throw new Stop(sign.at, 'a term stands in a divisor')
        if (right.constant.equals(ZERO)) throw new Stop(sign.at, 'it divides by zero')
        form = scale(form, right.constant.inverse())
      } else if (form.factors.size > 0 && right.factors.size > 0) {
        throw new Stop(sign.at, 'two terms are multiplied with each other')
      } else {
        form = form.factors.size > 0 ? scale(form, right.constant) : scale(right, form.constant)
      }
    }
    return form
  }

  #unary(): Linear {
    const sign = this.#takes('-', '+')
    const form = this.#atom()
    return sign?.text === '-' ? scale(form, rational(-1)) : form
  }

  #atom(): Linear {
    const { kind, text, at } = this.#look()
    if (this.#takes('(')) {
      const form = this.#sum()
      if (!this.#takes(')')) throw new Stop(this.#look().at, 'a closing parenthesis is missing')
      return form
    }
    this.#next++
    if (kind === 'number') return { constant: parseRational(text)!, factors: new Map() }
    if (kind !== 'name') throw new Stop(at, `${kind === 'end' ? text : `"${text}"`} is not expected here`)
    const form = this.#known(text)
    if (!form) throw new Stop(at, `"${text}" is neither an issue nor explained`, text)
    return form
  }
}

function add(a: Linear, b: Linear): Linear {
  const factors = new Map(a.factors)
  for (const [name, factor] of b.factors) factors.set(name, (factors.get(name) ?? ZERO).add(factor))
  return { constant: a.constant.add(b.constant), factors: withoutZeros(factors) }
}

const scale = (form: Linear, by: Rational): Linear => ({
  constant: form.constant.mul(by),
  factors: withoutZeros(new Map([...form.factors].map(([name, factor]) => [name, factor.mul(by)]))),
})

const withoutZeros = (factors: ReadonlyMap<string, Rational>): ReadonlyMap<string, Rational> =>
  new Map([...factors].filter(([, factor]) => !factor.equals(ZERO)))
