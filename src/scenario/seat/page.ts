/** Makes the page of a seat: an allow-list, field by field, from the seat's brief and its view. */
import { type Issue, type Outcome, outcomeRecord } from '../../core/issue.ts'
import type { Utility } from '../../core/points.ts'
import type { Rational } from '../../core/rational.ts'
import type { AnyProtocol, End, PresentedOffer, SeatView } from '../../protocols/contract.ts'
import type { ProtocolName } from '../../protocols/index.ts'
import type { Brief, Party } from '../types.ts'
import { moveForm } from './form.ts'
import { pointTables, told } from './points.ts'
import type { SeatBrief, SeatEnd, SeatLine, SeatOffer, SeatPage, SeatParty } from './types.ts'

export interface SeatPageOf {
  readonly scenario: { readonly id: string; readonly title: string }
  readonly protocol: AnyProtocol
  readonly brief: Brief
  readonly view: SeatView
  /** What a model at this seat is told. */
  readonly instructions: string
  /** This seat's own points, once it has ended and they are known. */
  readonly points?: Rational | undefined
}

/** The page of the seat whose brief and view are given. Throws a RangeError where they are of two seats. */
export function seatPage(of: SeatPageOf): SeatPage {
  const { scenario, brief, view, instructions } = of
  if (brief.seat !== view.seat) throw new RangeError(`a brief of ${brief.seat} and a view of ${view.seat}`)
  const protocol = of.protocol.name as ProtocolName
  const shown = of.protocol.present(view)
  const { issues } = brief
  const utility = brief.you.utility
  const outcomes = outcomesOf(view)
  const offer = (one: PresentedOffer): SeatOffer => seatOffer(one, issues, outcomes.get(one.id), utility)
  const seen = view as Seen
  const move = moveForm(protocol, view)
  return {
    scenario: { id: scenario.id, title: scenario.title },
    protocol,
    seat: view.seat,
    brief: seatBrief(brief, instructions),
    turn: view.turn,
    turnsLeft: shown.turnsLeft,
    ...(shown.round === undefined ? {} : { round: shown.round }),
    ...(seen.rules?.rounds === undefined ? {} : { rounds: seen.rules.rounds }),
    final: seen.final === true,
    ...(view.actor === undefined ? {} : { actor: view.actor }),
    record: shown.record.map(
      (entry): SeatLine => ({
        turn: entry.turn,
        ...(entry.round === undefined ? {} : { round: entry.round }),
        seat: entry.seat,
        message: entry.message,
        action: entry.action,
        ...(entry.offer ? { offer: offer(entry.offer) } : {}),
      }),
    ),
    ...(shown.standing ? { standing: offer(shown.standing) } : {}),
    offers: shown.offers.map(offer),
    walked: shown.walked ?? [],
    ...(move ? { move } : {}),
    ...(seen.end ? { end: seatEnd(seen.end, issues, of.points) } : {}),
  }
}

/** What views of the protocols have in common without saying so in a type. */
interface Seen {
  readonly final?: boolean
  readonly end?: End
  readonly rules?: { readonly rounds?: number }
  readonly record?: { slice(): readonly { readonly offer?: Kept }[] }
  readonly standing?: Kept
  readonly offers?: readonly Kept[]
}

interface Kept {
  readonly id: string
  readonly outcome: Outcome
}

/** Every offer that the seat has seen, by its id. */
function outcomesOf(view: SeatView): ReadonlyMap<string, Outcome> {
  const { record, standing, offers = [] } = view as Seen
  const kept = [...(record?.slice() ?? []).map(({ offer }) => offer), standing, ...offers]
  return new Map(kept.flatMap((one) => (one ? [[one.id, one.outcome] as const] : [])))
}

const seatOffer = (
  { id, seat, text, votes }: PresentedOffer,
  issues: readonly Issue[],
  outcome: Outcome | undefined,
  utility: Utility | undefined,
): SeatOffer => ({
  id,
  by: seat,
  text,
  terms: outcome ? outcomeRecord(issues, outcome) : {},
  ...(outcome && utility ? { points: told(utility.points(outcome)) } : {}),
  ...(votes ? { votes } : {}),
})

function seatEnd(end: End, issues: readonly Issue[], points: Rational | undefined): SeatEnd {
  const own = points ? { points: told(points) } : {}
  const { kind, turn } = end
  switch (end.kind) {
    case 'agreement':
      return { kind, turn, offer: end.offer, by: end.by, terms: outcomeRecord(issues, end.outcome), ...own }
    case 'no-agreement':
    case 'interrupted':
      return { kind, turn, reason: end.reason, ...own }
    case 'settled':
      // Which kind of deal an observer read out of the talk; the rest of its reading is not for parties.
      return { kind, turn, type: end.type, ...own }
  }
}

const seatBrief = (brief: Brief, instructions: string): SeatBrief => ({
  you: seatParty(brief.you),
  situation: brief.situation,
  issues: brief.issues,
  parties: brief.parties.map(({ id, label, name, about, veto }) => ({ id, label, name, about, veto })),
  information: brief.information,
  open: brief.open.map(seatParty),
  instructions,
})

function seatParty(party: Party): SeatParty {
  const { id, label, name, about, veto, reservation, threshold, sheet, formula, utility } = party
  return {
    id,
    label,
    name,
    about,
    veto,
    reservation: reservation.text,
    ...(threshold.value.equals(reservation.value) ? {} : { threshold: threshold.text }),
    sheet,
    ...(formula ? { formula: formula.text } : {}),
    ...(utility ? { tables: pointTables(utility) } : {}),
  }
}
