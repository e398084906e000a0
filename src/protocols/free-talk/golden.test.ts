/** One small talk, written out step by step with what each seat sees: free-talk.golden.txt. */
import { expect, test } from 'vitest'
import { NO, ODD, readTalk, talkGame, YES } from '../../../test/support/talk.ts'
import { repairText } from '../faults.ts'
import { isObserver } from '../seats.ts'
import { freeTalk as machine, type State } from './index.ts'

const REPLIES = [
  'I need all of it. You know why?',
  '*shrugs* So do I.',
  'So do I. What for?',
  NO,
  'For the peel.',
  'They have not agreed yet.',
  ODD,
  'Then take the peel, and I take the rest.',
  YES,
  NO,
  '',
  '',
  'Agreed: the peel for me.',
  YES,
  YES.replace('full', 'half'),
  'Good.',
  NO,
]

/** A seat's view as a person would want it told. */
function told(state: State, seat: string): string[] {
  const view = machine.view(state, seat)
  const { record, turnsLeft } = machine.present(view)
  const moves =
    view.actor === undefined
      ? 'it has ended'
      : view.actor === seat
        ? 'your move'
        : `the move of ${view.actor}`
  const { count } = machine.actions(view)
  const asked =
    count > 0n ? `; ${count} actions, asked by the template \`${machine.ask(view).template}\`` : ''
  return [
    `**${seat}**: turn ${view.turn}, ${turnsLeft} left, ${moves}${asked}`,
    ...record.map(({ turn, seat: by, action, message }) => `- turn ${turn}, ${by}: ${action} “${message}”`),
    ...(view.fault ? [`- repair ${view.repair}: ${view.fault.code}: ${repairText(view.fault)}`] : []),
  ]
}

test('the golden play', async () => {
  const config = talkGame({
    turns: 7,
    audit: true,
    confirm: { readings: 2, needed: 2 },
    message: { stage_directions: false },
  })
  const lines = [
    '# A free talk',
    '',
    'Seven messages, one repair a turn, `on_fault: pass`, no stage directions, both of two readings close the talk, audit.',
  ]
  let state = machine.start(config)
  const show = (title: string, ...more: string[]): void => {
    const reader = state.reading ? [machine.actor(state)!] : []
    const views = ['ann', 'bob', ...reader].flatMap((seat) => ['', ...told(state, seat)])
    lines.push('', `## ${title}`, ...more, ...views)
    if (state.closed) lines.push('', `Closed: ${JSON.stringify(state.closed)}`)
  }
  show('At the start')
  for (const text of REPLIES) {
    const seat = machine.actor(state)!
    const checked = readTalk(text, machine.view(state, seat))
    const read = checked.ok ? JSON.stringify(checked.submission) : `fault ${JSON.stringify(checked.fault)}`
    state = checked.ok
      ? machine.apply(state, seat, checked.submission)
      : machine.fault(state, seat, checked.fault)
    show(`${seat} ${isObserver(seat) ? 'reads' : 'speaks'}`, '', '````text', text, '````', `Read as ${read}`)
  }
  lines.push('', '## Readings', '')
  for (const { turn, seat, agreed, type, missing } of state.readings) {
    const what = agreed === undefined ? `no reading (${missing})` : agreed ? `agreed (${type})` : 'not agreed'
    lines.push(`- turn ${turn}, ${seat}: ${what}`)
  }
  lines.push('', '## Turns with faults', '')
  for (const { turn, seat, faults, mended } of state.repairs)
    lines.push(
      `- turn ${turn}, ${seat}: ${faults.map(({ code }) => code).join(', ')}; ${mended ? 'mended' : 'not mended'}`,
    )
  lines.push('', '## The end', '', JSON.stringify(state.end))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./free-talk.golden.txt')
})
