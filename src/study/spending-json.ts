/** What was spent, as JSON data: dollars as exact text; what is not known is left out, with the reasons. */
import { exactText } from '../core/rational.ts'
import type { Spending } from './spending.ts'

export const spendingJson = ({ attempts, answered, lost, tokens, cost, most }: Spending) => ({
  attempts,
  answered,
  lost,
  tokens: { ...tokens.kinds, ...(tokens.untold > 0 ? { untoldCalls: tokens.untold } : {}) },
  cost: {
    ...(cost.usd ? { usd: exactText(cost.usd) } : { unknown: cost.unknown }),
    atLeast: exactText(cost.atLeast),
    ...(most.usd ? { atMost: exactText(most.usd) } : {}),
  },
})
