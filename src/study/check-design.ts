/** What a schema cannot say of a design and its planned analysis: that numbers fit, and that names are known. */
import type { Problem } from '../core/problem.ts'
import { meant } from '../scenario/nearest.ts'
import type { Path, Source } from '../scenario/source.ts'
import type { Scenario } from '../scenario/types.ts'
import { usualOpeners } from './check.ts'
import { NO_AGREEMENT } from './clones/taxonomy.ts'
import { roleLevels } from './design.ts'
import type { Levels } from './factors.ts'
import { mergeFrames } from './figures.ts'
import { frameOf } from './frame.ts'
import type { StudyFile } from './schema.ts'
import type { Variant } from './variants.ts'

/** More assignments than this are told as a slip: no study is run that often. */
const MOST = 1_000_000

/** Everything that is wrong with how often, in which blocks and with which levels a study is played and compared. */
export function checkDesign(
  study: StudyFile,
  factors: readonly Levels[],
  source: Source,
  variants: readonly Variant[],
): Problem[] {
  const problems: Problem[] = []
  const tell = (path: Path, told: Omit<Problem, 'file'>): void =>
    void problems.push(source.problem(path, told))
  const { repetitions, blocks } = study
  if (repetitions === undefined && blocks === undefined) {
    const message = 'The study does not say how often it is played.'
    tell([], { message, expected: 'repetitions: 10 (or blocks: 10)' })
  } else if (repetitions !== undefined && blocks !== undefined && repetitions % blocks !== 0) {
    const message = 'The repetitions cannot be parted into so many complete blocks.'
    const mend = `Let the repetitions be a multiple of the blocks: ${blocks * Math.ceil(repetitions / blocks)}, say.`
    tell(['blocks'], { message, found: `${repetitions} repetitions in ${blocks} blocks`, mend })
  }
  const [own] = variants
  const parties = own?.scenario.parties.map(({ id }) => id) ?? []
  for (const { name, scenario } of variants) {
    const theirs = scenario.parties.map(({ id }) => id)
    const path = scenarioPath(study, name)
    if (String(theirs) !== String(parties)) {
      const message =
        'The scenarios of a study have the same parties, in the same order: its pairings sit in all of them.'
      tell(path, { message, found: theirs.join(', '), expected: parties.join(', ') })
    } else if (scenario.protocol.type !== own!.scenario.protocol.type) {
      const message = 'The scenarios of a study have the same protocol.'
      tell(path, { message, found: scenario.protocol.type, expected: own!.scenario.protocol.type })
    }
  }
  // Where the scenario itself is broken its problems are told, and nobody opens.
  const openers = study.opener ?? (own ? usualOpeners(own.scenario) : parties)
  const known: Record<string, readonly string[]> = {
    pairing: Object.keys(study.pairings),
    ...(typeof study.scenario === 'string' ? {} : { scenario: Object.keys(study.scenario) }),
    ...Object.fromEntries(factors.map((levels) => [levels[0]!.factor, levels.map(({ level }) => level)])),
    ...(study.roles === 'rotate' ? { roles: roleLevels(parties.length) } : {}),
    opener: openers,
  }
  const size = Object.values(known).reduce((n, levels) => n * levels.length, repetitions ?? blocks ?? 1)
  if (size > MOST)
    tell(['factors'], {
      message: 'The design has more assignments than can be run.',
      found: String(size),
      expected: `${MOST} at most`,
    })
  problems.push(
    ...checkAnalysis(study, known, parties, source),
    ...checkFigures(
      study,
      variants.map(({ scenario }) => scenario),
      source,
    ),
  )
  return problems
}

const scenarioPath = ({ scenario }: StudyFile, variant: string | undefined): Path => {
  const name = /^scenario=([^,]*)/.exec(variant ?? '')?.[1]
  return typeof scenario === 'string' || name === undefined ? ['scenario'] : ['scenario', name]
}

/** What can be compared of a free talk, kinds of agreement aside. */
const OF_TALK: readonly string[] = ['agreement', 'turns', 'trade-found', 'tokens', 'cost']

/** The planned figures are those that the game has: free talk has kinds of agreement, and no points. */
function checkFigures({ analysis }: StudyFile, scenarios: readonly Scenario[], source: Source): Problem[] {
  const [own] = scenarios
  if (!analysis || !own) return []
  const { talk } =
    own.protocol.type === 'free-talk'
      ? mergeFrames(scenarios.map((scenario) => frameOf(scenario, undefined)))
      : { talk: undefined }
  const figures: (readonly [Path, string])[] = [
    [['analysis', 'primary'], analysis.primary],
    ...analysis.comparisons.flatMap(({ outcome }, i): (readonly [Path, string])[] =>
      outcome === undefined ? [] : [[['analysis', 'comparisons', i, 'outcome'], outcome]],
    ),
  ]
  const all = talk
    ? [...OF_TALK, ...talk.kinds.filter((kind) => kind !== NO_AGREEMENT).map((kind) => `kind.${kind}`)]
    : []
  return figures.flatMap(([path, found]) => {
    const isKind = found.startsWith('kind.')
    if (talk ? all.includes(found) : !isKind && found !== 'trade-found') return []
    const message = !talk
      ? `"${found}" is told of free talk alone.`
      : isKind
        ? `There is no kind of agreement "${found.slice('kind.'.length)}" in this scenario.`
        : `Free talk has no points: "${found}" cannot be compared.`
    const expected = talk ? { expected: `one of ${all.join(', ')}`, mend: meant(found, all) } : {}
    return [source.problem(path, { message, found, ...expected })]
  })
}

/** The planned comparisons name what the design has. */
function checkAnalysis(
  { analysis }: StudyFile,
  known: Readonly<Record<string, readonly string[]>>,
  parties: readonly string[],
  source: Source,
): Problem[] {
  if (!analysis) return []
  const problems: Problem[] = []
  const mustBe = (path: Path, found: string, list: readonly string[], what: string): void => {
    if (list.includes(found)) return
    const message = `There is no ${what} "${found}" in this study.`
    problems.push(
      source.problem(path, {
        message,
        found,
        expected: `one of ${list.join(', ')}`,
        mend: meant(found, list),
      }),
    )
  }
  const gain = (path: Path, outcome: string | undefined): void => {
    if (outcome?.startsWith('gain.') && parties.length > 0)
      mustBe(path, outcome.slice('gain.'.length), parties, 'party')
  }
  gain(['analysis', 'primary'], analysis.primary)
  analysis.comparisons.forEach(({ factor, of, minus, outcome, within = {} }, i) => {
    const at: Path = ['analysis', 'comparisons', i]
    gain([...at, 'outcome'], outcome)
    mustBe([...at, 'factor'], factor, Object.keys(known), 'factor')
    const levels = known[factor]
    if (levels) {
      mustBe([...at, 'of'], of, levels, `level of ${factor}`)
      mustBe([...at, 'minus'], minus, levels, `level of ${factor}`)
    }
    if (of === minus)
      problems.push(
        source.problem([...at, 'minus'], { message: 'A level is compared with itself.', found: minus }),
      )
    for (const [name, level] of Object.entries(within)) {
      mustBe([...at, 'within', name], name, Object.keys(known), 'factor')
      if (known[name]) mustBe([...at, 'within', name], level, known[name], `level of ${name}`)
    }
  })
  return problems
}
