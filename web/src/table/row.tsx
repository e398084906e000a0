/** One table among others: who sits there, how it stands, and what came of it. */
import type { ReactElement } from 'react'
import type { TableRow, TableSeat, TableState } from '../../../src/pages/table-types.ts'
import type { PartyTag } from '../../../src/pages/types.ts'
import { Chip, Tag } from '../components/chip.tsx'

const WORDS: Readonly<Record<TableState, string>> = {
  waiting: 'not begun',
  playing: 'being played',
  halted: 'waits',
  stopped: 'stopped',
  failed: 'failed',
  ended: 'ended',
}

const TONES: Readonly<Record<TableState, 'good' | 'bad' | 'warn' | undefined>> = {
  waiting: undefined,
  playing: 'good',
  halted: 'warn',
  stopped: 'warn',
  failed: 'bad',
  ended: undefined,
}

export const StateTag = ({ state }: { readonly state: TableState }): ReactElement => (
  <Tag tone={TONES[state]}>{WORDS[state]}</Tag>
)

export const seatWords = ({ who, name, text }: TableSeat): string =>
  name ?? (who === 'person' ? 'a person' : text)

interface SitterProps {
  readonly seat: TableSeat
  readonly parties: readonly PartyTag[]
}

/** A party with who sits there, and whether their page is open. */
export function Sitter({ seat, parties }: SitterProps): ReactElement {
  const party = parties.find(({ id }) => id === seat.seat)
  return (
    <span className="sitter">
      <Chip index={party?.colour} label={party?.label ?? seat.seat} of={seatWords(seat)} />
      {seat.who === 'person' && (
        <span
          className={seat.here ? 'presence here' : 'presence'}
          title={seat.here ? 'its page is open' : 'its page is not open'}
        >
          {seat.here ? 'here' : 'away'}
        </span>
      )}
    </span>
  )
}

/** Whose move it is, or how it ended. */
export function standing(row: TableRow, parties: readonly PartyTag[]): string {
  if (row.end) return row.end.text
  const mover = parties.find(({ id }) => id === row.mover)?.label ?? row.mover
  return mover === undefined ? '' : `Turn ${row.turn}: the move of ${mover}.`
}
