/** A term as a person types it. What is recorded is the value, written as the rules write it. */
import { type Issue, readValue } from '../../core/issue.ts'

/**
 * The value that is meant; undefined where there is none. Many people's keyboards have a comma before decimals, a
 * phone's often nothing else: it is taken for one unless it could as well part thousands.
 */
export function readTyped(issue: Issue, text: string): number | undefined {
  const typed = text.trim()
  const found = /^([-\u2212]?)(\d*)(?:([.,])(\d+))?$/.exec(typed)
  if (issue.type === 'choice' || !found || typed === '') return readValue(issue, typed)
  const [, minus, whole, sign, decimals] = found
  if (whole === '' && decimals === undefined) return undefined
  if (sign === ',' && decimals!.length === 3 && whole !== '' && !/^0/.test(whole!)) return undefined
  const value = `${minus === '' ? '' : '-'}${whole === '' ? '0' : whole}`
  return readValue(issue, decimals === undefined ? value : `${value}.${decimals}`)
}
