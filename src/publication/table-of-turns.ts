/** turns.csv and offers.csv: what was done in each turn, and what each offer was worth to every party. */
import { outcomeRecord } from '../core/issue.ts'
import { type Rational, ZERO } from '../core/rational.ts'
import type { AssignmentRecord } from '../record/events.ts'
import type { KeptOffer } from '../record/read.ts'
import type { Replayed, Turn } from '../record/replay.ts'
import type { Scenario } from '../scenario/types.ts'
import { type CallEvents, usageSum } from './call-sums.ts'
import { type Column, column, float, part, type Table } from './column.ts'
import { FILES } from './names.ts'
import { type Names, tokenColumns } from './table-of-attempts.ts'

export interface TurnRow {
  readonly assignment: AssignmentRecord
  readonly turn: Turn
  readonly offer: WorthOffer | undefined
  readonly standing: string | undefined
  readonly calls: CallEvents | undefined
}

export interface WorthOffer {
  readonly offer: KeptOffer
  readonly terms: Readonly<Record<string, string>>
  readonly points: Readonly<Record<string, Rational>>
  readonly gains: Readonly<Record<string, Rational>>
}

export interface OfferRow {
  readonly assignment: AssignmentRecord
  readonly worth: WorthOffer
  readonly agreed: boolean
  readonly accepts: readonly string[]
  readonly rejects: readonly string[]
}

/** What an offer is worth to every party that the scenario scores. */
function worthOf(scenario: Scenario, offer: KeptOffer): WorthOffer {
  const points = scenario.parties.flatMap(({ id, utility }) =>
    utility ? [[id, utility.points(offer.outcome)] as const] : [],
  )
  const reservation = new Map(scenario.parties.map((party) => [party.id, party.reservation.value]))
  return {
    offer,
    terms: outcomeRecord(scenario.issues, offer.outcome),
    points: Object.fromEntries(points),
    gains: Object.fromEntries(points.map(([party, value]) => [party, value.sub(reservation.get(party)!)])),
  }
}

/** The rows of both tables for one negotiation. */
export function turnRows(
  assignment: AssignmentRecord,
  { turns, end }: Replayed,
  scenario: Scenario,
): { turns: TurnRow[]; offers: OfferRow[] } {
  const offers = new Map<string, OfferRow & { accepts: string[]; rejects: string[] }>()
  let standing: string | undefined
  const rows = turns.map((turn): TurnRow => {
    const { entry } = turn
    const worth = entry?.offer && (offers.get(entry.offer.id)?.worth ?? worthOf(scenario, entry.offer))
    if (entry?.offer && worth) {
      const { id } = entry.offer
      const known = offers.get(id) ?? {
        ...{ assignment, worth, accepts: [], rejects: [] },
        agreed: end?.kind === 'agreement' && end.offer === id,
      }
      offers.set(id, known)
      const action = entry.action.toLowerCase()
      if (action === 'accept') known.accepts.push(entry.seat)
      if (action === 'reject') known.rejects.push(entry.seat)
      if (entry.action === 'OFFER') standing = id
    }
    const calls = turn.calls && usageSum(turn.calls)
    return { assignment, turn, offer: worth, standing, calls }
  })
  return { turns: rows, offers: [...offers.values()] }
}

