/** What a model can make of a right move: the text of a reply, spoilt in the way that a fault names. */
import type { StubFault } from './faults.ts'

/** A right move, and what is needed to spoil it. */
export interface Move {
  readonly text: string
  /** The longest message, in words, where the rules have a limit. */
  readonly words?: number
  /** The same move with another message, where messages are asked for. */
  readonly saying?: (message: string) => string
  /** A move that takes an offer by an id that no offer has, where there is one to take. */
  readonly wrongId?: string
}

/** Stands for one byte that is no UTF-8 until the bytes are made (a character of the private use area). */
export const BAD_BYTE = '\uf8ff'

/** The text as this fault has it; undefined where the move has nothing that could be spoilt so. */
export function spoil(fault: StubFault, move: Move): string | undefined {
  const { text } = move
  switch (fault) {
    case 'empty-text':
      return ''
    case 'whitespace-text':
      return ' \n\t\n '
    case 'invalid-utf8':
      return insert(text, BAD_BYTE)
    case 'lone-surrogate':
      return insert(text, '\ud83d')
    case 'fenced':
      return `\`\`\`json\n${text}\n\`\`\``
    case 'prose-around':
      return `Here is my move for this turn:\n\n${text}\n\nI hope that we can settle on it.`
    case 'fence-in-string':
      return (move.words ?? 3) < 3 ? undefined : move.saying?.('See:\n```json\n{}```')
    case 'half-object':
      return text.slice(0, Math.ceil(text.length / 2))
    case 'two-objects':
      return `${text}\n${text}`
    case 'duplicate-key':
      return text.startsWith('{"') ? `{"action": "NONE", ${text.slice(1)}` : undefined
    case 'number-as-string':
      return withNumber(text, (number) => `"${number}"`)
    case 'exponent-number':
      return withNumber(text, (number) => Number(number).toExponential().replace('e+', 'e'))
    case 'too-fine-number':
      return withNumber(text, (number) => (number.includes('.') ? `${number}5` : `${number}.5`))
    case 'nan-number':
      return withNumber(text, () => 'NaN')
    case 'wrong-offer-id':
      return move.wrongId
    case 'unknown-option':
      return withTerms(text, (terms, first) => ({ ...terms, [first]: `${terms[first]}, more or less` }))
    case 'incomplete-terms':
      return withTerms(text, (terms, first) =>
        Object.fromEntries(Object.entries(terms).filter(([issue]) => issue !== first)),
      )
    case 'message-too-long':
      return move.words === undefined
        ? undefined
        : move.saying?.(Array.from({ length: move.words + 1 }, () => 'word').join(' '))
    default:
      return undefined
  }
}

const MESSAGE = '"message": '

/** The fields of a move in which the terms of an offer stand. */
const TERMS = ['terms', 'deal']

/** Rewrites the terms of an offer, given the first of its issues. */
function withTerms(
  text: string,
  write: (terms: Readonly<Record<string, unknown>>, first: string) => unknown,
): string | undefined {
  // Words of a talk have no terms.
  if (!text.startsWith('{')) return undefined
  const move: Record<string, unknown> = JSON.parse(text)
  const field = TERMS.find((name) => typeof move[name] === 'object' && move[name] !== null)
  if (field === undefined) return undefined
  const terms = move[field] as Record<string, unknown>
  const [first] = Object.keys(terms)
  return first === undefined ? undefined : JSON.stringify({ ...move, [field]: write(terms, first) })
}

/** Into the message where there is one, else into the middle. */
function insert(text: string, what: string): string {
  const message = text.lastIndexOf(MESSAGE)
  const at = message < 0 ? text.length >> 1 : message + MESSAGE.length + 1
  return text.slice(0, at) + what + text.slice(at)
}

/** Rewrites the first number of a move's terms. */
function withNumber(text: string, write: (number: string) => string): string | undefined {
  const end = text.lastIndexOf(MESSAGE)
  const found = /: (-?\d+(?:\.\d+)?)(?=[,}])/.exec(text)
  if (!found || (end >= 0 && found.index > end)) return undefined
  const from = found.index + 2
  return text.slice(0, from) + write(found[1]!) + text.slice(from + found[1]!.length)
}
