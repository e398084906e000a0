/**
 * How often a talk would be closed too early by an observer that is now and then wrong: what to weigh k of n confirming
 * readings by, before a study is played.
 */
import type { Settings } from '../protocols/free-talk/settings.ts'

/**
 * The share of talks that would be closed before their bound though nobody ever agreed.
 * @param wrong the chance that one reading reports an agreement where there is none, from 0 to 1, each by itself
 * @returns a share from 0 to 1: 1 − (1 − m)^(turns − 1), where m is the chance that one message closes the talk, which is
 *   that of a wrong first reading times that of at least `needed` − 1 wrong ones among the others
 */
export function closedEarly({ turns, confirm }: Pick<Settings, 'turns' | 'confirm'>, wrong: number): number {
  const others = confirm.readings - 1
  let borneOut = 0
  for (let k = confirm.needed - 1; k <= others; k++)
    borneOut += choose(others, k) * wrong ** k * (1 - wrong) ** (others - k)
  return 1 - (1 - wrong * borneOut) ** (turns - 1)
}

function choose(n: number, k: number): number {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return ways
}
