/** What was spent, as JSON data: dollars as exact text; what is not known is left out, with the reasons. */
import { exactText } from '../core/rational.ts'
import type { Spending } from './spending.ts'

export const spendingJson = ({ tokens, cost, most, ...counts }: Spending) => ({
  ...counts,
  tokens: { ...tokens.kinds, ...(tokens.untold > 0 ? { untoldCalls: tokens.untold } : {}) },
  cost: {
    ...(cost.usd ? { usd: exactText(cost.usd) } : { unknown: cost.unknown }),
    atLeast: exactText(cost.atLeast),
    ...(cost.atMost ? { atMost: exactText(cost.atMost) } : {}),
    ...(most.usd ? { worst: exactText(most.usd) } : {}),
  },
})
