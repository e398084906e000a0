/** A drawn game of two, put into words and written as a pack. */
import { randomOf } from '../../core/random.ts'
import type { BilateralGame } from './bilateral.ts'
import { rooted } from './measure.ts'
import { type GeneratedPack, generatedPack, type PackParts } from './pack-text.ts'
import type { Theme } from './theme.ts'
import { type NumberWords, numberWords, pairWords } from './words.ts'

export interface BilateralDress {
  readonly theme: Theme
  readonly seed: number
  readonly turns: number
  readonly jointGain: number
  /** The command that draws this game again. */
  readonly command: string
}

/** Writes the game as a pack. The theme must have words enough. */
export function bilateralPack(
  game: BilateralGame,
  dress: BilateralDress,
  sha256: (text: string) => string,
): GeneratedPack {
  const random = randomOf('alternating-offers', 'words', game.kind, dress.theme.id, dress.seed)
  const { title, situation, parties, issues } =
    game.kind === 'continuous' ? continuous(game, dress.theme, random) : discrete(game, dress.theme, random)
  return generatedPack(
    {
      stem: dress.theme.id,
      comment: [
        dress.command,
        `The largest joint gain is ${dress.jointGain}; opposition ${rooted(game.squaredOpposition).toFixed(3)}; draw ${game.tries}.`,
      ],
      title,
      situation,
      issues: issues.map(({ entry }) => entry),
      parties: parties.map((party, p) => ({
        ...party,
        reservation: game.reservations[p]!,
        points: new Map(issues.map(({ entry, points }) => [String(entry.id), points(p as 0 | 1)])),
      })),
      protocol: { type: 'alternating-offers', turns: dress.turns },
      information: 'private',
    },
    sha256,
  )
}

interface Worded {
  readonly entry: PackParts['issues'][number]
  points(side: 0 | 1): ReadonlyMap<string | number, number>
}

function discrete(game: BilateralGame, theme: Theme, random: ReturnType<typeof randomOf>) {
  const words = pairWords(
    theme,
    game.issues.map(([first]) => first.length),
    random,
  )
  const issues = words.issues.map(({ id, describe, options }, i): Worded => {
    const marks = game.issues[i]!
    return {
      entry: { id, type: 'choice', options: [...options], describe },
      points: (side) => new Map(options.map((option, k) => [option, marks[side][k]!])),
    }
  })
  return { ...words, issues }
}

function continuous(game: BilateralGame, theme: Theme, random: ReturnType<typeof randomOf>) {
  const words = numberWords(theme, game.issues.length, random)
  const issues = words.issues.map((issue, i): Worded => {
    const { id, from, to, decimals, describe } = issue
    const places = placesOf(issue)
    const marks = game.issues[i]!
    return {
      entry: { id, type: 'number', min: from, max: to, decimals, describe },
      points: (side) => {
        const points = places.map((place, k) => [place, marks[side][k]!] as const)
        return new Map(points.toSorted(([a], [b]) => a - b))
      },
    }
  })
  return { ...words, issues }
}

/** Where an issue's marks lie: the first is the end that the first side likes best. */
function placesOf({ from, to, higher }: NumberWords): number[] {
  const middle = Math.floor((from + to) / 2)
  return higher === 0 ? [to, middle, from] : [from, middle, to]
}
