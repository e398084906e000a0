/** What a model can make of a right move: the text of a reply, spoilt in the way that a fault names. */
import type { StubFault } from './faults.ts'

/** A right move, and what is needed to spoil it. */
export interface Move {
  readonly text: string
  /** The longest message, in words, where the rules have a limit. */
  readonly words?: number
  /** The id of the other side's offer, where one stands. */
  readonly standing?: string
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
      return (move.words ?? 3) < 3 ? undefined : withMessage(text, 'See:\n```json\n{}```')
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
    case 'wrong-offer-id': {
      // No offer made so far has a higher number than the one that stands.
      const id = move.standing && `${move.standing}9`
      return (
        id && `{"action": "ACCEPT", "offer_id": ${JSON.stringify(id)}, "terms": null, "message": "Agreed."}`
      )
    }
    case 'message-too-long':
      return move.words === undefined
        ? undefined
        : withMessage(text, Array.from({ length: move.words + 1 }, () => 'word').join(' '))
    default:
      return undefined
  }
}

const MESSAGE = '"message": '

/** Moves are written with the message last, and inside a string a quote is escaped: the field is found safely. */
function withMessage(text: string, message: string): string | undefined {
  const at = text.lastIndexOf(MESSAGE)
  return at < 0 ? undefined : `${text.slice(0, at)}${MESSAGE}${JSON.stringify(message)}}`
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
