/** Exact figures as page data. */
import { exactText, printed, type Rational, toNumber } from '../core/rational.ts'
import type { ByParty, Figure } from './types.ts'

export const figure = (value: Rational): Figure => ({
  value: toNumber(value),
  text: printed(value),
  exact: exactText(value),
})

export const figures = (values: Readonly<Record<string, Rational>>): ByParty<Figure> =>
  Object.fromEntries(Object.entries(values).map(([party, value]) => [party, figure(value)]))

/** Only what is there: unknown fields are left out of page data. */
export const given = <T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
