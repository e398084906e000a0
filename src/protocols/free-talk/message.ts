/**
 * What a message may be, checked mechanically. Every check is made so that it can be wrong in one direction only:
 * where it is doubtful whether something is a sentence, a list or a stage direction, the message passes.
 */
import { type Fault, fault } from '../faults.ts'
import { countWords, isLonger } from '../words.ts'
import { countSentences } from './sentences.ts'
import type { Settings } from './settings.ts'

type Limits = Settings['message']

/** The first thing that is wrong with a message; undefined where it may be said. */
export function messageFault(text: string, limits: Limits): Fault | undefined {
  if (text.trim() === '') return fault('empty')
  if (!text.isWellFormed()) return fault('bad-unicode')
  const { words, sentences, bullets, stage_directions: directions } = limits
  if (words !== undefined && isLonger(text, words)) {
    return fault('message-too-long', { found: String(countWords(text)), expected: String(words) })
  }
  if (sentences) {
    const { least, most } = countSentences(text)
    const { min, max } = sentences
    if (max !== undefined && least > max) {
      return fault('too-many-sentences', { found: String(least), expected: String(max) })
    }
    if (min !== undefined && most < min) {
      return fault('too-few-sentences', { found: String(most), expected: String(min) })
    }
  }
  const line = bullets ? undefined : listLine(text)
  if (line !== undefined) return fault('bullets', { found: line })
  const direction = directions ? undefined : stageDirection(text)
  return direction === undefined ? undefined : fault('stage-direction', { found: direction })
}

/** A message that keeps to the limits, with no more words than they ask for: sentences of one word. */
export const shortestMessage = ({ sentences }: Limits): string =>
  Array.from({ length: sentences?.min ?? 1 }, () => 'Well.').join(' ')

const BULLET = /^\s*[*•‣◦▪●+-]\s+\S/
const NUMBERED = /^\s*\(?(?:\d{1,2}|[a-z])[.)]\s+\S/

/**
 * The first line of a list: one that begins with a bullet (`*`, `•`, `‣`, `◦`, `▪`, `●`, `+`, `-`) and a blank, or with
 * a number or letter (`1.`, `1)`, `(1)`, `a)`) where at least two lines do. A message of one line that begins with `-`
 * or `+` may be speech behind a dash, and one number may begin a sentence: neither is a list.
 */
export function listLine(text: string): string | undefined {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).filter((line) => line.trim() !== '')
  const bullet = lines.find((line) => BULLET.test(line) && (lines.length > 1 || !/^\s*[+-]/.test(line)))
  if (bullet !== undefined) return bullet.trim()
  const numbered = lines.filter((line) => NUMBERED.test(line))
  return numbered.length > 1 ? numbered[0]!.trim() : undefined
}

/** Enclosed words that stand alone: at the start, on a new line or after a sentence, and before one or a line's end. */
const ENCLOSED =
  /(?:^|[\n\r\u2028\u2029]|[.!?…]["'”’]?[ \t])[ \t"'“‘]*(\*[^*\n\r]{1,120}\*|_[^_\n\r]{1,120}_|\([^()\n\r]{1,120}\)|\[[^[\]\n\r]{1,120}\])(?=["'”’]?(?:[ \t]*(?:$|[\n\r\u2028\u2029])|[ \t]+["'“‘]?\p{Lu}))/gu

/** A verb as a direction has it (nods, smiling), after adverbs (slowly) if any. */
const ACTING = /^(?:[a-z]+ly\s+)*[a-z]{2,}(?:s|ing)$/i

/** Words that end so and are no verb of a direction. */
const OTHERWISE = new Set(
  'alas always anything as besides bring does during everything has his hers its less likes something nothing ours perhaps plus regards spring string sometimes terms thanks theirs things this thus towards unless us various was yes yours'.split(
    ' ',
  ),
)

/**
 * The first stage direction: words between asterisks, underscores or brackets that stand alone and begin with a verb
 * in -s or -ing (`*nods*`, `(smiling at them)`, `[slowly leans back]`). `*really*` in the middle of a sentence is
 * emphasis and `(I need them all)` an aside; narration without such marks is not found.
 */
export function stageDirection(text: string): string | undefined {
  for (const [, enclosed] of text.matchAll(ENCLOSED)) {
    const words = enclosed!.slice(1, -1).trim().split(/\s+/)
    const verb = words.findIndex((word) => !/^[a-z]+ly$/i.test(word))
    if (verb < 0 || words.length > 15) continue
    const head = words
      .slice(0, verb + 1)
      .join(' ')
      .replace(/[,;.!?…]+$/, '')
    if (ACTING.test(head) && !OTHERWISE.has(words[verb]!.toLowerCase().replace(/[^a-z]+$/, '')))
      return enclosed
  }
  return undefined
}
