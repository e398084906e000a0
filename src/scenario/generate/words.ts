/** Draws a game's words from a theme. Words are drawn apart from points, so that neither tells of the other. */
import type { Random } from '../../core/random.ts'
import type { Theme, ThemeNumbers, ThemeParty } from './theme.ts'

export interface PartyWords {
  readonly id: string
  readonly label: string
  readonly name: string
  readonly about: string
}

export interface IssueWords {
  readonly id: string
  readonly describe: string
  readonly options: readonly string[]
}

export interface NumberWords {
  readonly id: string
  readonly describe: string
  readonly from: number
  readonly to: number
  readonly decimals: number
  /** The side that wants more of it: 0 or 1. */
  readonly higher: 0 | 1
}

export interface Frame {
  readonly title: string
  readonly situation: string
}

type Fill = (text: string) => string

/** One word of each of the theme's lists, the same wherever it is used. */
function filler(theme: Theme, random: Random): Fill {
  const drawn = new Map(Object.entries(theme.words).map(([name, list]) => [name, random.pick(list)]))
  return (text) => text.replace(/\{([a-z]+)\}/g, (_, word: string) => drawn.get(word)!)
}

const frame = (theme: Theme, situation: Theme['situation'], random: Random, fill: Fill): Frame => ({
  title: fill(random.pick(theme.titles)),
  situation: situation.map((variants) => fill(random.pick(variants))).join(' '),
})

const dressed = ({ id, label, names, about }: ThemeParty, random: Random, fill: Fill): PartyWords => ({
  id,
  label,
  name: fill(random.pick(names)),
  about: fill(random.pick(about)),
})

/** Words of a game of many parties; `options` has one figure an issue. The theme must hold as many. */
export function voteWords(
  theme: Theme,
  parties: number,
  options: readonly number[],
  random: Random,
): Frame & { readonly parties: readonly PartyWords[]; readonly issues: readonly IssueWords[] } {
  const fill = filler(theme, random)
  const about = frame(theme, theme.situation, random, fill)
  const chosen = random.shuffle(theme.parties).slice(0, parties)
  return {
    ...about,
    parties: chosen.map((party) => dressed(party, random, fill)),
    issues: issueWords(theme, options, random, fill),
  }
}

/** As many issues as there are figures, each with as many options. Those with enough options are drawn from. */
function issueWords(theme: Theme, options: readonly number[], random: Random, fill: Fill): IssueWords[] {
  const free = random.shuffle(theme.issues)
  // The issues of most options are served first; the drawn order is kept for the game.
  const wanted = options.map((count, at) => ({ count, at })).sort((a, b) => b.count - a.count || a.at - b.at)
  const taken = new Map<number, Theme['issues'][number]>()
  for (const { count, at } of wanted) {
    const place = free.findIndex((issue) => issue.options.length >= count)
    taken.set(at, free.splice(place, 1)[0]!)
  }
  return options.map((count, at) => {
    const issue = taken.get(at)!
    return {
      id: random.pick(issue.names),
      describe: fill(random.pick(issue.describe)),
      options: random.shuffle(issue.options).slice(0, count).map(fill),
    }
  })
}

/** What a theme lacks for a game of this size, in words; undefined where it has enough. */
export function lacking(theme: Theme, parties: number, options: readonly number[]): string | undefined {
  if (theme.parties.length < parties) {
    return `the theme ${theme.id} has ${theme.parties.length} parties, and ${parties} are asked for`
  }
  const have = theme.issues.map((issue) => issue.options.length).sort((a, b) => b - a)
  const short = options.toSorted((a, b) => b - a).findIndex((count, i) => (have[i] ?? 0) < count)
  if (short < 0) return undefined
  return options.length > have.length
    ? `the theme ${theme.id} has ${have.length} issues, and ${options.length} are asked for`
    : `the theme ${theme.id} has no ${short + 1} issues with as many options as are asked for`
}

/** Words of a game of two over issues with numbers. */
export function numberWords(
  theme: Theme,
  issues: number,
  random: Random,
): Frame & { readonly parties: readonly PartyWords[]; readonly issues: readonly NumberWords[] } {
  const fill = filler(theme, random)
  const about = frame(theme, theme.pair_situation, random, fill)
  const pair = random.pick(theme.sides)
  const chosen = random.shuffle(theme.numbers).slice(0, issues)
  return {
    ...about,
    parties: pair.map((party) => dressed(party, random, fill)),
    issues: chosen.map((issue) => numbers(issue, random, fill)),
  }
}

function numbers(issue: ThemeNumbers, random: Random, fill: Fill): NumberWords {
  const [from, to] = random.pick(issue.ranges)
  return {
    id: issue.id,
    describe: fill(random.pick(issue.describe)),
    from,
    to,
    decimals: issue.decimals,
    higher: issue.higher === 'first' ? 0 : 1,
  }
}

/** Words of a game of two over issues with options. */
export function pairWords(
  theme: Theme,
  options: readonly number[],
  random: Random,
): Frame & { readonly parties: readonly PartyWords[]; readonly issues: readonly IssueWords[] } {
  const fill = filler(theme, random)
  const about = frame(theme, theme.pair_situation, random, fill)
  const pair = random.pick(theme.sides)
  return {
    ...about,
    parties: pair.map((party) => dressed(party, random, fill)),
    issues: issueWords(theme, options, random, fill),
  }
}
