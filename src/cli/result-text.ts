/** How a negotiation ended and what that was worth, on one line each; shared by replay and show. */
import type { Rational } from '../core/rational.ts'
import { exactText, ZERO } from '../core/rational.ts'
import { END_REASONS, type Unsettled } from '../protocols/ends.ts'
import type { StoryResult } from '../record/story.ts'
import { figureText, percentText } from './figures.ts'

/** `O9 was accepted on turn 10 at 67.50 / 24.00 / 96.00`. */
export function endSentence({ end, terms }: StoryResult): string {
  if (end.kind === 'agreement') {
    return `${end.offer} was accepted on turn ${end.turn} at ${Object.values(terms ?? {}).join(' / ')}`
  }
  if (end.kind === 'settled') return `the talk was read as settled after turn ${end.turn} (${end.type})`
  return end.kind === 'no-agreement'
    ? `no agreement after turn ${end.turn} (${reasonText(end)})`
    : `interrupted on turn ${end.turn} (${reasonText(end)}): its outcome is unknown`
}

/** An end's reason in words; one that is not known here as its code. */
export const reasonText = (end: Unsettled): string => END_REASONS[end.reason] ?? end.reason

/** `buyer 63.425, seller 60.95, joint gain 84.375, efficiency 93.75%`; empty where the outcome is unknown. */
export function pointsSentence(result: StoryResult, largest: Rational | undefined): string {
  const { points, jointGain } = result
  if (!points) return ''
  const parts = Object.entries(points).map(([party, value]) => `${party} ${figureText(value)}`)
  if (jointGain) parts.push(`joint gain ${figureText(jointGain)}`)
  const share = efficiencyOf(result, largest)
  if (share) parts.push(`efficiency ${percentText(share)}`)
  return parts.join(', ')
}

/** Joint gain over the largest individually rational one; undefined where either is not known or that is zero. */
export const efficiencyOf = (
  { jointGain }: StoryResult,
  largest: Rational | undefined,
): Rational | undefined =>
  jointGain && largest && largest.compare(ZERO) > 0 ? jointGain.div(largest) : undefined

/** A result as data: exact figures as text, names as in the record's events. */
export function resultJson(result: StoryResult, largest: Rational | undefined): Record<string, unknown> {
  const { end, terms, points, gains, jointGain, belowReservation } = result
  const all = (record: Readonly<Record<string, Rational>> | undefined) =>
    record && Object.fromEntries(Object.entries(record).map(([party, value]) => [party, exactText(value)]))
  const share = efficiencyOf(result, largest)
  return {
    end: terms ? { ...end, outcome: terms } : end,
    ...(points ? { points: all(points), gains: all(gains) } : {}),
    ...(jointGain ? { jointGain: exactText(jointGain) } : {}),
    ...(share ? { efficiency: exactText(share), largestJointGain: exactText(largest!) } : {}),
    belowReservation,
  }
}
