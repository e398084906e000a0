/** A talk in set phrases, folded: what is proposed, what was agreed on, who asked and who told. */
import type { Entry } from '../../../protocols/free-talk/types.ts'
import { type Phrases, PROPOSALS, type Proposal } from './phrases.ts'

export interface Story {
  /** The proposal that waits for an answer. */
  proposal?: { readonly by: string; readonly what: Proposal } | undefined
  agreed?: { readonly by: string; readonly what: Proposal; readonly turn: number } | undefined
  /** Who has told what it is after, and how often each has asked. */
  readonly told: Set<string>
  readonly asks: Map<string, number>
  /** Who has asked and got no answer yet. */
  question?: string | undefined
  /** The last message has words that are no set phrase. */
  unread: boolean
}

/**
 * Folds a talk. What has an unread word in it may have answered anything: the proposal before it counts as gone, and
 * so does what was agreed on.
 */
export function storyOf(phrases: Phrases, record: Iterable<Entry>): Story {
  const story: Story = { told: new Set(), asks: new Map(), unread: false }
  for (const entry of record) {
    const { seat, message, turn } = entry
    if (message.trim() === '') continue
    const acts = phrases.readOnce(entry)
    story.unread = acts === undefined
    if (!acts) {
      story.proposal = undefined
      story.agreed = undefined
      continue
    }
    for (const act of acts) {
      const { proposal } = story
      if (act === 'ask') {
        story.asks.set(seat, (story.asks.get(seat) ?? 0) + 1)
        story.question = seat
      } else if (act === 'tell') {
        story.told.add(seat)
        if (story.question !== seat) story.question = undefined
      } else if (act === 'accept' && proposal && proposal.by !== seat) {
        story.agreed = { ...proposal, turn }
        story.proposal = undefined
      } else if (act === 'refuse') {
        story.proposal = undefined
        story.agreed = undefined
      } else if (isProposal(act)) {
        story.proposal = { by: seat, what: act }
        story.agreed = undefined
      }
    }
  }
  return story
}

const isProposal = (act: string): act is Proposal => (PROPOSALS as readonly string[]).includes(act)
