/** Small free talks for tests: rules, an observer of three kinds, and talks told in a few letters. */
import type { Checked, ObserverBlock } from '../../src/protocols/contract.ts'
import {
  type Config,
  freeTalk,
  type State,
  type Submission,
  type View,
} from '../../src/protocols/free-talk/index.ts'
import { readReply } from '../../src/protocols/read.ts'
import { isObserver } from '../../src/protocols/seats.ts'

export const OBSERVER_BLOCK: ObserverBlock = {
  closes: 'agreed',
  fields: {
    agreed: 'boolean',
    kind: ['full', 'half', 'none'],
    who: 'text',
    sure: { min: 0, max: 1 },
  },
}

/** The rules of a talk between ann, who opens, and bob; settings as a pack writes them. */
export const talkGame = (settings: object = {}, observer: ObserverBlock | null = OBSERVER_BLOCK): Config =>
  freeTalk.configure(freeTalk.settings.parse({ type: 'free-talk', ...settings }), {
    parties: ['ann', 'bob'],
    opener: 'ann',
    issues: [],
    ...(observer ? { observer } : {}),
  })

export const YES = '{"agreed": true, "kind": "full", "who": "each a part", "sure": 0.9}'
export const NO = '{"agreed": false, "kind": "none", "who": "", "sure": 0.5}'
export const ODD = '{"agreed": true, "kind": "none", "who": "", "sure": 0.5}'

/** A reply's text as the seat's submission or fault. */
export function readTalk(text: string, view: View): Checked<Submission> {
  if (view.role === 'party') return freeTalk.check(text, view)
  const read = readReply(text)
  return read.ok ? freeTalk.check(read.value, view) : read
}

/** Gives the seat whose move it is a reply. */
export function reply(state: State, text: string): State {
  const seat = freeTalk.actor(state)!
  const checked = readTalk(text, freeTalk.view(state, seat))
  return checked.ok
    ? freeTalk.apply(state, seat, checked.submission)
    : freeTalk.fault(state, seat, checked.fault)
}

/**
 * Plays a talk told in letters: `w` words, `-` an empty reply, `y` a reading that agrees, `n` one that does not, `?` one
 * that is a fault, `x` a seat that will never reply. Throws where a letter is not for the seat whose move it is.
 */
export function talk(config: Config, letters: string): State {
  let state = freeTalk.start(config)
  for (const [i, letter] of [...letters.replaceAll(' ', '')].entries()) {
    const seat = freeTalk.actor(state)
    if (seat === undefined) throw new Error(`the talk has ended before letter ${i}`)
    if (letter !== 'x' && letter !== 'o' && isObserver(seat) !== 'yn?'.includes(letter))
      throw new Error(`${letter} (letter ${i}) is nothing that ${seat} can do`)
    if (letter === 'x') state = freeTalk.absent(state, seat)
    else {
      const texts: Readonly<Record<string, string>> = { w: `Words ${i}.`, '-': ' ', y: YES, n: NO, '?': ODD }
      state = reply(state, texts[letter]!)
    }
  }
  return state
}
