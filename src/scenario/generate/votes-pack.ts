/** A drawn game of many parties, put into words and written as a pack. */
import { randomOf } from '../../core/random.ts'
import { rooted } from './measure.ts'
import { type GeneratedPack, generatedPack } from './pack-text.ts'
import type { Theme } from './theme.ts'
import type { DrawnGame } from './votes.ts'
import { voteWords } from './words.ts'

export interface VotesDress {
  readonly theme: Theme
  readonly seed: number
  /** How many parties hold a veto: the first ones drawn. */
  readonly vetoes: number
  readonly rounds: number
  readonly accept: 'all' | 'all-but-one'
  readonly information: 'private' | 'common'
  /** The command that draws this game again. */
  readonly command: string
}

/** Writes the game as a pack. The theme must have words enough (see `lacking`). */
export function votesPack(
  game: DrawnGame,
  dress: VotesDress,
  sha256: (text: string) => string,
): GeneratedPack {
  const { sheets, reservations, options } = game
  const words = voteWords(
    dress.theme,
    sheets.length,
    options,
    randomOf('package-votes', 'words', dress.theme.id, dress.seed),
  )
  return generatedPack(
    {
      stem: dress.theme.id,
      comment: [
        dress.command,
        `${game.acceptable} of ${game.outcomes} outcomes are acceptable to all; opposition ${rooted(game.squaredOpposition).toFixed(3)}; draw ${game.tries}.`,
      ],
      title: words.title,
      situation: words.situation,
      issues: words.issues.map(({ id, describe, options }) => ({
        id,
        type: 'choice',
        options: [...options],
        describe,
      })),
      parties: words.parties.map((party, p) => ({
        ...party,
        veto: p < dress.vetoes,
        reservation: reservations[p]!,
        points: new Map(
          words.issues.map((issue, i) => [
            issue.id,
            new Map(issue.options.map((option, k) => [option, sheets[p]![i]![k]!])),
          ]),
        ),
      })),
      protocol: {
        type: 'package-votes',
        rounds: dress.rounds,
        ...(dress.accept !== 'all' && { accept: dress.accept }),
      },
      information: dress.information,
    },
    sha256,
  )
}
