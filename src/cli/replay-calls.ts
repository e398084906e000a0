/** `parley replay --calls`: a bare file of calls against its scenario. */
import { createHash } from 'node:crypto'
import { EXIT, type ExitCode, UserError } from '../core/problem.ts'
import type { Rational } from '../core/rational.ts'
import type { Difference } from '../record/difference.ts'
import { type CallsCheck, checkCalls } from '../record/requests.ts'
import { type StoryResult, tellResult } from '../record/story.ts'
import { loadScenario } from '../scenario/folder.ts'
import type { Scenario } from '../scenario/types.ts'
import { largestJointGain } from '../study/frame.ts'
import { differencesText } from './difference-text.ts'
import type { Io } from './io.ts'
import { decodeText, readBytes } from './read-text.ts'
import { endSentence, pointsSentence, resultJson } from './result-text.ts'
import { safeLine } from './text.ts'

export interface CallsOptions {
  readonly scenario: string
  readonly calls: string
  readonly sha256?: string
  readonly opener?: string
  readonly json?: boolean
}

/** What a file of calls was found to be. */
export interface CallsFile {
  readonly check: CallsCheck
  readonly scenario: Scenario
  /** The file's own hash; `whole` tells whether it is the one that was asked for, where one was. */
  readonly sha256: string
  readonly whole?: boolean
}

/** Reads and checks a file of calls. Throws a UserError where it holds no call at all. */
export async function readCallsFile(options: CallsOptions): Promise<CallsFile> {
  const { calls: file } = options
  const wanted = options.sha256?.toLowerCase()
  if (wanted !== undefined && !/^[0-9a-f]{64}$/.test(wanted)) {
    const message = '--sha256 takes 64 hex digits.'
    throw new UserError([{ file: 'the command line', message, found: options.sha256! }], EXIT.usage)
  }
  const scenario = await loadScenario(options.scenario)
  const bytes = await readBytes(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (bytes.length === 0) throw new UserError([{ file, message: 'The file is empty: it holds no call.' }])
  const check = checkCalls(decodeText(bytes, file), scenario, options.opener)
  if (check.file.readable === 0) {
    const problems = check.file.differences.map((difference) => ({ file, ...problemOf(difference) }))
    throw new UserError(problems)
  }
  return { check, scenario, sha256, ...(wanted === undefined ? {} : { whole: wanted === sha256 }) }
}

const problemOf = ({ place, message, found, expected }: Difference) => ({
  line: Number(/\d+/.exec(place)?.[0]),
  message,
  ...(found === undefined ? {} : { found }),
  ...(expected === undefined ? {} : { expected }),
})

/** Prints the check of a file of calls; returns the exit code. */
export async function replayCalls(options: CallsOptions, io: Io): Promise<ExitCode> {
  const found = await readCallsFile(options)
  const { check, scenario, sha256, whole } = found
  const differences = [
    ...(whole === false ? [otherFile(options, sha256)] : []),
    ...check.differences,
    ...(whole === true ? [] : check.suspicions),
  ]
  const result = check.end && tellResult(scenario, check.end)
  const largest = result?.points && largestJointGain(scenario)
  const notes = [
    ...check.notes,
    ...(whole === true ? check.suspicions.map(({ place, message }) => `${place}: ${message}`) : []),
    ...(whole === undefined ? [LAST_WORDS] : []),
  ]
  io.out(
    options.json
      ? JSON.stringify(callsJson(found, result, largest, differences, notes), null, 2)
      : callsText(options, found, result, largest, differences, notes),
  )
  return differences.length === 0 ? EXIT.ok : EXIT.differs
}

const LAST_WORDS =
  'Nothing in a bare file vouches for the words of its last reply, which no later request quotes; ' +
  '--sha256 with the hash that was published checks the file whole.'

const otherFile = (options: CallsOptions, sha256: string): Difference => ({
  depth: 'chain',
  place: options.calls,
  message: 'The file is not the one with this SHA-256.',
  found: sha256,
  expected: options.sha256!.toLowerCase(),
})

function callsText(
  options: CallsOptions,
  { check, scenario, whole }: CallsFile,
  result: StoryResult | undefined,
  largest: Rational | undefined,
  differences: readonly Difference[],
  notes: readonly string[],
): string {
  const { compared, identical, game, file } = check
  const opener = scenario.parties.find(({ id }) => id === game.opener)!
  const last = check.turns.at(-1)?.turn ?? 0
  const requests =
    identical === file.lines
      ? `all ${compared} requests are identical to what the scenario renders`
      : `${identical} of ${file.lines} requests are identical to what the scenario renders`
  const left = file.lines > compared ? `; ${file.lines - compared} could not be compared` : ''
  const lines = [
    `${options.calls}: ${file.lines} calls of ${safeLine(scenario.title)}, opened by the ${safeLine(opener.label)}`,
    `  file       ${whole === undefined ? 'not checked as a whole (no --sha256)' : whole ? 'has the SHA-256 that was asked for' : 'HAS ANOTHER SHA-256'}`,
    `  requests   ${requests}${left}`,
    `  rules      ${result ? endSentence(result) : `unfinished after turn ${last}: a move is due`}`,
  ]
  const points = result && pointsSentence(result, largest)
  if (points) lines.push(`  points     ${points}`)
  if (result && result.belowReservation.length > 0) {
    lines.push(`             below its reservation value: ${result.belowReservation.join(', ')}`)
  }
  if (differences.length > 0) lines.push('', 'DIFFERENCES', differencesText(differences, '  '))
  return [...lines, ...notes.map((note) => `\nNote: ${note}`)].join('\n')
}

function callsJson(
  { check, scenario, sha256, whole }: CallsFile,
  result: StoryResult | undefined,
  largest: Rational | undefined,
  differences: readonly Difference[],
  notes: readonly string[],
): Record<string, unknown> {
  return {
    ok: differences.length === 0,
    scenario: scenario.id,
    opener: check.game.opener,
    calls: check.file.lines,
    sha256,
    ...(whole === undefined ? {} : { sha256Matches: whole }),
    requests: { compared: check.compared, identical: check.identical },
    finished: result !== undefined,
    ...(result ? resultJson(result, largest) : {}),
    differences,
    notes,
  }
}
