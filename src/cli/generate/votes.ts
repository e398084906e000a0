/** `parley generate package-votes`. */
import { UserError } from '../../core/problem.ts'
import { printed } from '../../core/rational.ts'
import { sha256 } from '../../record/hash.ts'
import { rooted } from '../../scenario/generate/measure.ts'
import { drawOptions, drawVotes, type Miss, type VotesRequest } from '../../scenario/generate/votes.ts'
import { votesPack } from '../../scenario/generate/votes-pack.ts'
import { lacking } from '../../scenario/generate/words.ts'
import type { Io } from '../io.ts'
import { deliver, loadThemes, type Made, mustHaveFolder, themeFor, themeWord } from './files.ts'
import { MOST_SEED, type OptionReader } from './options.ts'

/** More outcomes than this take too long to draw again and again. */
const MOST_OUTCOMES = 1_000_000
/** So many points are looked at before a search is given up, unless --tries says otherwise. */
const EFFORT = 400_000_000

export async function generateVotes(read: OptionReader, io: Io): Promise<void> {
  const parties = read.whole('parties', 2, 10, 6)
  const issues = read.whole('issues', 1, 12, 5)
  const options = read.spread('options', 2, 20, 3)
  const acceptable = read.bounds('acceptable', true)
  const opposition = read.bounds('opposition', false)
  const vetoes = read.whole('vetoes', 0, parties, 0)
  const rounds = read.whole('rounds', 1, 1000, 4)
  const accept = read.choice('accept', ['all', 'all-but-one'] as const)
  const information = read.choice('information', ['private', 'common'] as const)
  const seed = read.whole('seed', 0, MOST_SEED, 1)
  const count = read.whole('count', 1, 10_000, 1)
  const outcomes = options.most ** issues
  if (outcomes > MOST_OUTCOMES) {
    read.wrong('There would be too many outcomes.', String(outcomes), `at most ${MOST_OUTCOMES}`)
  }
  const usual = Math.max(20, Math.min(5000, Math.floor(EFFORT / (outcomes * parties))))
  const tries = read.whole('tries', 1, 1_000_000, usual)
  read.done()
  const out = read.text('out')
  mustHaveFolder(count, out, read.flag('json'))
  const themes = await loadThemes(read.text('theme'))

  const made: Made[] = []
  for (let k = seed; k < seed + count; k++) {
    const request: VotesRequest = {
      ...{ parties, issues, options, seed: k, tries },
      ...(acceptable && { acceptable }),
      ...(opposition && { opposition }),
    }
    const theme = themeFor(themes, k)
    const lack = lacking(theme, parties, drawOptions(request))
    if (lack) throw new UserError([{ file: '--theme', message: `There are not words enough: ${lack}.` }])
    const drawn = drawVotes(request)
    if (!('game' in drawn)) throw notMet(drawn.misses, drawn.tries, k)
    const { game } = drawn
    const command = [
      `parley generate package-votes --parties ${parties} --issues ${issues}`,
      `--options ${spreadText(options)} --seed ${k}`,
      ...(acceptable ? [`--acceptable ${acceptable.text}`] : []),
      ...(opposition ? [`--opposition ${opposition.text}`] : []),
      `--vetoes ${vetoes} --accept ${accept} --rounds ${rounds} --information ${information} --theme ${themeWord(read.text('theme'), theme)}`,
    ].join(' ')
    const dress = { theme, seed: k, vetoes, rounds, accept, information, command }
    made.push({
      ...votesPack(game, dress, sha256),
      seed: k,
      theme: theme.id,
      figures: {
        outcomes: game.outcomes,
        acceptable: game.acceptable,
        opposition: rooted(game.squaredOpposition),
        draw: game.tries,
      },
      told: `${game.acceptable} of ${game.outcomes} outcomes acceptable to all, opposition ${rooted(game.squaredOpposition).toFixed(3)}`,
    })
  }
  await deliver(made, out, read.flag('json'), io)
}

const spreadText = ({ least, most }: VotesRequest['options']): string =>
  least === most ? String(least) : `${least}..${most}`

/** Says which property no draw had, and how near they came; where each was met alone, that they were never met together. */
function notMet(misses: readonly Miss[], tries: number, seed: number): UserError {
  const file = `seed ${seed}`
  const words = { acceptable: 'outcomes acceptable to all', opposition: 'opposition' }
  const missed = misses.filter(({ met }) => !met)
  if (missed.length === 0) {
    const asked = misses.map((miss) => `${words[miss.property]} ${miss.asked}`).join(' and ')
    return new UserError([
      {
        file,
        message: `In ${tries} draws each property was met, but never all at once.`,
        expected: asked,
        mend: 'widen one of the ranges, take another seed, or raise --tries',
      },
    ])
  }
  return new UserError(
    missed.map(({ property, asked, nearest }) => ({
      file,
      message: `None of ${tries} draws had the asked-for ${words[property]}.`,
      found: `at the nearest ${property === 'acceptable' ? printed(nearest, 0) : rooted(nearest).toFixed(3)}`,
      expected: asked,
      mend: 'widen the range, or raise --tries',
    })),
  )
}
