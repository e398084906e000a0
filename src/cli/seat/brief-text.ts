/** What a person at a seat is told before the first move, and what stands in the record, as text for a terminal. */
import pico from 'picocolors'
import type { SeatLine, SeatOffer, SeatPage } from '../../scenario/seat/types.ts'
import { termName } from '../../scenario/term-name.ts'
import { textTable } from '../table.ts'
import { safe, safeLine } from '../text.ts'
import { wrap } from '../wrap.ts'

export interface Layout {
  readonly columns: number
  readonly color: boolean
}

const WIDEST = 100

/** A party's label as it is shown, `you` for the seat's own. */
export const who = (page: SeatPage, seat: string): string =>
  seat === page.seat ? 'You' : safeLine(page.brief.parties.find(({ id }) => id === seat)?.label ?? seat)

/** The brief of the seat: who it is, what is at stake, what each value is worth to it. */
export function briefText(page: SeatPage, layout: Layout): string {
  const { brief, scenario } = page
  const { you } = brief
  const paint = pico.createColors(layout.color)
  const width = Math.min(layout.columns, WIDEST)
  const lines = [
    paint.bold(wrap(`${safeLine(scenario.title)}. You are ${safeLine(you.label)}.`, width)),
    ...(aboutOf(you).length === 0 ? [] : [wrap(safe(aboutOf(you).join(': ')), width)]),
    '',
    wrap(safe(brief.situation), width),
  ]
  const others = brief.parties.filter((party) => party.id !== you.id && aboutOf(party).length > 0)
  lines.push(
    ...(others.length > 0 ? [''] : []),
    ...others.map((party) =>
      wrap(`${safeLine(party.label)}: ${safe(aboutOf(party).join(', '))}`, width, '', '  '),
    ),
  )
  if (page.protocol === 'free-talk' || !you.tables) lines.push('', wrap(safe(brief.instructions), width))
  else lines.push('', ...stakes(page, width))
  return lines.join('\n')
}

/** What there is to say of a party beside its label. */
const aboutOf = ({ label, name, about }: SeatPage['brief']['parties'][number]): string[] =>
  [name, about].filter((words) => words !== '' && words !== label)

function stakes({ brief }: SeatPage, width: number): string[] {
  const { you, issues } = brief
  const rows = you.sheet.map(({ issue, options }) => {
    const known = issues.find(({ id }) => id === issue)
    const each = options
      .map(({ option, points }) => `${safeLine(option)}: ${points}`)
      .join(known?.type === 'number' ? '  …  ' : ',  ')
    return [termName(safeLine(issue)), each]
  })
  return [
    wrap('What each value is worth to you, in points (between two listed numbers, in proportion):', width),
    '',
    textTable(['', ''], rows, 'll').split('\n').slice(2).join('\n'),
    '',
    wrap(
      `With no deal you have ${you.reservation} points.${you.threshold === undefined ? '' : ` You should not go below ${you.threshold}.`}`,
      width,
    ),
  ]
}

/** One line of the public record. */
export function lineText(page: SeatPage, line: SeatLine, layout: Layout): string {
  const paint = pico.createColors(layout.color)
  const width = Math.min(layout.columns, WIDEST)
  const head = paint.bold(`Turn ${line.turn}  ${who(page, line.seat)}`)
  const said = line.message === '' ? [] : [wrap(safe(line.message), width, '  ')]
  const did = actionText(page, line)
  const action = did === '' ? [] : [wrap(did, width, '  > ', '    ')]
  return [head, ...said, ...action].join('\n')
}

function actionText(page: SeatPage, { action, offer }: SeatLine): string {
  const what: Readonly<Record<string, string>> = {
    OFFER: 'offers',
    ACCEPT: 'accepts',
    NONE: 'makes no move',
    END: 'ends without a deal',
    PASS: 'lost this turn to faults',
    propose: 'proposes',
    accept: 'votes for',
    reject: 'votes against',
    walk: 'leaves for good',
    none: 'does nothing',
    VOTE: 'voted',
    SAY: '',
  }
  const verb = what[action] ?? safeLine(action)
  return offer ? `${verb} ${offerText(page, offer)}` : verb
}

/** An offer that can be accepted or voted on. */
export const tableText = (page: SeatPage, offer: SeatOffer, { columns }: Layout): string =>
  wrap(`On the table: ${offerText(page, offer)}`, Math.min(columns, WIDEST), '', '  ')

/** An offer with what it is worth to the seat. */
function offerText(page: SeatPage, { id, terms, points, votes }: SeatOffer): string {
  const text = Object.entries(terms).map(
    ([issue, value]) => `${termName(safeLine(issue))} ${safeLine(value)}`,
  )
  const worth = points ? ` (${points.printed} points to you)` : ''
  const voted =
    votes && votes.length > 0
      ? `; ${votes.map(({ seat, vote }) => `${who(page, seat)} ${vote === 'accept' ? 'for' : 'against'}`).join(', ')}`
      : ''
  return `${id}: ${text.join(', ')}${worth}${voted}`
}
