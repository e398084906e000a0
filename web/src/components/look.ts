/** How many parties have a colour and a mark of their own; the eleventh begins again. */
export const PARTY_LOOKS = 10
export const GROUP_LOOKS = 6

/** The class that gives a party its colour: by its place among the scenario's parties, everywhere the same. */
export const partyClass = (index: number | undefined): string =>
  index === undefined || index < 0 ? '' : `party-${index % PARTY_LOOKS}`

/** The class that gives a pairing, or another group, its colour. */
export const groupClass = (index: number): string => `group-${index % GROUP_LOOKS}`

/** What a pairing, and what a party, is called where it can be marked in all figures (charts/linked.ts). */
export const pairingMark = (pairing: string): string => `pairing ${pairing}`
export const partyMark = (party: string): string => `party ${party}`

/** Class names joined, those that are not there left out. */
export const classes = (...names: readonly (string | false | undefined)[]): string | undefined =>
  names.filter((name) => name !== false && name !== undefined && name !== '').join(' ') || undefined
