/** Exact figures as people read them. */
import { exactText, printed, type Rational } from '../core/rational.ts'

/** Exact where that is a short decimal (`63.425`), else two decimals. */
export function figureText(value: Rational): string {
  const exact = exactText(value)
  return /^-?\d+(?:\.\d{1,6})?$/.test(exact) ? exact : printed(value)
}

/** A share as a percentage: `93.75%`. */
export const percentText = (share: Rational): string => `${figureText(share.mul(100))}%`
