/**
 * What is drawn of the concessions of a study. Two or three parties: a panel for each pairing, the parties in it. More
 * than that cannot be followed in one drawing: a panel for each party then, the pairings in it.
 */
import type { ReactNode } from 'react'
import type { ConcessionsFigure, XY } from '../../../src/pages/types.ts'
import { Chip } from '../components/chip.tsx'
import { groupClass, pairingMark, partyClass, partyMark } from '../components/look.ts'
import type { NamedLine } from './end-names.tsx'

export const MOST_TOGETHER = 3

export interface Panel {
  readonly key: string
  readonly title: ReactNode
  readonly note: string
  /** What a reader who cannot see it must know. */
  readonly label: string
  /** What all of it belongs to. */
  readonly marks: string
  readonly means: readonly NamedLine[]
  readonly curves: readonly {
    readonly key: string
    readonly className: string
    readonly of: number | undefined
    readonly points: readonly XY[]
    readonly unknown: boolean
  }[]
  readonly reservations: readonly { readonly key: string; readonly className: string; readonly at: number }[]
}

export const panelsOf = (figure: ConcessionsFigure): Panel[] =>
  figure.parties.length > MOST_TOGETHER ? byParty(figure) : byPairing(figure)

function byPairing({ parties, panels }: ConcessionsFigure): Panel[] {
  const known = new Map(parties.map((party) => [party.id, party]))
  const look = (id: string): string => partyClass(known.get(id)?.colour)
  return panels.map(({ name, curves, means, of, drawn, unknown }) => ({
    key: name,
    title: <bdi>{name}</bdi>,
    note: `${drawn < of ? `${drawn} of ${of} drawn` : `${of} negotiations`}${unknown > 0 ? `, ${unknown} unknown` : ''}`,
    label: `${name}: points of each party's own offers by turn`,
    marks: pairingMark(name),
    means: means.map(({ party, points }) => ({
      key: party,
      name: known.get(party)?.label ?? party,
      className: look(party),
      marks: partyMark(party),
      points,
    })),
    curves: curves.map(({ id, number, party, points, unknown: open }) => ({
      key: `${id} ${party}`,
      className: look(party),
      of: number,
      points,
      unknown: open,
    })),
    reservations: parties.flatMap(({ id, reservation }) =>
      reservation === undefined ? [] : [{ key: id, className: look(id), at: reservation }],
    ),
  }))
}

/** Pairings have the colours of their places. */
const byParty = ({ parties, panels }: ConcessionsFigure): Panel[] =>
  parties.map(({ id, label, colour, reservation }) => ({
    key: id,
    title: <Chip index={colour} label={label} />,
    note: '',
    label: `${label}: points of its own offers by turn, in each pairing`,
    marks: partyMark(id),
    means: panels.flatMap(({ name, means }, k) =>
      means.flatMap(({ party, points }) =>
        party === id ? [{ key: name, name, className: groupClass(k), marks: pairingMark(name), points }] : [],
      ),
    ),
    curves: panels.flatMap(({ name, curves }, k) =>
      curves.flatMap(({ id: negotiation, number, party, points, unknown }) =>
        party === id
          ? [{ key: `${name} ${negotiation}`, className: groupClass(k), of: number, points, unknown }]
          : [],
      ),
    ),
    reservations:
      reservation === undefined ? [] : [{ key: id, className: partyClass(colour), at: reservation }],
  }))
