/** One small play, written out step by step with what each party sees: alternating-offers.golden.txt. */
import { expect, test } from 'vitest'
import { DELIVERY, game, PRICE, readAs } from '../../../test/support/offers.ts'
import { repairText } from '../faults.ts'
import { alternatingOffers as machine, type State } from './index.ts'

const REPLIES = [
  '{"action": "OFFER", "offer_id": null, "terms": {"price": 62.005, "delivery": "late"}, "message": "A fair start."}',
  '{"action": "OFFER", "offer_id": null, "terms": {"price": 62, "delivery": "early"}, "message": "A fair start."}',
  '```json\n{"action": "NONE", "message": "I must think."}\n```',
  'Very well, I raise my price.',
  'Very well: {"action": "NONE"}',
  '{"action": "OFFER", "offer_id": null, "terms": {"price": 65.50, "delivery": "early"}, "message": "My last word."}',
  '{"action": "NONE", "offer_id": null, "terms": null, "message": ""}',
  '{"action": "ACCEPT", "offer_id": "O2", "terms": null, "message": "Agreed."}',
]

/** A seat's view as a person would want it told. */
function told(state: State, seat: string): string[] {
  const view = machine.view(state, seat)
  const { record, standing, turnsLeft } = machine.present(view)
  const moves =
    view.actor === undefined ? 'it has ended' : view.actor === seat ? 'your move' : 'not your move'
  const { count } = machine.actions(view)
  const asked =
    count > 0n ? `; ${count} actions, asked by the template \`${machine.ask(view).template}\`` : ''
  return [
    `**${seat}**: turn ${view.turn}, ${turnsLeft} left${view.final ? ' (final reply)' : ''}, ${moves}${asked}`,
    ...record.map(
      ({ turn, seat: by, action, offer, message }) =>
        `- turn ${turn}, ${by}: ${action}${offer ? ` ${offer.id} (${offer.text})` : ''} “${message}”`,
    ),
    `- standing: ${standing ? `${standing.id} by ${standing.seat} (${standing.text})` : 'none'}`,
    ...(view.fault ? [`- repair ${view.repair}: ${view.fault.code}: ${repairText(view.fault)}`] : []),
    ...(view.end ? [`- end: ${JSON.stringify(view.end)}`] : []),
  ]
}

test('the golden play', async () => {
  const config = game([PRICE, DELIVERY], { turns: 4 })
  const lines = [
    '# A play of alternating offers',
    '',
    'Four turns, a final reply, one repair a turn, `on_fault: pass`.',
  ]
  let state = machine.start(config)
  const show = (title: string): void => {
    const views = config.parties.flatMap((seat) => ['', ...told(state, seat)])
    lines.push('', `## ${title}`, ...views)
  }
  show('At the start')
  for (const text of REPLIES) {
    const seat = machine.actor(state)!
    const checked = readAs(text, machine.view(state, seat))
    const read = checked.ok ? JSON.stringify(checked.submission) : `fault ${JSON.stringify(checked.fault)}`
    state = checked.ok
      ? machine.apply(state, seat, checked.submission)
      : machine.fault(state, seat, checked.fault)
    show(`The ${seat} replies`)
    lines.splice(
      lines.lastIndexOf(`## The ${seat} replies`) + 1,
      0,
      '',
      '````text',
      text,
      '````',
      `Read as ${read}`,
    )
  }
  lines.push('', '## Turns with faults', '')
  for (const { turn, seat, faults, mended, changedTerms } of state.repairs) {
    const what = mended ? `mended, the terms ${changedTerms ? 'changed' : 'as they were'}` : 'not mended'
    lines.push(`- turn ${turn}, ${seat}: ${faults.map(({ code }) => code).join(', ')}; ${what}`)
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./alternating-offers.golden.txt')
})
