/** Where `parley show` gets a conversation from, and the forms in which it is printed. */

import { EXIT, UserError } from '../core/problem.ts'
import { exactText, type Rational } from '../core/rational.ts'
import { shellWord } from '../core/shell-word.ts'
import { callSettings } from '../record/call-settings.ts'
import type { Difference } from '../record/difference.ts'
import { kindsOf, talkersWords } from '../record/kinds.ts'
import { splitStream } from '../record/passes/names.ts'
import { type StoryOffer, type StoryTurn, tellResult, tellTurns } from '../record/story.ts'
import { tellAudit } from '../record/story-readings.ts'
import { STUDY, Verifier } from '../record/verify.ts'
import { isScored } from '../scenario/score.ts'
import type { Scenario } from '../scenario/types.ts'
import { nodeSha256 } from '../store/index.ts'
import { largestJointGain } from '../study/frame.ts'
import { scorePlay } from '../study/scores/play-scores.ts'
import type { Io } from './io.ts'
import { openRecord, pickNegotiation } from './open-record.ts'
import { type CallsOptions, readCallsFile } from './replay-calls.ts'
import { resultJson } from './result-text.ts'
import { type Story, storyText } from './story-text.ts'
import { withWords } from './story-words.ts'

/**
 * A negotiation of a record, replayed by the scenario that the record holds. Throws a UserError where no one
 * negotiation is meant by `name`, or where the record cannot be replayed.
 */
export async function recordStory(path: string, name: string): Promise<Story> {
  const { reader, file } = await openRecord(path)
  try {
    const verifier = new Verifier(await reader.read(STUDY), nodeSha256)
    const all = (await reader.streams()).map(({ stream }) => stream)
    const streams = all.filter((stream) => stream !== STUDY && !splitStream(stream))
    const id = pickNegotiation(streams, name, file)
    const stored = await reader.read(id)
    const { replayed, scenario } = verifier.negotiation(id, stored)
    const differences = verifier.results().flatMap((depth) => depth.differences)
    const { created } = verifier
    if (!scenario || !created || !replayed?.start) {
      const { place = id, message = 'There is nothing to replay.' } = differences[0] ?? {}
      throw new UserError([{ file, path: place, message }], EXIT.differs)
    }
    const { start, end, turns } = replayed
    const open = end
      ? []
      : ['The negotiation has not ended: it is being played, or the next run goes on with it.']
    return {
      title: scenario.title,
      name: id,
      scenario,
      opener: start.opener,
      seats: start.seats,
      ...powered(scenario, start, verifier.plan?.terms(start.amendment)?.negotiators),
      turns: withWords(tellTurns(scenario, turns), stored),
      ...ended(scenario, end),
      ...(isScored(scenario) ? { scores: scorePlay(scenario, replayed) } : {}),
      notes: [...open, ...doubts(differences, `parley replay ${shellWord(path)} ${name}`)],
    }
  } finally {
    await reader.close()
  }
}

/** The negotiation of a bare file of calls. Throws a UserError where the file holds none. */
export async function callsStory(options: CallsOptions): Promise<Story> {
  const { check, scenario } = await readCallsFile(options)
  const command = `parley replay --scenario ${shellWord(options.scenario)} --calls ${shellWord(options.calls)}`
  return {
    title: scenario.title,
    name: options.calls,
    scenario,
    opener: check.game.opener,
    turns: tellTurns(scenario, check.turns),
    ...ended(scenario, check.end),
    notes: [...check.notes, ...doubts([...check.differences, ...check.suspicions], command)],
  }
}

const isTalk = ({ protocol }: Scenario): boolean => protocol.type === 'free-talk'

/**
 * What plays under the names at the table, where that is a talk or models play; and of a talk, whether its parties are
 * powered by the same thing.
 */
function powered(
  scenario: Scenario,
  { seats }: { readonly seats: Readonly<Record<string, string>> },
  negotiators: Readonly<Record<string, unknown>> = {},
): Pick<Story, 'kinds' | 'talkers'> {
  const playing = scenario.parties.map(({ id }) => negotiators[seats[id] ?? ''])
  if (!isTalk(scenario)) {
    return playing.some((spec) => callSettings(spec) !== undefined) ? { kinds: kindsOf(negotiators) } : {}
  }
  const talkers = talkersWords(playing)
  return { kinds: kindsOf(negotiators), ...(talkers === undefined ? {} : { talkers }) }
}

function ended(scenario: Scenario, end: Parameters<typeof tellResult>[1] | undefined): Partial<Story> {
  if (!end) return {}
  const result = tellResult(scenario, end)
  const largest = result.points && largestJointGain(scenario)
  return { result, ...(largest ? { largest } : {}) }
}

function doubts(differences: readonly Difference[], command: string): string[] {
  const [first] = differences
  if (!first) return []
  const more = differences.length > 1 ? `, and ${differences.length - 1} more` : ''
  return [
    `What follows from the replies is not what is recorded: ${first.place}: ${first.message}${more}. See ${command}`,
  ]
}

/** Prints a conversation, for people or (`json`) for programs. */
export function printStory(story: Story, json: boolean, io: Io): void {
  io.out(
    json
      ? JSON.stringify(storyJson(story), null, 2)
      : storyText(story, io.columns, io.terminal && !io.env.NO_COLOR),
  )
}

function storyJson(story: Story): Record<string, unknown> {
  const { title, name, scenario, opener, seats, kinds, talkers, turns, result, largest, scores, notes } =
    story
  return {
    negotiation: name,
    title,
    scenario: scenario.id,
    opener,
    ...(seats ? { seats } : {}),
    ...(kinds ? { negotiators: kinds } : {}),
    ...(talkers === undefined ? {} : { talkers }),
    turns: turns.map(turnJson),
    ...auditJson(story),
    finished: result !== undefined,
    ...(result ? resultJson(result, largest) : {}),
    ...(scores ? { scores } : {}),
    notes,
  }
}

function auditJson({ turns, result }: Story): Record<string, unknown> {
  const audit = result?.end.kind === 'settled' ? tellAudit(turns, result.end) : undefined
  return audit ? { audit } : {}
}

const turnJson = ({ offer, standing, ...rest }: StoryTurn): Record<string, unknown> => ({
  ...rest,
  ...(offer ? { offer: offerJson(offer) } : {}),
  ...(standing ? { standing: standing.id } : {}),
})

const offerJson = ({ points, ...rest }: StoryOffer): Record<string, unknown> => ({
  ...rest,
  points: exact(points),
})

const exact = (points: Readonly<Record<string, Rational>>): Record<string, string> =>
  Object.fromEntries(Object.entries(points).map(([party, value]) => [party, exactText(value)]))
