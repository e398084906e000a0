/** A negotiation as Markdown, for people. */
import { exactText } from '../core/rational.ts'
import { OBSERVER } from '../protocols/seats.ts'
import type { AssignmentRecord } from '../record/events.ts'
import { kindsOf, talkersWords, withKind } from '../record/kinds.ts'
import type { Replayed } from '../record/replay.ts'
import { type StoryOffer, type StoryReading, type StoryTurn, tellResult, tellTurns } from '../record/story.ts'
import type { Scenario } from '../scenario/types.ts'
import { plain, quote, table } from './markdown.ts'

/** `negotiators`: their settings by name, so that a talk says which script or model talked and read. */
export function transcript(
  assignment: AssignmentRecord,
  replayed: Replayed,
  scenario: Scenario,
  negotiators: Readonly<Record<string, unknown>> = {},
): string {
  const kinds = scenario.protocol.type === 'free-talk' ? kindsOf(negotiators) : {}
  const played = (seat: string): string => plain(withKind(assignment.seats[seat] ?? 'nobody', kinds))
  const label = new Map(scenario.parties.map((party) => [party.id, party.label]))
  const named = (seat: string): string => plain(label.get(seat) ?? seat)
  const turns = tellTurns(scenario, replayed.turns)
  const seats = scenario.parties.map(({ id, name }) => {
    const opens = id === assignment.opener ? '; opens' : ''
    return `- ${named(id)}: ${plain(name)}, played by ${played(id)}${opens}`
  })
  const talkers = talkersWords(scenario.parties.map(({ id }) => negotiators[assignment.seats[id] ?? '']))
  if (scenario.protocol.type === 'free-talk' && talkers !== undefined) seats.push(`- Powered by: ${talkers}`)
  if (Object.hasOwn(assignment.seats, OBSERVER))
    seats.push(`- Observer, seen by no party: ${played(OBSERVER)}`)
  const blocks = [
    `# ${plain(assignment.id)}`,
    seats.join('\n'),
    ...turns.map((turn) => turnText(turn, named)),
    endText(replayed, scenario, named),
  ]
  return `${blocks.join('\n\n')}\n`
}

function turnText(turn: StoryTurn, named: (seat: string) => string): string {
  const blocks = [`## Turn ${turn.turn}: ${named(turn.seat)}`]
  for (const { code, problem, text } of turn.faults) {
    blocks.push(`A reply with a fault (${code}): ${plain(problem)}`, quote(text === '' ? '(nothing)' : text))
  }
  if (turn.changedTerms) blocks.push('The repair changed the terms, not only what was wrong.')
  if (turn.message !== '') blocks.push(quote(turn.message))
  const action = turn.absent === undefined ? turn.action : `no reply ever came (${turn.absent})`
  // Of a talk the words say all that there is to a turn.
  if (action !== undefined && action !== 'SAY')
    blocks.push(`**${plain(action)}${turn.offer ? ` ${plain(turn.offer.id)}` : ''}**`)
  if (turn.offer) blocks.push(offerText(turn.offer, named))
  for (const reading of turn.readings ?? []) blocks.push(readingText(reading))
  return blocks.join('\n\n')
}

/** That there is no reading is told as that, and not as a "no". */
function readingText({ seat, said, type, missing, fields = {}, closes, faults }: StoryReading): string {
  const words = {
    agreed: `agreed${type === undefined ? '' : `, ${plain(type)}`}`,
    'not-agreed': 'not agreed',
    none: `no reading (${plain(missing ?? 'absent')})`,
    due: 'a reading is due',
  }[said]
  const told = Object.entries(fields).filter(
    ([, value]) => typeof value !== 'boolean' && value !== '' && value !== type,
  )
  const rest = told.map(([name, value]) => `  - ${plain(name)}: ${plain(String(value))}`)
  const wrong = faults.map(({ code, problem }) => `  - a faulty reading (${code}): ${plain(problem)}`)
  return [`- ${plain(seat)}: **${words}**${closes ? '; this closes the talk' : ''}`, ...wrong, ...rest].join(
    '\n',
  )
}

function offerText({ terms, points }: StoryOffer, named: (seat: string) => string): string {
  const values = Object.entries(terms).map(([issue, value]) => `${plain(issue)} ${plain(value)}`)
  const worth = Object.entries(points).map(([party, value]) => `${named(party)} ${exactText(value)}`)
  return [values.join(', '), ...(worth.length > 0 ? [`Points: ${worth.join(', ')}`] : [])].join('  \n')
}

function endText({ end }: Replayed, scenario: Scenario, named: (seat: string) => string): string {
  if (!end) return '## Not ended\n\nA move is due.'
  const { points, gains, jointGain } = tellResult(scenario, end)
  const head =
    end.kind === 'agreement'
      ? `## Agreement on ${plain(end.offer)}, turn ${end.turn}`
      : end.kind === 'settled'
        ? `## Settled (${plain(end.type)}), turn ${end.turn}, as ${plain(end.by)} read it`
        : end.kind === 'no-agreement'
          ? `## No agreement (${plain(end.reason)}), turn ${end.turn}`
          : `## Interrupted (${plain(end.reason)}), turn ${end.turn}\n\nThe outcome is unknown, which is not a zero.`
  if (!points || !gains) return head
  const rows = Object.keys(points).map((party) => [
    party,
    exactText(points[party]!),
    exactText(gains[party]!),
  ])
  const joint = jointGain ? `\n\nJoint gain ${exactText(jointGain)}.` : ''
  return `${head}\n\n${table(
    ['party', 'points', 'gain'],
    rows.map(([party, ...rest]) => [named(party!), ...rest]),
    'lrr',
  )}${joint}`
}
