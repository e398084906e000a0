/** What came out, in a few sentences, from the analysis of what was registered. */
import { printed } from '../core/rational.ts'
import { type Analysis, JOINT } from '../study/analysis.ts'
import { NO_AGREEMENT } from '../study/clones/taxonomy.ts'
import { count, listed } from './sections/contract.ts'

/** More pairings than these are left to the tables. */
const MOST = 4

/** `kinds`: names of kinds of agreement, where talks are settled. */
export function headlineOf(
  { pairings, contrasts, frame }: Analysis,
  kinds: ReadonlyMap<string, string> = new Map(),
): string[] {
  const all = (of: (cell: Analysis['pairings'][number]) => number): number =>
    pairings.reduce((sum, cell) => sum + of(cell), 0)
  const completed = all((cell) => cell.completed)
  const planned = all((cell) => cell.planned)
  if (completed === 0) {
    const unknown = all((cell) => cell.unknown)
    return unknown === 0
      ? []
      : [
          planned === 1
            ? 'The negotiation was interrupted, and its outcome is unknown.'
            : `None of ${count(planned, 'negotiation')} was completed: ${unknown === planned ? 'all' : unknown} were interrupted, and their outcomes are unknown.`,
        ]
  }
  const agreements = all((cell) => cell.agreements ?? 0)
  const unknown = all((cell) => cell.unknown)
  const lost = unknown > 0 ? `, ${unknown} ${unknown === 1 ? 'was' : 'were'} interrupted` : ''
  const ended =
    agreements === completed
      ? 'all of the completed'
      : `${agreements} of the completed (${share(agreements, completed)})`
  const single = `The negotiation was completed; it ended ${agreements === 1 ? 'in' : 'without'} agreement.`
  const several = `${completed === planned ? `All ${planned}` : `${completed} of ${count(planned, 'negotiation')}`}${completed === planned ? ' negotiations' : ''} were completed${lost}; ${completed === planned && agreements === completed ? 'every one' : ended} ended in agreement.`
  const sentences = [planned === 1 ? single : several]
  const came = kindsSentence(pairings, kinds)
  if (came !== undefined) sentences.push(came)
  const told = pairings.filter(({ joint }) => joint)
  if (told.length > 0 && pairings.length <= MOST) {
    const most = frame.largestJoint ? `, of at most ${printed(frame.largestJoint)} that could be had` : ''
    sentences.push(
      `The mean joint gain is ${listed(told.map(({ pairing, joint }) => `${printed(joint!.mean)} in ${pairing}`))}${most}.`,
    )
  }
  if (told.length > MOST) sentences.push(spreadSentence(told, frame))
  const [first] = contrasts.filter(({ figure, estimate }) => figure === JOINT && estimate)
  if (first?.estimate && pairings.length <= MOST) {
    const { of, minus, estimate, least, most, unknown: open } = first
    const bounds =
      open > 0 && least && most
        ? ` Whatever the ${count(open, 'unknown outcome')} came to, it lies between ${printed(least)} and ${printed(most)}.`
        : ''
    const which = estimate.compare(0) >= 0 ? 'more' : 'less'
    sentences.push(
      `On average ${of} gained ${printed(estimate.abs())} points ${which} than ${minus}, both parties together.${bounds}`,
    )
  }
  return sentences
}

/** Of many pairings the two ends. */
function spreadSentence(told: Analysis['pairings'], { largestJoint }: Analysis['frame']): string {
  const sorted = [...told].sort((a, b) => a.joint!.mean.compare(b.joint!.mean))
  const [low, high] = [sorted[0]!, sorted.at(-1)!]
  const most = largestJoint ? `, of at most ${printed(largestJoint)} that could be had` : ''
  return `The mean joint gain runs from ${printed(low.joint!.mean)} in ${low.pairing} to ${printed(high.joint!.mean)} in ${high.pairing}${most}.`
}

/** What talks were settled as, the most frequent first: counts over all pairings. */
function kindsSentence(
  pairings: Analysis['pairings'],
  names: ReadonlyMap<string, string>,
): string | undefined {
  const counts = new Map<string, number>()
  for (const { talk } of pairings)
    for (const { kind, count: n } of talk?.kinds ?? [])
      if (n > 0 && kind !== NO_AGREEMENT) counts.set(kind, (counts.get(kind) ?? 0) + n)
  if (counts.size === 0) return undefined
  const told = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, n]) => `${n} times \u201c${names.get(kind) ?? kind.replaceAll('_', ' ')}\u201d`)
  return `The observer read ${listed(told)}.`
}

const share = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`
