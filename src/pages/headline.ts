/** What came out, in a few sentences, from the analysis of what was registered. */
import { printed } from '../core/rational.ts'
import { type Analysis, JOINT } from '../study/analysis.ts'
import { count, listed } from './sections/contract.ts'

/** More pairings than these are left to the tables. */
const MOST = 4

export function headlineOf({ pairings, contrasts, frame }: Analysis): string[] {
  const all = (of: (cell: Analysis['pairings'][number]) => number): number =>
    pairings.reduce((sum, cell) => sum + of(cell), 0)
  const completed = all((cell) => cell.completed)
  if (completed === 0) return []
  const planned = all((cell) => cell.planned)
  const agreements = all((cell) => cell.agreements ?? 0)
  const unknown = all((cell) => cell.unknown)
  const lost = unknown > 0 ? `, ${unknown} ${unknown === 1 ? 'was' : 'were'} interrupted` : ''
  const sentences = [
    `${completed === planned ? `All ${planned}` : `${completed} of ${count(planned, 'negotiation')}`}${completed === planned ? ' negotiations' : ''} were completed${lost}; ${agreements} of the completed (${share(agreements, completed)}) ended in agreement.`,
  ]
  const told = pairings.filter(({ joint }) => joint)
  if (told.length > 0 && pairings.length <= MOST) {
    const most = frame.largestJoint ? `, of at most ${printed(frame.largestJoint)} that could be had` : ''
    sentences.push(
      `The mean joint gain is ${listed(told.map(({ pairing, joint }) => `${printed(joint!.mean)} in ${pairing}`))}${most}.`,
    )
  }
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

const share = (part: number, whole: number): string =>
  `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)}%`
