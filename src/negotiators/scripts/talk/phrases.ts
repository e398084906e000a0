/**
 * The set phrases of scripted talkers, and how the rule-based observer reads them. A message is a row of whole
 * sentences, each of which is one of those below with the pack's words put in; anything else is unread.
 */
import type { Random } from '../../../core/random.ts'
import type { Entry } from '../../../protocols/free-talk/types.ts'
import { partsOf, type Terms } from './terms.ts'

/** What a sentence does. `words` does nothing: it fills a message out. */
export type Act =
  | 'ask'
  | 'tell'
  | 'whole'
  | 'parts'
  | 'most'
  | 'half'
  | 'accept'
  | 'refuse'
  | 'hold'
  | 'words'

/** What a party can propose: all for itself, parts whole, most of the parts, or halves. */
export type Proposal = 'whole' | 'parts' | 'most' | 'half'

export const PROPOSALS: readonly Proposal[] = ['whole', 'parts', 'most', 'half']

type Sentence = (words: { readonly object: string; readonly mine: string; readonly theirs: string }) => string

/** Every sentence there is, by what it does; one of several is drawn. */
const SENTENCES: Readonly<Record<Act, readonly Sentence[]>> = {
  ask: [
    ({ object }) => `What do you need the ${object} for?`,
    ({ object }) => `What would you use the ${object} for?`,
  ],
  tell: [({ mine }) => `I need the ${mine}.`, ({ mine }) => `What I am after is the ${mine}.`],
  whole: [
    ({ object }) => `I claim the whole ${object} for myself.`,
    ({ object }) => `I propose that I take the whole ${object} and you take nothing.`,
  ],
  parts: [
    ({ mine, theirs }) => `I propose that I take all of the ${mine} and you take all of the ${theirs}.`,
    ({ mine, theirs }) => `Take all of the ${theirs}, and I take all of the ${mine}.`,
  ],
  most: [
    ({ mine, theirs }) => `I propose that I take most of the ${mine} and you take most of the ${theirs}.`,
    ({ mine, theirs }) => `Take most of the ${theirs}, and I take most of the ${mine}.`,
  ],
  half: [
    ({ object }) => `I propose that we split the ${object} in half.`,
    ({ object }) => `Let each of us take one half of the ${object}.`,
  ],
  accept: [() => 'Yes, I agree to what you propose.', () => 'I agree, we do it as you say.'],
  refuse: [() => 'I do not agree to what you propose.', () => 'No, that will not do for me.'],
  hold: [
    ({ object }) => `I am not ready to give up any of the ${object}.`,
    ({ object }) => `I will not settle what happens to the ${object} yet.`,
  ],
  words: [
    () => 'I am glad that we talk about it.',
    () => 'Please tell me what you think.',
    () => 'That is how I see it.',
    () => 'Let us keep to what we have settled.',
    () => 'Then it is settled.',
  ],
}

export class Phrases {
  readonly #terms: Terms
  readonly #read = new WeakMap<Entry, readonly Act[] | undefined>()
  readonly #known = new Map<string, readonly (readonly [sentence: string, act: Act])[]>()

  constructor(terms: Terms) {
    this.#terms = terms
  }

  /** A sentence of this seat that does so; `n` names one, else it is drawn. */
  say(seat: string, act: Act, random: Random | number): string {
    const choice = SENTENCES[act]
    const sentence = typeof random === 'number' ? choice[random]! : random.pick(choice)
    return sentence(this.#words(seat))
  }

  /** What a message of this seat does, sentence by sentence; undefined where any of its words are no set phrase. */
  read(seat: string, message: string): Act[] | undefined {
    const acts: Act[] = []
    let rest = message.trim()
    while (rest !== '') {
      const found = this.#sentences(seat).find(([sentence]) => rest.startsWith(sentence))
      if (!found) return undefined
      acts.push(found[1])
      rest = rest.slice(found[0].length).trimStart()
    }
    return acts
  }

  /** The same of a line of the record, which is asked for again with each view that holds it. */
  readOnce(entry: Entry): readonly Act[] | undefined {
    if (!this.#read.has(entry)) this.#read.set(entry, this.read(entry.seat, entry.message))
    return this.#read.get(entry)
  }

  #words(seat: string) {
    return { object: this.#terms.object, ...partsOf(this.#terms, seat) }
  }

  #sentences(seat: string) {
    const known = this.#known.get(seat)
    if (known) return known
    const words = this.#words(seat)
    const all = Object.entries(SENTENCES).flatMap(([act, choice]) =>
      choice.map((sentence) => [sentence(words), act as Act] as const),
    )
    this.#known.set(seat, all)
    return all
  }
}

/** Places of the sentences that only fill out. */
export const WORDS = { glad: 0, think: 1, see: 2, keep: 3, settled: 4 } as const
