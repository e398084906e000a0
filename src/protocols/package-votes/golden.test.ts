/** One small play, written out step by step with what each party sees: package-votes.golden.txt. */
import { expect, test } from 'vitest'
import { readVote, votesGame } from '../../../test/support/package-votes.ts'
import { repairText } from '../faults.ts'
import { packageVotes as machine, type State } from './index.ts'

const REPLIES = [
  '{"scratchpad": "Open high.", "message": "The hill, and fast.", "action": "propose", "deal": {"Site": "hill", "Pace": "fast"}}',
  '{"action": "accept", "offer_id": "P2"}',
  '{"action": "accept", "offer_id": "P1"}',
  '{"action": "propose", "deal": {"Site": "shore"}}',
  '{"action": "propose", "deal": {"Site": "shore", "Pace": "slow"}, "message": "No hill."}',
  '{"action": "reject", "offer_id": "P1", "message": "I prefer the shore now."}',
  'I think about it.',
  '```json\n{"message": "Still thinking."}\n```',
  '{"message": "I leave you to it.", "action": "walk"}',
  '{}',
  '{"action": "accept", "offer_id": "P2"}',
]

/** A seat's view as a person would want it told. */
function told(state: State, seat: string): string[] {
  const view = machine.view(state, seat)
  const { record, offers, walked = [] } = machine.present(view)
  const moves =
    view.actor === undefined ? 'it has ended' : view.actor === seat ? 'your move' : 'not your move'
  const { count } = machine.actions(view)
  const asked =
    count > 0n ? `; ${count} actions, asked by the template \`${machine.ask(view).template}\`` : ''
  return [
    `**${seat}**: turn ${view.turn}, round ${view.round}, ${view.turnsLeft} left, ${moves}${asked}`,
    ...record.map(
      ({ turn, seat: by, action, offer, message }) =>
        `- turn ${turn}, ${by}: ${action}${offer ? ` ${offer.id}` : ''} “${message}”`,
    ),
    ...offers.map(({ id, seat: by, text, votes = [] }) => {
      const list = votes.map((one) => `${one.seat} ${one.vote}`).join(', ')
      return `- live: ${id} by ${by} (${text}): ${list || 'no votes seen'}`
    }),
    ...(walked.length > 0 ? [`- gone: ${walked.join(', ')}`] : []),
    ...(view.fault ? [`- repair ${view.repair}: ${view.fault.code}: ${repairText(view.fault)}`] : []),
    ...(view.end ? [`- end: ${JSON.stringify(view.end)}`] : []),
  ]
}

test('the golden play', async () => {
  const config = votesGame({ rounds: 3, scratchpad: true }, { vetoes: ['bob'] })
  const lines = [
    '# A play of package votes',
    '',
    'Three parties, of which bob holds a veto; three rounds, scratchpads, one repair a turn.',
  ]
  let state = machine.start(config)
  const show = (title: string, ...more: string[]): void => {
    const views = config.rules.parties.flatMap((seat) => ['', ...told(state, seat)])
    lines.push('', `## ${title}`, ...more, ...views)
  }
  show('At the start')
  for (const text of REPLIES) {
    const seat = machine.actor(state)!
    const checked = readVote(text, machine.view(state, seat))
    const read = checked.ok ? JSON.stringify(checked.submission) : `fault ${JSON.stringify(checked.fault)}`
    state = checked.ok
      ? machine.apply(state, seat, checked.submission)
      : machine.fault(state, seat, checked.fault)
    show(`${seat} replies`, '', '````text', text, '````', `Read as ${read}`)
  }
  lines.push('', '## Turns with faults', '')
  for (const { turn, seat, faults, mended, changedTerms } of state.repairs) {
    const what = mended ? `mended, the package ${changedTerms ? 'changed' : 'as it was'}` : 'not mended'
    lines.push(`- turn ${turn}, ${seat}: ${faults.map(({ code }) => code).join(', ')}; ${what}`)
  }
  expect(machine.outcome(state)).toMatchObject({ kind: 'agreement' })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./package-votes.golden.txt')
})
