/**
 * What a model's answer comes to for the negotiation. What the model itself brought about is an outcome: it is never
 * asked for again. docs/models.md holds the whole table; a test holds it to this file.
 */
import type { Answer, Stop } from '../models/wire/contract.ts'

export type AnswerOutcome =
  /** A reply to be read; where it is empty or faulty, the protocol asks for a repair. */
  | { readonly kind: 'text'; readonly text: string }
  /** No reply: the negotiation is interrupted by this code. */
  | { readonly kind: 'absent'; readonly code: AbsentCode }

/** Codes of `seat.absent` that a model's answer can lead to. */
export type AbsentCode = (typeof ABSENT_BY_STOP)[keyof typeof ABSENT_BY_STOP]

/**
 * The stops after which there is no reply, whatever text came before them. A stop that no wire knows is not among
 * them: the text is there, and is read like any other.
 */
const ABSENT_BY_STOP = {
  length: 'truncated',
  refusal: 'refusal',
  'content-filter': 'content-filter',
  'context-exceeded': 'context-exceeded',
  paused: 'paused',
  tool: 'tool-call',
} as const satisfies Partial<Record<Stop, string>>

/** A reply, or the code of its absence. */
export function answerOutcome({ text, stop }: Pick<Answer, 'text' | 'stop'>): AnswerOutcome {
  return stop === 'end' || stop === 'other'
    ? { kind: 'text', text }
    : { kind: 'absent', code: ABSENT_BY_STOP[stop] }
}
