/** A plan and what was spent, as JSON data: dollars as exact text, and what is not known left out. */
import { exactText, type Rational } from '../core/rational.ts'
import type { Cost } from '../models/cost.ts'
import { KINDS, type Price, type Rates } from '../models/prices.ts'
import type { Bounds, Span } from '../study/bounds.ts'
import { designRecord } from '../study/design.ts'
import type { Plan } from '../study/plan.ts'
import { spendingJson } from '../study/spending-json.ts'

export function planJson(plan: Plan) {
  const { study, models, pairings, total, block, spent, likely, safe } = plan
  return {
    study: study.id,
    planned: plan.planned,
    closed: plan.closed,
    left: plan.left,
    ...bounds(total),
    block: bounds(block),
    models: models.map(({ negotiator, spec, price, why, outputLimit, seats, bounds: own }) => ({
      negotiator,
      provider: spec.provider,
      model: spec.model,
      ...(price ? { price: priceJson(price) } : { priceUnknown: why }),
      ...(outputLimit === undefined ? {} : { outputLimit }),
      negotiations: seats,
      ...bounds(own),
    })),
    pairings: pairings.map(({ pairing, seats, negotiations, bounds: own }) => ({
      ...{ pairing, seats, negotiations },
      ...bounds(own),
    })),
    ...(likely ? { likely: { ...likely, cost: cost(likely.cost) } } : {}),
    spent: spendingJson(spent),
    safeCap: {
      ...(safe.usd ? { usd: exactText(safe.usd) } : {}),
      ...(safe.tokens === undefined ? {} : { tokens: safe.tokens }),
    },
    design: designRecord(study.design),
    ...(study.analysis ? { analysis: study.analysis } : {}),
    assignments: study.assignments,
  }
}

const bounds = ({ calls, input, output, usd }: Bounds) => ({
  calls,
  tokens: { input, output },
  ...(usd ? { usd: dollars(usd) } : {}),
})

const dollars = ({ least, most }: Span<Rational>) => ({
  least: exactText(least),
  ...(most ? { most: exactText(most) } : {}),
})

const cost = ({ usd, atLeast, unknown }: Cost) => ({
  ...(usd ? { usd: exactText(usd) } : { unknown }),
  atLeast: exactText(atLeast),
})

const priceJson = ({ rates, above, source, date }: Price) => ({
  ...rateTexts(rates),
  ...(above ? { above: { tokens: above.tokens, ...rateTexts(above.rates) } } : {}),
  source,
  ...(date === undefined ? {} : { date }),
})

const rateTexts = (rates: Rates) =>
  Object.fromEntries(KINDS.flatMap((kind) => (rates[kind] ? [[kind, exactText(rates[kind])]] : [])))
