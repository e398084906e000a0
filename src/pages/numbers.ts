/** Which negotiations a mark of a figure stands for, so that one that is pointed at can be found in all figures. */
import type { AttemptRow, StripValue } from './types.ts'

/** A study of more than these tells of numbers, not of each negotiation: figures stay as small as they are. */
const MOST = 240

export type Row = Pick<
  AttemptRow,
  'id' | 'number' | 'pairing' | 'opener' | 'levels' | 'joint' | 'gains' | 'turns'
>

/** The rows of a study whose marks are told apart; none of a large one. */
export const toldApart = <T>(rows: readonly T[]): readonly T[] => (rows.length > MOST ? [] : rows)

/** Values with the numbers of the rows that have each; a value that not all are known of stays as it is. */
export function withNumbers(
  values: readonly StripValue[],
  rows: readonly Row[],
  of: (row: Row) => number | undefined,
): readonly StripValue[] {
  if (rows.length === 0) return values
  const byValue = Map.groupBy(rows, of)
  return values.map(([value, count]): StripValue => {
    const found = byValue.get(value) ?? []
    return found.length === count ? [value, count, found.map(({ number }) => number)] : [value, count]
  })
}
