/** `parley generate alternating-offers`. */
import { EXIT, UserError } from '../../core/problem.ts'
import { sha256 } from '../../record/hash.ts'
import {
  type BilateralRequest,
  bilateralOptions,
  drawBilateral,
  OPPOSED,
} from '../../scenario/generate/bilateral.ts'
import { bilateralPack } from '../../scenario/generate/bilateral-pack.ts'
import { rooted } from '../../scenario/generate/measure.ts'
import type { Theme } from '../../scenario/generate/theme.ts'
import { lacking } from '../../scenario/generate/words.ts'
import type { Io } from '../io.ts'
import { deliver, loadThemes, type Made, mustHaveFolder, themeFor, themeWord } from './files.ts'
import { MOST_SEED, type OptionReader } from './options.ts'

export async function generateBilateral(read: OptionReader, io: Io): Promise<void> {
  const place = 'parley generate alternating-offers'
  const issues = read.whole('issues', 1, 12, 3)
  const options = read.spread('options', 2, 20, 5)
  const jointGain = read.whole('jointGain', 1, 1_000_000, 90)
  const opposition = read.bounds('opposition', false)
  const turns = read.whole('turns', 1, 100_000, 12)
  const seed = read.whole('seed', 0, MOST_SEED, 1)
  const count = read.whole('count', 1, 10_000, 1)
  const tries = read.whole('tries', 1, 1_000_000, 2000)
  if (read.flag('continuous') && read.flag('discrete')) {
    read.wrong('Issues are of one kind.', '--continuous --discrete', 'one of the two')
  }
  read.done()
  const kind = read.flag('discrete') ? 'discrete' : 'continuous'
  const out = read.text('out')
  mustHaveFolder(count, out, read.flag('json'))
  const themes = await loadThemes(read.text('theme'))

  const made: Made[] = []
  for (let k = seed; k < seed + count; k++) {
    const request: BilateralRequest = {
      ...{ kind, issues, options, jointGain, seed: k, tries },
      ...(opposition && { opposition }),
    }
    const theme = themeFor(themes, k)
    const lack =
      kind === 'discrete' ? lacking(theme, 2, bilateralOptions(request)) : fewNumbers(theme, issues)
    if (lack) throw new UserError([{ file: '--theme', message: `There are not words enough: ${lack}.` }])
    const drawn = drawBilateral(request)
    if (!('game' in drawn)) {
      throw new UserError(
        [
          {
            file: `seed ${k}`,
            message: `None of ${tries} draws had the asked-for opposition.`,
            found: `at the nearest ${rooted(drawn.nearest.squaredOpposition).toFixed(3)}`,
            expected: (opposition ?? OPPOSED).text,
            mend: 'widen the range, take more issues, or raise --tries',
          },
        ],
        EXIT.invalid,
      )
    }
    const { game } = drawn
    const command = [
      `${place} --${kind} --issues ${issues}`,
      ...(kind === 'discrete' ? [`--options ${options.least}..${options.most}`] : []),
      `--joint-gain ${jointGain}`,
      ...(opposition ? [`--opposition ${opposition.text}`] : []),
      `--turns ${turns} --seed ${k} --theme ${themeWord(read.text('theme'), theme)}`,
    ].join(' ')
    made.push({
      ...bilateralPack(game, { theme, seed: k, turns, jointGain, command }, sha256),
      seed: k,
      theme: theme.id,
      figures: { jointGain, opposition: rooted(game.squaredOpposition), draw: game.tries },
      told: `largest joint gain ${jointGain}, opposition ${rooted(game.squaredOpposition).toFixed(3)}`,
    })
  }
  await deliver(made, out, read.flag('json'), io)
}

const fewNumbers = (theme: Theme, issues: number): string | undefined =>
  theme.numbers.length >= issues
    ? undefined
    : `the theme ${theme.id} has ${theme.numbers.length} issues with numbers, and ${issues} are asked for`