export const turnsTable = (names: Names): Table<TurnRow> => ({
  file: FILES.turns,
  says: 'Every turn that was begun, with what was done in it and the points of the offer that it made or answered.',
  columns: [
    ...whose<TurnRow>(({ assignment }) => assignment),
    column('turn', 'integer', 'The turn, from 1.', ({ turn }) => turn.turn),
    column('party', 'text', 'The party whose turn it was.', ({ turn }) => turn.seat),
    column('negotiator', 'text', 'Who played it.', ({ turn, assignment }) => assignment.seats[turn.seat]),
    column(
      'action',
      'text',
      "What was done, in the protocol's words; PASS: the turn was lost to faults.",
      ({ turn }) => turn.entry?.action,
    ),
    column('vote', 'text', 'accept or reject, where an offer was answered.', ({ turn }) => voteOf(turn)),
    column('offer', 'text', 'The offer that was made or answered.', ({ offer }) => offer?.offer.id),
    column(
      'standing',
      'text',
      'The offer that stood after the turn, where one at a time stands.',
      ({ standing }) => standing,
    ),
    column('message', 'text', 'What was said.', ({ turn }) => turn.entry?.message),
    column('replies', 'integer', 'Replies that were received in this turn.', ({ turn }) => turn.tries.length),
    column('repairs', 'integer', 'Repairs that were given.', ({ turn }) =>
      Math.max(0, turn.tries.length - 1),
    ),
    column('faults', 'text', 'The codes of the faults, in their order.', ({ turn }) => faultsOf(turn)),
    column(
      'repair_with_other_terms',
      'boolean',
      'Whether the repair changed the terms.',
      ({ turn }) => turn.changedTerms,
    ),
    column(
      'reading',
      'text',
      'The last reply as it was read: its action and offer, or its fault.',
      ({ turn }) => readingOf(turn),
    ),
    column('absent', 'text', 'Why no reply came.', ({ turn }) => turn.absent),
    ...worthColumns<TurnRow>(names, ({ offer }) => offer),
    column('calls', 'integer', 'Requests that were sent to a model.', ({ calls }) => calls?.attempts),
    column(
      'calls_ms',
      'number',
      'How long the answered ones took, in milliseconds.',
      ({ calls }) => calls?.ms,
    ),
    ...tokenColumns<TurnRow>(({ calls }) => calls?.usage),
  ],
})

export const offersTable = (names: Names): Table<OfferRow> => ({
  file: FILES.offers,
  says: 'Every offer that was made, with its terms, what it was worth to every party and how it was answered.',
  columns: [
    ...whose<OfferRow>(({ assignment }) => assignment),
    column('offer', 'text', 'The offer.', ({ worth }) => worth.offer.id),
    column('turn', 'integer', 'The turn in which it was made.', ({ worth }) => worth.offer.turn),
    column('party', 'text', 'Who made it.', ({ worth }) => worth.offer.by),
    column(
      'negotiator',
      'text',
      'Who played that party.',
      ({ worth, assignment }) => assignment.seats[worth.offer.by],
    ),
    ...names.issues.map((issue) =>
      column<OfferRow>(
        `term_${part(issue)}`,
        'text',
        `The offered value of ${issue}.`,
        ({ worth }) => worth.terms[issue],
      ),
    ),
    ...worthColumns<OfferRow>(names, ({ worth }) => worth),
    column('accepted_by', 'text', 'Who accepted it or voted for it, in their order.', ({ accepts }) =>
      joined(accepts),
    ),
    column('rejected_by', 'text', 'Who voted against it.', ({ rejects }) => joined(rejects)),
    column('agreed', 'boolean', 'Whether it became the agreement.', ({ agreed }) => agreed),
  ],
})

const whose = <Row>(of: (row: Row) => AssignmentRecord): Column<Row>[] => [
  column('negotiation', 'text', 'The id of the negotiation.', (row) => of(row).id),
  column('pairing', 'text', 'The pairing.', (row) => of(row).pairing),
  column('opener', 'text', 'The party with the first turn.', (row) => of(row).opener),
]

const worthColumns = <Row>({ parties }: Names, of: (row: Row) => WorthOffer | undefined): Column<Row>[] => [
  ...parties.map((party) =>
    column<Row>(`points_${part(party)}`, 'number', `What the offer was worth to ${party}.`, (row) =>
      float(of(row)?.points[party]),
    ),
  ),
  column('joint_gain', 'number', "The sum of all parties' points over their reservation values.", (row) => {
    const gains = Object.values(of(row)?.gains ?? {})
    return gains.length === 0 ? undefined : float(gains.reduce((sum, gain) => sum.add(gain), ZERO))
  }),
]

const joined = (names: readonly string[]): string | undefined =>
  names.length === 0 ? undefined : names.join(' ')

function voteOf({ entry }: Turn): string | undefined {
  const action = entry?.action.toLowerCase()
  return entry?.offer && (action === 'accept' || action === 'reject') ? action : undefined
}

const faultsOf = ({ tries }: Turn): string | undefined =>
  joined(tries.flatMap(({ fault }) => fault?.code ?? []))

function readingOf({ tries, entry }: Turn): string | undefined {
  const last = tries.at(-1)
  if (last?.fault) return `fault ${last.fault.code}`
  if (!entry) return undefined
  return entry.offer ? `${entry.action} ${entry.offer.id}` : entry.action
}
