/**
 * What a template may see, name by name. Nothing else reaches a prompt. What is absent for now (a note, a
 * standing offer) is null, so that a template can ask for it and a misspelt name is still an error; what a seat
 * may not see is not there at all.
 */
import { type Issue, valueText } from '../core/issue.ts'
import { lazy } from '../core/lazy.ts'
import type { Presented, PresentedEntry, PresentedOffer, SeatView } from '../protocols/contract.ts'
import { FAULTS, repairText } from '../protocols/faults.ts'
import { SETTINGS } from '../protocols/index.ts'
import { makeBrief } from './brief.ts'
import { scoringText } from './scoring-text.ts'
import type { Party, PublicParty, Scenario, SheetRow } from './types.ts'

export type Context = Readonly<Record<string, unknown>>

/** The part that never changes during a negotiation; without a seat (an observer) it is public alone. */
export function staticContext(scenario: Scenario, seat?: string): Context {
  const brief = seat === undefined ? undefined : makeBrief(scenario, seat)
  const open = new Map((brief ? [...brief.open, brief.you] : []).map((party) => [party.id, party]))
  const common = scenario.information === 'common'
  const parties =
    brief?.parties ??
    scenario.parties.map(({ id, label, name, about, veto }) => ({ id, label, name, about, veto }))
  return {
    // Who has no brief is the observer: it is told what it has to report.
    ...(brief ? {} : { fields: observerFields(scenario) }),
    ...(brief ? { you: { ...publicFields(brief.you), ...scores(brief.you), vars: brief.you.vars } } : {}),
    parties: parties.map((party) => ({
      ...publicFields(party),
      ...(common && open.has(party.id) ? scores(open.get(party.id)!) : {}),
    })),
    issues: scenario.issues.map(issueFields),
    situation: scenario.situation,
    protocol: protocolFields(scenario),
    information: scenario.information,
    vars: scenario.vars,
  }
}

/** What the observer reports, field by field; the bounds of a number print as they are written in JSON. */
function observerFields({ observer }: Scenario) {
  return Object.entries(observer?.fields ?? {}).map(([name, rule]) => {
    const none = { name, options: null, min: null, max: null }
    if (typeof rule === 'string') return { ...none, type: rule }
    if ('min' in rule) return { ...none, type: 'number', min: String(rule.min), max: String(rule.max) }
    return { ...none, type: 'choice', options: rule }
  })
}

/** The part that changes from turn to turn. */
export function turnContext(scenario: Scenario, shown: Presented, entries = makeEntries(scenario)): Context {
  let record: readonly Context[] | undefined
  const { label, offer } = entries
  const plain = {
    turn: shown.turn,
    turns_left: shown.turnsLeft,
    round: shown.round ?? null,
    walked: (shown.walked ?? []).map(label),
    standing: shown.standing ? offer(shown.standing) : null,
    offers: shown.offers.map((one) => ({
      ...offer(one),
      votes: (one.votes ?? []).map(({ seat, vote }) => ({ label: label(seat), vote })),
    })),
  }
  // Made where a template asks for it: a prompt without the record need not pay for it.
  return lazy(plain, 'record', () => {
    record ??= shown.record.map(entries.entry)
    return record
  })
}

/** What of the record templates see; the same entry is the same object, turn after turn. */
export interface Entries {
  label(seat: string): string
  offer(offer: PresentedOffer): Context
  entry(entry: PresentedEntry): Context
}

export function makeEntries(scenario: Scenario): Entries {
  const labels = new Map(scenario.parties.map((party) => [party.id, party.label]))
  const label = (seat: string): string => labels.get(seat) ?? seat
  const offer = ({ id, seat, text }: PresentedOffer) => ({ id, label: label(seat), text })
  const kept = new WeakMap<PresentedEntry, Context>()
  const entry = (one: PresentedEntry): Context => {
    const known = kept.get(one)
    if (known) return known
    const made = {
      turn: one.turn,
      round: one.round ?? null,
      label: label(one.seat),
      message: one.message,
      action: one.action,
      offer: one.offer ? offer(one.offer) : null,
    }
    kept.set(one, made)
    return made
  }
  return { label, offer, entry }
}

/** Parts as one; what is made when it is asked for stays so. */
export const joined = (...parts: readonly Context[]): Context =>
  parts.reduce<Context>(
    (whole, part) => Object.defineProperties(whole, Object.getOwnPropertyDescriptors(part)),
    {},
  )

/** The part of a repair: the seat's own faulty reply and what was wrong with it. */
export const repairContext = (view: SeatView, reply: string): Context => ({
  // A reply may hold half a character, which no request can carry.
  reply: reply.toWellFormed(),
  fault: view.fault
    ? { code: view.fault.code, kind: FAULTS[view.fault.code].kind, text: repairText(view.fault) }
    : null,
})

const publicFields = ({ id, label, name, about, veto }: PublicParty) => ({ id, label, name, about, veto })

function scores(party: Party) {
  const scored = party.utility !== undefined
  return {
    reservation: scored ? party.reservation.text : null,
    threshold: scored ? party.threshold.text : null,
    sheet: party.sheet.map(sheetRow),
    formula: party.formula?.text ?? (party.utility ? scoringText(party.utility) : null),
  }
}

const sheetRow = ({ issue, options }: SheetRow) => ({
  issue,
  options: options.map(({ option, points }) => ({ option, points })),
})

function issueFields(issue: Issue) {
  const number = issue.type === 'number'
  return {
    id: issue.id,
    type: issue.type,
    describe: issue.describe ?? null,
    note: issue.note ?? null,
    min: number ? valueText(issue, issue.min) : null,
    max: number ? valueText(issue, issue.max) : null,
    step: number && issue.step > 1 ? valueText(issue, issue.step) : null,
    decimals: number ? issue.decimals : null,
    options: number ? null : issue.options,
  }
}

/** Every setting of the protocol by its name in the pack; null where it has no value. */
function protocolFields(scenario: Scenario): Context {
  const { type, settings } = scenario.protocol
  const names = Object.keys(SETTINGS[type].shape)
  const { unanimity_bonus: bonus } = settings as { unanimity_bonus?: object }
  return {
    ...Object.fromEntries(names.map((name) => [name, settings[name] ?? null])),
    ...(bonus ? { unanimity_bonus: { to: null, ...bonus } } : {}),
  }
}
