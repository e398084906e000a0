/** Options about money that several commands share: prices of one's own, and caps. */
import { type Command, InvalidArgumentError } from 'commander'
import { parseRational, type Rational } from '../core/rational.ts'
import type { Caps } from '../study/budget.ts'
import type { Pricer } from '../study/pricing.ts'

export interface PriceOptions {
  readonly prices?: string
}

export interface CapOptions extends PriceOptions {
  readonly maxCost?: Rational
  readonly maxTokens?: number
  readonly stopAnywhere?: boolean
}

export const priceOption = (command: Command): Command =>
  command.option('--prices <file>', 'prices of your own (YAML or JSON); they go before those of Parley')

/** Caps where no block of a design can be left half done. */
export const costOptions = (command: Command): Command =>
  priceOption(command)
    .option('--max-cost <usd>', 'what all runs of the record may cost together, in US dollars', dollarsOf)
    .option('--max-tokens <n>', 'how many tokens they may use together', tokensOf)

export const capOptions = (command: Command): Command =>
  costOptions(command).option('--stop-anywhere', 'a cap may stop the study inside a block of its design')

/** The pricer that `--prices` asks for. Throws a UserError where the file is wrong. */
export async function pricerOf({ prices }: PriceOptions): Promise<Pricer> {
  const { makePricer } = await import('../study/pricing.ts')
  if (prices === undefined) return makePricer(undefined)
  const { readPrices } = await import('../study/price-file.ts')
  return makePricer(await readPrices(prices))
}

export const capsOf = ({ maxCost, maxTokens, stopAnywhere }: CapOptions): Caps => ({
  ...(maxCost ? { cost: maxCost } : {}),
  ...(maxTokens === undefined ? {} : { tokens: maxTokens }),
  ...(stopAnywhere ? { anywhere: true } : {}),
})

function dollarsOf(text: string): Rational {
  const value = /^\$?\d{1,9}(\.\d{1,6})?$/.test(text) ? parseRational(text.replace('$', '')) : undefined
  if (!value) throw new InvalidArgumentError('It must be an amount of US dollars: 5 or 0.50.')
  return value
}

function tokensOf(text: string): number {
  const digits = text.replaceAll(/[_,]/g, '')
  if (/^\d{1,15}$/.test(digits)) return Number(digits)
  throw new InvalidArgumentError('It must be a whole number of tokens: 2000000.')
}
