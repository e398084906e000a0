/**
 * Puts words to a script's move: a phrase for the occasion with the terms in words, cut down until it keeps the
 * protocol's word limit. Words are drawn apart from moves, so a script that is silent plays the same. They hold
 * public things alone: the terms and which of the speaker's own offers' issues moved which way.
 */
import type { Outcome } from '../../core/issue.ts'
import { type Random, randomOf } from '../../core/random.ts'
import type { View } from '../../protocols/alternating-offers/index.ts'
import { type Occasion, PHRASES, SHORT } from './phrases.ts'
import type { Stance } from './stance.ts'
import { listed, type Wording, wordingOf } from './wording.ts'

export interface Speaker {
  offer(view: View, outcome: Outcome): string
  accept(view: View, outcome: Outcome): string
  end(view: View): string
  none(view: View): string
}

/** Says nothing. */
export const SILENT: Speaker = { offer: () => '', accept: () => '', end: () => '', none: () => '' }

/** From this many turns left on, a mover mentions the time. */
const LATE = 3

/** Speaks for one seat. Which phrase comes on a turn depends on the seed, the seat and the turn. */
export function speakerOf(stance: Stance, seat: string, seed: string): Speaker {
  const wording = wordingOf(stance.utility.issues)
  let starts: Readonly<Record<Occasion, number>> | undefined

  /** Phrases come in turn from a drawn start; what either side has just said is skipped. */
  const phrase = (occasion: Occasion, view: View): string => {
    const phrases = PHRASES[occasion]
    starts ??= startsOf(randomOf(seed, seat, 'words'))
    const { record, turn } = view
    const heard = [record.at(-1), record.at(-2)]
    const stale = (text: string): boolean =>
      heard.some((entry) => entry !== undefined && startsAlike(entry.message, text))
    const start = starts[occasion] + (turn >> 1)
    for (let i = 0; i < phrases.length; i++) {
      const text = phrases[(start + i) % phrases.length]!
      if (!stale(text)) return text
    }
    return phrases[start % phrases.length]!
  }
  const say = (view: View, occasion: Occasion, short: readonly string[], fill: Fill): string => {
    const most = view.config.messageWords
    if (most === 0) return ''
    const whole = filled(phrase(occasion, view), fill)
    if (fits(whole, most)) return whole
    for (const pattern of short) {
      const text = filled(pattern, fill)
      if (fits(text, most)) return text
    }
    return ''
  }
  return {
    offer: (view, outcome) => {
      const before = lastOwn(view, seat)
      const moved = before && movement(stance, wording, before, outcome)
      return say(view, occasionOf(view, moved), SHORT.offer, { wording, outcome, ...moved })
    },
    accept: (view, outcome) => say(view, 'accept', SHORT.accept, { wording, outcome }),
    end: (view) => say(view, 'end', SHORT.end, { wording }),
    none: (view) => say(view, 'none', SHORT.none, { wording }),
  }
}

/** Where each occasion's phrases begin: all drawn at once, so that it does not matter which is needed first. */
const startsOf = (random: Random): Readonly<Record<Occasion, number>> =>
  Object.fromEntries(
    Object.entries(PHRASES).map(([occasion, phrases]) => [occasion, random.int(0, phrases.length - 1)]),
  ) as Record<Occasion, number>

/** Whether a message was made from this phrase: its words up to the first brace are the same. */
function startsAlike(message: string, phrase: string): boolean {
  const words = phrase.slice(0, phrase.indexOf('{'))
  return words.length > 3 && message.startsWith(words)
}

interface Moved {
  /** Issues on which the offer came towards the other side, and those on which it went back. */
  readonly given: readonly string[]
  readonly taken: readonly string[]
}

interface Fill extends Partial<Moved> {
  readonly wording: Wording
  readonly outcome?: Outcome
}

function occasionOf(view: View, moved: Moved | undefined): Occasion {
  const { turnsLeft, config } = view
  // One's own next turn is two turns on.
  if (turnsLeft < 2 && (moved || config.turns > 2)) return 'last'
  if (!moved) return view.standing ? 'answer' : 'opening'
  const { given, taken } = moved
  if (given.length === 0) return taken.length === 0 ? 'same' : 'retreat'
  if (taken.length > 0) return 'trade'
  return turnsLeft <= LATE ? 'late' : 'concession'
}

function lastOwn(view: View, seat: string): Outcome | undefined {
  for (let i = view.record.length - 1; i >= 0; i--) {
    const entry = view.record.at(i)!
    if (entry.seat === seat && entry.action === 'OFFER') return entry.offer!.outcome
  }
  return undefined
}

/** Which issues moved which way; of those, the ones that moved most in shares of their range are named. */
function movement(stance: Stance, wording: Wording, before: Outcome, now: Outcome): Moved {
  const { issues } = stance.utility
  const given: Step[] = []
  const taken: Step[] = []
  for (let i = 0; i < now.length; i++) {
    if (before[i] === now[i]) continue
    const issue = issues[i]!
    const share = issue.type === 'choice' ? 1 : Math.abs(now[i]! - before[i]!) / (issue.max - issue.min)
    const change = stance.utility.scaledValue(i, now[i]!) - stance.utility.scaledValue(i, before[i]!)
    if (change !== 0) (change < 0 ? given : taken).push({ name: wording.names[i]!, share })
  }
  return { given: mostMoved(given), taken: mostMoved(taken) }
}

interface Step {
  readonly name: string
  readonly share: number
}

/** At most two names, and none that moved less than half as far as the furthest. */
function mostMoved(steps: readonly Step[]): string[] {
  const furthest = Math.max(...steps.map(({ share }) => share))
  const named = steps.filter(({ share }) => share >= furthest / 2).sort((a, b) => b.share - a.share)
  return named.slice(0, 2).map(({ name }) => name)
}

function filled(pattern: string, { wording, outcome, given = [], taken = [] }: Fill): string {
  let text = ''
  for (const part of partsOf(pattern)) {
    if (part === '{given}') text += listed(given)
    else if (part === '{taken}') text += listed(taken)
    else if (part === '{terms}' && outcome) text += wording.terms(outcome)
    else if (part === '{offer}' && outcome) text += wording.sentence(outcome)
    else if (part === '{Offer}' && outcome) text += capital(wording.sentence(outcome))
    else text += part
  }
  return text
}

/** A phrase cut at its braces; each is cut once. */
function partsOf(pattern: string): readonly string[] {
  let parts = cut.get(pattern)
  if (!parts) {
    parts = pattern.split(/(\{\w+\})/)
    cut.set(pattern, parts)
  }
  return parts
}

const cut = new Map<string, readonly string[]>()

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** Whether a text has at most `most` words, words being runs of characters that are not white space. */
function fits(text: string, most: number): boolean {
  // A word and the space behind it take two characters at least.
  if (text.length < 2 * most) return true
  return (text.match(/\S+/g)?.length ?? 0) <= most
}
