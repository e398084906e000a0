/**
 * The scripted talkers. Each goes by the talk so far alone: it says yes to what it takes, answers a question where it
 * answers any, and then says its own. What is settled stays settled.
 */
import { type Random, randomOf } from '../../../core/random.ts'
import type { PartyView } from '../../../protocols/free-talk/types.ts'
import type { Brief } from '../../../scenario/types.ts'
import type { Player } from '../../contract.ts'
import { type Act, Phrases, type Proposal, WORDS } from './phrases.ts'
import { type Story, storyOf } from './story.ts'
import { termsOf } from './terms.ts'

export type TalkerSpec =
  | { readonly script: 'claim-whole' }
  | { readonly script: 'ask-purpose'; readonly asks: number }
  | { readonly script: 'split-by-part'; readonly share: 'all' | 'most' }
  | { readonly script: 'offer-half' }
  | { readonly script: 'hold-out' }

/** A sentence by what it does, or one that only fills out, by its place. */
type Line = Act | number

interface Talker {
  /** What it says yes to; `last`: it will not speak again. */
  takes(what: Proposal, last: boolean): boolean
  /** Whether it tells what it is after where it is asked. */
  readonly answers: boolean
  /** What it says where nothing is to be taken. */
  own(story: Story, seat: string, other: string): readonly Line[]
}

const anyFair = (what: Proposal): boolean => what !== 'whole'
const byPart = (what: Proposal, last: boolean): boolean =>
  what === 'parts' || what === 'most' || (what === 'half' && last)

function talkerOf(spec: TalkerSpec): Talker {
  switch (spec.script) {
    case 'claim-whole':
      return {
        takes: () => false,
        answers: false,
        own: (story, seat) => [...refusal(story, seat), 'whole', WORDS.see],
      }
    case 'ask-purpose':
      return {
        takes: byPart,
        answers: true,
        own: ({ told, asks }, seat, other) =>
          told.has(other) || (asks.get(seat) ?? 0) >= spec.asks
            ? ['parts', WORDS.think]
            : [WORDS.glad, 'ask'],
      }
    case 'split-by-part':
      return {
        takes: byPart,
        answers: true,
        own: () => [spec.share === 'all' ? 'parts' : 'most', WORDS.think],
      }
    case 'offer-half':
      return { takes: anyFair, answers: true, own: () => ['half', WORDS.think] }
    case 'hold-out':
      return {
        takes: (_, last) => last,
        answers: false,
        own: (story, seat) => [...refusal(story, seat), 'hold', WORDS.see],
      }
  }
}

const refusal = ({ proposal }: Story, seat: string): Line[] =>
  proposal && proposal.by !== seat ? ['refuse'] : []

/** Plays a talker at one seat. Throws a UserError where the pack lacks the words that it speaks with. */
export function talkScript(spec: TalkerSpec, brief: Brief, seed: string): Player {
  const terms = termsOf({ id: brief.scenario, vars: brief.vars, parties: brief.parties })
  const phrases = new Phrases(terms)
  const talker = talkerOf(spec)
  const { seat } = brief
  const other = terms.seats.find((one) => one !== seat)!
  const lines = (view: PartyView): readonly Line[] => {
    const story = storyOf(phrases, view.record)
    const { proposal, agreed } = story
    if (agreed) return [WORDS.keep, WORDS.glad]
    // The other side speaks once between two turns of one's own.
    const last = view.turnsLeft < 2
    if (proposal && proposal.by !== seat && talker.takes(proposal.what, last))
      return ['accept', WORDS.settled]
    const answer: Line[] = story.question === other && talker.answers ? ['tell'] : []
    return [...answer, ...talker.own(story, seat, other)]
  }
  const say = (line: Line, random: Random): string =>
    typeof line === 'number' ? phrases.say(seat, 'words', line) : phrases.say(seat, line, random)
  return {
    reply(given) {
      const view = given as PartyView
      const random = randomOf(seed, seat, view.turn)
      const text = lines(view)
        .map((line) => say(line, random))
        .join(' ')
      return { kind: 'text', text }
    },
  }
}
